import type { ImageOperation, LimitRow } from '../contract.ts'
import { rowsOf } from '../limit-rows.ts'
import { linkFields } from './names.ts'

const buttonsOfMessage = '/attachment/button'
const buttonsOfCard = '/carousel/list/*/attachment/button'
const buttons = [buttonsOfMessage, buttonsOfCard]
const items = '/attachment/item/list'
const cards = '/carousel/list'
const names = buttons.map((list) => `${list}/*/name`)
const fallback = { at: ['/failback_data/msg'], unit: 'bytes', encoding: 'euc-kr' } as const

/** Rows of the interface. */
const held = rowsOf({ tier: 'interface', source: 'Attachment' })

/** Rows of sibling services, which convert friend messages today. */
const advised = rowsOf({ tier: 'platform', source: 'sibling services' })

const short = ['ft-wide', 'ft-wide-item-list', 'ft-carousel-feed']
const perKind = 'Maximum button-name length per message kind'
const linked = ['/attachment/image', `${items}/*`, `${cards}/*/attachment/image`, `${cards}/*/attachment/coupon`]

/** The limits of texts and lists: rules, meters, schemas, hovers and the documentation follow from them. */
export const limits: readonly LimitRow[] = [
  ...held('msg-too-long', 'The text', '본문이', [{ at: ['/msg'], max: 1000, unit: 'characters', source: 'Message' }]),
  ...held('header-too-long', 'The header', '헤더가', [{ at: ['/header'], max: 32, unit: 'bytes', source: 'Message' }]),
  ...held('echo-to-webhook-too-long', '"echo_to_webhook"', '"echo_to_webhook" 값이', [
    { at: ['/echo_to_webhook'], code: 'G142', max: 256, unit: 'bytes', source: 'Message' },
  ]),
  ...held('too-many-buttons', 'button', '버튼이', [{ at: buttons, max: 5, unit: 'buttons' }]),
  ...held('button-name-too-long', 'The button name', '버튼 이름이', [
    { at: [`${buttonsOfMessage}/*/name`], max: 112, unit: 'bytes' },
    { at: names, kinds: ['ft-text', 'ft-image'], max: 14, unit: 'characters', source: perKind },
    { at: names, kinds: short, max: 8, unit: 'characters', source: perKind },
    { at: [`${buttonsOfCard}/*/name`], max: 8, unit: 'bytes', source: 'Carousel' },
  ]),
  ...['chat_extra', 'chat_event'].flatMap((field) =>
    held(`${field.replace('_', '-')}-too-long`, `"${field}"`, `"${field}" 값이`, [
      { at: buttons.map((list) => `${list}/*/${field}`), max: 50, unit: 'bytes' },
    ]),
  ),
  ...held('too-few-items', 'item', '아이템이', [{ at: [items], min: 3, unit: 'items' }]),
  ...held('too-many-items', 'item', '아이템이', [{ at: [items], max: 4, unit: 'items' }]),
  ...held('item-title-too-long', 'The item title', '아이템 제목이', [
    { at: [`${items}/0/title`], max: 25, unit: 'characters' },
    { at: [`${items}/1+/title`], max: 30, unit: 'characters' },
  ]),
  ...held('too-few-cards', 'card', '카드가', [{ at: [cards], min: 2, unit: 'cards', source: 'Carousel' }]),
  ...held('too-many-cards', 'card', '카드가', [{ at: [cards], max: 6, unit: 'cards', source: 'Carousel' }]),
  ...held('card-header-too-long', 'The card title', '카드 제목이', [
    { at: [`${cards}/*/header`], max: 20, unit: 'bytes', source: 'Carousel' },
  ]),
  ...held('card-message-too-long', 'The text of the card', '카드 본문이', [
    { at: [`${cards}/*/message`], max: 180, unit: 'bytes', source: 'Carousel' },
  ]),
  ...held('coupon-description-too-long', 'The description of the coupon', '쿠폰 설명이', [
    { at: [`${cards}/*/attachment/coupon/description`], max: 12, unit: 'characters', source: 'Carousel' },
  ]),
  ...advised('header-may-be-cut', 'The header', '헤더가', [{ at: ['/header'], max: 20, unit: 'characters' }]),
  ...advised('text-may-be-cut', 'The text', '본문이', [
    { at: ['/msg'], kinds: ['ft-image'], max: 400, unit: 'characters' },
    { at: ['/msg'], kinds: ['ft-wide'], max: 76, unit: 'characters' },
  ]),
  // In each card. What is said of buttons beside a coupon is more than that.
  ...advised('many-buttons', 'button', '버튼이', [{ at: buttons, kinds: short, max: 2, unit: 'buttons' }]),
  ...advised('many-line-breaks', 'The text', '본문이', [
    { at: ['/msg'], kinds: ['ft-text', 'ft-image'], max: 99, unit: 'breaks' },
    { at: ['/msg'], kinds: ['ft-wide'], max: 1, elsewhere: 5, unit: 'breaks' },
    { at: [`${cards}/*/message`], max: 2, unit: 'breaks' },
  ]),
  // The interface requires the text for these kinds too: one line is the summary that a chat list shows.
  ...advised('text-may-not-show', 'The text', '본문이', [
    {
      at: ['/msg'],
      kinds: ['ft-wide-item-list', 'ft-carousel-feed'],
      max: 0,
      unit: 'breaks',
      words: {
        en: ({ actual }) =>
          `The text has ${actual} lines, but some services show no text in this kind. Keep one line as a summary and move the rest into the items or cards.`,
        ko: ({ actual }) =>
          `본문이 ${actual}줄이지만 일부 서비스에서는 이 종류의 본문이 보이지 않습니다. 요약 한 줄만 남기고 나머지는 아이템이나 카드로 옮기세요.`,
      },
    },
  ]),
  ...advised('fallback-too-long', 'The fallback text', '대체 문자가', [
    {
      ...fallback,
      when: { api_unique_id: /^sms/i },
      max: 90,
      words: fallbackWords(' or use LMS', '거나 LMS를 쓰세요'),
    },
    { ...fallback, when: { api_unique_id: /^(?!sms)/i }, max: 2000, words: fallbackWords('', '세요') },
  ]),
  ...advised('link-format', 'The link', '링크가', [
    {
      at: [...linked, '/carousel/tail', ...buttons.map((list) => `${list}/*`)].flatMap((place) =>
        linkFields.map((field) => `${place}/${field}`),
      ),
      max: 500,
      unit: 'characters',
      words: {
        en: ({ actual, limit }) =>
          `The link may have ${actual} characters; some services take at most ${limit}. Shorten it by ${actual - limit}.`,
        ko: ({ actual, limit }) =>
          `링크가 최대 ${actual}자입니다. ${limit}자까지만 받는 서비스가 있으니 ${actual - limit}자를 줄이세요.`,
      },
    },
  ]),
]

