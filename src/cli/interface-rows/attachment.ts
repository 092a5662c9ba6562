import { buttonTypes } from '../../contract/kinds.ts'
import { limits } from '../../contract/limits.ts'
import type { InterfaceSection } from './row.ts'

const { buttons, buttonName, buttonNameLong, buttonNameShort, chatExtra, chatEvent, appLinkTargets } = limits
const { items, firstItemTitle, itemTitle } = limits
const nameRules = ['button-name-too-long', 'text-may-overflow', 'recipient-overflow']

/** What the interface asks of buttons, wherever they stand. */
export const buttonSection: InterfaceSection = {
  title: { en: 'Buttons', ko: '버튼' },
  rows: [
    {
      field: 'attachment.button',
      fact: { en: `at most ${buttons.max} buttons`, ko: `최대 ${buttons.max}개` },
      limits: ['buttons'],
      rules: ['too-many-buttons'],
    },
    {
      field: 'attachment.button',
      fact: {
        en: 'a message has them in its attachment, a carousel in those of its cards',
        ko: '메시지의 attachment에 있으며, 캐러셀에서는 카드마다 있음',
      },
      rules: ['button-not-allowed', 'block-not-allowed'],
    },
    {
      field: 'button[].name',
      fact: { en: 'required', ko: '필수' },
      limits: ['buttonName'],
      rules: ['key-missing', 'value-empty'],
    },
    {
      field: 'attachment.button[].name',
      fact: { en: `at most ${buttonName.max} bytes`, ko: `최대 ${buttonName.max}바이트` },
      limits: ['buttonName'],
      rules: nameRules,
    },
    {
      field: 'button[].name',
      fact: {
        en: `in ${buttonNameLong.kinds.join(' and ')} at most ${buttonNameLong.max} characters`,
        ko: `${buttonNameLong.kinds.join(', ')}에서는 최대 ${buttonNameLong.max}자`,
      },
      limits: ['buttonNameLong'],
      rules: nameRules,
    },
    {
      field: 'button[].name',
      fact: {
        en: `in ${buttonNameShort.kinds.join(', ')} at most ${buttonNameShort.max} characters`,
        ko: `${buttonNameShort.kinds.join(', ')}에서는 최대 ${buttonNameShort.max}자`,
      },
      limits: ['buttonNameShort'],
      rules: nameRules,
    },
    {
      field: 'button[].type',
      fact: { en: `required: one of ${buttonTypes.join(', ')}`, ko: `필수. ${buttonTypes.join(', ')} 중 하나` },
      limits: ['buttonType'],
      rules: ['key-missing', 'value-not-allowed'],
    },
    {
      field: 'button[type=WL]',
      fact: { en: 'url_mobile is required, url_pc may be there', ko: 'url_mobile은 필수, url_pc는 선택' },
      limits: ['webLinkTarget'],
      rules: ['key-missing', 'link-empty', 'button-attribute-not-allowed'],
    },
    {
      field: 'button[type=AL]',
      fact: {
        en: `at least ${appLinkTargets.min} of ${appLinkTargets.oneOf.join(', ')}; url_pc may be there`,
        ko: `${appLinkTargets.oneOf.join(', ')} 중 ${appLinkTargets.min}개 이상, url_pc는 선택`,
      },
      limits: ['appLinkTargets'],
      rules: ['app-link-target-missing', 'link-empty', 'button-attribute-not-allowed'],
    },
    {
      field: 'button[type=BK], button[type=MD]',
      fact: { en: 'no attributes', ko: '다른 속성이 없음' },
      rules: ['button-attribute-not-allowed'],
    },
    {
      field: 'button[type=BC]',
      fact: { en: 'chat_extra may be there', ko: 'chat_extra는 선택' },
      rules: ['button-attribute-not-allowed'],
    },
    {
      field: 'button[type=BT]',
      fact: { en: 'chat_extra and chat_event may be there', ko: 'chat_extra와 chat_event는 선택' },
      rules: ['button-attribute-not-allowed'],
    },
    {
      field: 'button[type=BF].biz_form_key',
      fact: { en: 'required', ko: '필수' },
      limits: ['businessFormKey'],
      rules: ['key-missing', 'value-empty'],
    },
    {
      field: 'button[].chat_extra',
      fact: { en: `at most ${chatExtra.max} bytes`, ko: `최대 ${chatExtra.max}바이트` },
      limits: ['chatExtra'],
      rules: ['chat-extra-too-long', 'text-may-overflow', 'recipient-overflow'],
    },
    {
      field: 'button[].chat_event',
      fact: { en: `at most ${chatEvent.max} bytes`, ko: `최대 ${chatEvent.max}바이트` },
      limits: ['chatEvent'],
      rules: ['chat-event-too-long', 'text-may-overflow', 'recipient-overflow'],
    },
    {
      field: 'url_mobile, url_pc',
      fact: { en: 'addresses that a browser opens', ko: '브라우저에서 여는 주소' },
      rules: ['link-empty', 'link-without-scheme', 'second-link-not-web', 'recipient-link-invalid'],
    },
    {
      field: 'scheme_android, scheme_ios',
      fact: { en: 'schemes that an application opens', ko: '앱에서 여는 스킴' },
      rules: ['link-empty', 'link-without-scheme'],
    },
  ],
}

