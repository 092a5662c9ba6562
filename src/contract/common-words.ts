import type { ButtonAttribute, CouponField } from './content.ts'
import type { ButtonTypeFacts, KindFacts } from './contract.ts'
import type { Text } from '../words/language.ts'

// Both services have these, by names of their own.

/** Kinds that every service has. */
export const kindWords = {
  text: { name: { en: 'Text', ko: '텍스트' } },
  image: { name: { en: 'Image', ko: '이미지' } },
  wide: { name: { en: 'Wide image', ko: '와이드 이미지' } },
  wideItemList: {
    name: { en: 'Wide item list', ko: '와이드 아이템 리스트' },
    description: {
      en: 'A header and 3 to 4 items, each with an image and a link.',
      ko: '헤더와 3~4개의 항목입니다. 항목마다 이미지와 링크가 있습니다.',
    },
  },
  carouselFeed: {
    name: { en: 'Carousel feed', ko: '캐러셀 피드' },
    description: {
      en: '2 to 6 cards side by side, each with an image, text and buttons.',
      ko: '옆으로 넘기는 카드 2~6장입니다. 카드마다 이미지와 텍스트, 버튼이 있습니다.',
    },
  },
} as const satisfies { readonly [kind: string]: Partial<KindFacts> }

const name = 'required'

/** Button types that every service has. */
export const commonButtons = {
  WL: {
    fields: { name, mobile: 'required', pc: 'optional' },
    description: { en: 'Opens a web page.', ko: '웹 페이지를 엽니다.' },
  },
  BK: {
    fields: { name },
    description: { en: "Sends the button's name as a message.", ko: '버튼 이름을 메시지로 보냅니다.' },
    tap: { en: 'Sends the text of the button to the channel.', ko: '버튼 이름을 채널에 메시지로 보냅니다.' },
    sends: 'name',
  },
  MD: {
    fields: { name },
    description: {
      en: "Sends the button's name together with the message.",
      ko: '버튼 이름과 메시지 본문을 함께 보냅니다.',
    },
    tap: {
      en: 'Sends the text of the button together with the message to the channel.',
      ko: '버튼 이름과 메시지 본문을 채널에 보냅니다.',
    },
    sends: 'name',
  },
  BT: {
    fields: { name, extra: 'optional', event: 'optional' },
    description: {
      en: 'Switches to a chatbot; only for channels that use one.',
      ko: '챗봇으로 전환합니다. 챗봇을 쓰는 채널에서만 됩니다.',
    },
    tap: { en: 'Switches to the chatbot.', ko: '챗봇으로 전환합니다.' },
  },
  BF: {
    fields: { name, form: 'required' },
    description: { en: 'Opens a business form.', ko: '비즈니스 폼을 엽니다.' },
    tap: { en: 'Opens the business form.', ko: '비즈니스폼을 엽니다.' },
  },
} as const satisfies { readonly [type: string]: ButtonTypeFacts }

/** The fields of an app link, for which services need other ones. */
export const appFields = { name, mobile: 'optional', pc: 'optional', android: 'optional', ios: 'optional' } as const

/** Fields that people read on one line, and what they are. */
export const oneLine: { readonly [field: string]: Text } = {
  header: { en: 'a header', ko: '헤더' },
  name: { en: 'the name of a button', ko: '버튼 이름' },
  title: { en: 'a title', ko: '제목' },
  description: { en: 'the description of a coupon', ko: '쿠폰 설명' },
}

/** Returns what the fields of buttons and coupons are for, by the service's names. */
export function nameWordsOf(
  names: { readonly [N in ButtonAttribute | CouponField]: string },
  types: readonly string[],
): { readonly [name: string]: Text } {
  return {
    type: {
      en: `What a tap does: ${types.slice(0, -1).join(', ')} or ${types.at(-1)}.`,
      ko: `버튼을 누르면 할 일입니다. ${types.join(', ')} 중 하나입니다.`,
    },
    name: { en: 'What stands on the button.', ko: '버튼에 표시되는 이름입니다.' },
    [names.mobile]: { en: 'The web address that a tap opens on a phone.', ko: '모바일에서 여는 웹 주소입니다.' },
    [names.pc]: { en: 'The web address that a tap opens on a computer.', ko: 'PC에서 여는 웹 주소입니다.' },
    [names.android]: { en: 'The address of the app on Android.', ko: 'Android에서 여는 앱 주소입니다.' },
    [names.ios]: { en: 'The address of the app on iOS.', ko: 'iOS에서 여는 앱 주소입니다.' },
    [names.form]: {
      en: 'The key that the upload of a business form gave.',
      ko: '비즈니스 폼을 올리고 받은 키입니다.',
    },
    [names.extra]: {
      en: 'Passed on when the chat is switched over.',
      ko: '상담 전환 때 함께 전달되는 값입니다.',
    },
    [names.event]: { en: "The name of the bot's event.", ko: '봇 이벤트 이름입니다.' },
    [names.title]: {
      en: 'The name of the coupon, in one of five forms such as 3000원 할인 쿠폰.',
      ko: '쿠폰 이름입니다. "3000원 할인 쿠폰" 같은 다섯 가지 형식 중 하나입니다.',
    },
    [names.description]: { en: 'What the coupon is for.', ko: '쿠폰 설명입니다.' },
  }
}