function fallbackWords(orUseLms: string, ending: string): NonNullable<LimitRow['words']> {
  return {
    en: ({ actual, limit, varies, siblings: { api_unique_id: service } }) =>
      `The fallback text has ${varies ? 'up to ' : ''}${actual} bytes in EUC-KR; "${String(service)}" may take at most ${limit}. Shorten it by ${actual - limit}${orUseLms}.`,
    ko: ({ actual, limit, varies, siblings: { api_unique_id: service } }) =>
      `${varies ? '변수 값이 가장 길면 ' : ''}대체 문자가 EUC-KR로 ${actual}바이트입니다. "${String(service)}" 발송은 ${limit}바이트까지일 수 있으니 ${actual - limit}바이트를 줄이${ending}.`,
  }
}

const formats = ['jpg', 'png'] as const
const one = { images: 'one', answer: 'single', formats } as const
const free = { minWidthPx: 500, ratioMin: 0.75, ratioMax: 2 } as const
const several = { images: 'several', formats, maxBytes: 2_000_000 } as const

/** Limits of the upload operations, by the segment of their path. KB and MB are read as powers of ten, the strictest reading. */
export const imageLimits = {
  FT: {
    ...one,
    ...free,
    maxBytes: 500_000,
    recommendedPx: { width: 720, height: 720 },
    source: 'Upload a regular image',
  },
  FT_WIDE: { ...one, maxBytes: 2_000_000, widthPx: 800, heightPx: 600, source: 'Upload a wide image' },
  'ft-wide-item-list': {
    ...several,
    answer: 'open',
    minWidthPx: 400,
    maxWidthPx: 800,
    heightPx: 400,
    maxFiles: 4,
    source: 'Upload images for a wide item list',
  },
  'ft-carousel-feed': {
    ...several,
    ...free,
    answer: 'multi',
    maxFiles: 6,
    source: 'Upload images for a carousel feed',
  },
} as const satisfies { readonly [operation: string]: ImageOperation }

export type Upload = keyof typeof imageLimits

export const uploads = Object.keys(imageLimits) as readonly Upload[]

/** When sending is restricted and how long an uploaded image lives (interface: "Limits"). Times are those of Korea. */
export const times = { restrictedFrom: '20:50', restrictedUntil: '08:00', imageRetentionMonths: 3 } as const