/** What the interface asks of the image and the items of a message. */
export const attachmentSection: InterfaceSection = {
  title: { en: 'Image and items', ko: '이미지와 아이템' },
  rows: [
    {
      field: 'attachment.image.img_url',
      fact: {
        en: 'the image of ft-image and ft-wide, uploaded beforehand',
        ko: 'ft-image와 ft-wide의 이미지. 미리 업로드한 것',
      },
      rules: ['image-missing', 'image-not-allowed', 'image-repeated', 'image-not-found', 'image-url-not-https'],
      elsewhere: {
        en: 'deploy uploads it before the first message',
        ko: '발송(deploy): 첫 메시지를 보내기 전에 업로드함',
      },
    },
    {
      field: 'attachment.image.img_link',
      fact: { en: 'one address for the image; may be left out', ko: '이미지를 누르면 열리는 주소 하나. 생략 가능' },
      rules: ['link-empty', 'link-without-scheme', 'link-scheme-not-allowed', 'second-link-not-allowed'],
    },
    {
      field: 'attachment.item.list',
      fact: {
        en: `from ${items.min} to ${items.max} entries in a wide item list`,
        ko: `와이드 아이템 리스트에서 ${items.min}~${items.max}개`,
      },
      limits: ['items'],
      rules: ['items-missing', 'too-few-items', 'too-many-items'],
    },
    {
      field: 'attachment.item.list[].title',
      fact: { en: 'required', ko: '필수' },
      limits: ['firstItemTitle', 'itemTitle'],
      rules: ['title-empty'],
    },
    {
      field: 'attachment.item.list[0].title',
      fact: { en: `at most ${firstItemTitle.max} characters`, ko: `최대 ${firstItemTitle.max}자` },
      limits: ['firstItemTitle'],
      rules: ['item-title-too-long', 'text-may-overflow', 'recipient-overflow'],
    },
    {
      field: 'attachment.item.list[1..3].title',
      fact: { en: `at most ${itemTitle.max} characters`, ko: `최대 ${itemTitle.max}자` },
      limits: ['itemTitle'],
      rules: ['item-title-too-long', 'text-may-overflow', 'recipient-overflow'],
    },
    {
      field: 'attachment.item.list[].img_url',
      fact: { en: 'required, one for each entry', ko: '필수. 아이템마다 하나' },
      limits: ['itemImage'],
      rules: ['image-missing', 'image-repeated'],
    },
    {
      field: 'attachment.item.list[].url_mobile',
      fact: { en: 'required', ko: '필수' },
      limits: ['itemLink'],
      rules: ['item-link-missing', 'item-link-not-mobile', 'item-link-repeated', 'link-empty'],
    },
    {
      field: 'attachment.item.list[]',
      fact: {
        en: 'an entry has nothing but a title, an image and links',
        ko: '아이템에는 제목과 이미지, 링크만 있음',
      },
      rules: ['text-not-allowed', 'button-not-allowed', 'block-not-allowed'],
    },
  ],
}
