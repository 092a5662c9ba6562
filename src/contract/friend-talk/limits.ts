import type { ImageOperation, LimitRow } from '../contract.ts'
import type { Upload } from './kinds.ts'
import { linkFields } from './payload.ts'

const buttonsOfMessage = '/attachment/button'
const buttonsOfCard = '/carousel/list/*/attachment/button'
const buttons = [buttonsOfMessage, buttonsOfCard]
const items = '/attachment/item/list'
const cards = '/carousel/list'
const fallback = '/failback_data/msg'

const interfaceRows: readonly Omit<LimitRow, 'tier'>[] = [
  {
    rule: 'msg-too-long',
    subject: { en: 'The text', ko: '본문이' },
    at: ['/msg'],
    max: 1000,
    unit: 'characters',
    source: 'Message',
  },
  {
    rule: 'header-too-long',
    subject: { en: 'The header', ko: '헤더가' },
    at: ['/header'],
    max: 32,
    unit: 'bytes',
    source: 'Message',
  },
  {
    rule: 'echo-to-webhook-too-long',
    subject: { en: '"echo_to_webhook"', ko: '"echo_to_webhook" 값이' },
    at: ['/echo_to_webhook'],
    code: 'G142',
    max: 256,
    unit: 'bytes',
    source: 'Message',
  },
  {
    rule: 'too-many-buttons',
    subject: { en: 'button', ko: '버튼이' },
    at: buttons,
    max: 5,
    unit: 'buttons',
    source: 'Attachment',
  },
  ...[
    { at: [`${buttonsOfMessage}/*/name`], max: 112, unit: 'bytes', source: 'Attachment' } as const,
    {
      at: [`${buttonsOfMessage}/*/name`],
      kinds: ['ft-text', 'ft-image'],
      max: 14,
      unit: 'characters',
      source: 'Maximum button-name length per message kind',
    } as const,
    {
      at: buttons.map((list) => `${list}/*/name`),
      kinds: ['ft-wide', 'ft-wide-item-list', 'ft-carousel-feed'],
      max: 8,
      unit: 'characters',
      source: 'Maximum button-name length per message kind',
    } as const,
    { at: [`${buttonsOfCard}/*/name`], max: 8, unit: 'bytes', source: 'Carousel' } as const,
  ].map((row) => ({
    rule: 'button-name-too-long',
    subject: { en: 'The button name', ko: '버튼 이름이' },
    ...row,
  })),
  ...(['chat_extra', 'chat_event'] as const).map((field) => ({
    rule: `${field.replace('_', '-')}-too-long`,
    subject: { en: `"${field}"`, ko: `"${field}" 값이` },
    at: buttons.map((list) => `${list}/*/${field}`),
    max: 50,
    unit: 'bytes' as const,
    source: 'Attachment',
  })),
  {
    rule: 'too-few-items',
    subject: { en: 'item', ko: '아이템이' },
    at: [items],
    min: 3,
    unit: 'items',
    source: 'Attachment',
  },
  {
    rule: 'too-many-items',
    subject: { en: 'item', ko: '아이템이' },
    at: [items],
    max: 4,
    unit: 'items',
    source: 'Attachment',
  },
  {
    rule: 'item-title-too-long',
    subject: { en: 'The item title', ko: '아이템 제목이' },
    at: [`${items}/0/title`],
    max: 25,
    unit: 'characters',
    source: 'Attachment',
  },
  {
    rule: 'item-title-too-long',
    subject: { en: 'The item title', ko: '아이템 제목이' },
    at: [`${items}/1+/title`],
    max: 30,
    unit: 'characters',
    source: 'Attachment',
  },
  {
    rule: 'too-few-cards',
    subject: { en: 'card', ko: '카드가' },
    at: [cards],
    min: 2,
    unit: 'cards',
    source: 'Carousel',
  },
  {
    rule: 'too-many-cards',
    subject: { en: 'card', ko: '카드가' },
    at: [cards],
    max: 6,
    unit: 'cards',
    source: 'Carousel',
  },
  {
    rule: 'card-header-too-long',
    subject: { en: 'The card title', ko: '카드 제목이' },
    at: [`${cards}/*/header`],
    max: 20,
    unit: 'bytes',
    source: 'Carousel',
  },
  {
    rule: 'card-message-too-long',
    subject: { en: 'The text of the card', ko: '카드 본문이' },
    at: [`${cards}/*/message`],
    max: 180,
    unit: 'bytes',
    source: 'Carousel',
  },
  {
    rule: 'coupon-description-too-long',
    subject: { en: 'The description of the coupon', ko: '쿠폰 설명이' },
    at: [`${cards}/*/attachment/coupon/description`],
    max: 12,
    unit: 'characters',
    source: 'Carousel',
  },
]

const siblings = 'sibling services'

/** Numbers of sibling services, which convert friend messages today. */
const platformRows: readonly Omit<LimitRow, 'tier' | 'source'>[] = [
  {
    rule: 'header-may-be-cut',
    subject: { en: 'The header', ko: '헤더가' },
    at: ['/header'],
    max: 20,
    unit: 'characters',
  },
  ...([400, 76] as const).map((max) => ({
    rule: 'text-may-be-cut',
    subject: { en: 'The text', ko: '본문이' },
    at: ['/msg'],
    kinds: [max === 76 ? 'ft-wide' : 'ft-image'],
    max,
    unit: 'characters' as const,
  })),
  // In each card. What is said of buttons beside a coupon is more than that.
  {
    rule: 'many-buttons',
    subject: { en: 'button', ko: '버튼이' },
    at: buttons,
    kinds: ['ft-wide', 'ft-wide-item-list', 'ft-carousel-feed'],
    max: 2,
    unit: 'buttons',
  },
  ...[
    { at: ['/msg'], kinds: ['ft-text', 'ft-image'], max: 99 },
    { at: ['/msg'], kinds: ['ft-wide'], max: 1, elsewhere: 5 },
    { at: [`${cards}/*/message`], max: 2 },
  ].map((row) => ({
    rule: 'many-line-breaks',
    subject: { en: 'The text', ko: '본문이' },
    unit: 'breaks' as const,
    ...row,
  })),
  ...([90, 2000] as const).map((max) => ({
    rule: 'fallback-too-long',
    subject: { en: 'The fallback text', ko: '대체 문자가' },
    at: [fallback],
    when: { api_unique_id: max === 90 ? /^sms/i : /^(?!sms)/i },
    max,
    unit: 'bytes' as const,
    encoding: 'euc-kr' as const,
    words: fallbackWords(max === 90),
  })),
  {
    rule: 'link-format',
    subject: { en: 'The link', ko: '링크가' },
    at: ['/attachment/image', `${items}/*`, `${cards}/*/attachment/image`, `${cards}/*/attachment/coupon`]
      .concat('/carousel/tail', ...buttons.map((list) => `${list}/*`))
      .flatMap((place) => linkFields.map((field) => `${place}/${field}`)),
    max: 500,
    unit: 'characters',
    words: {
      en: ({ actual, limit }) =>
        `The link may have ${actual} characters; some services take at most ${limit}. Shorten it by ${actual - limit}.`,
      ko: ({ actual, limit }) =>
        `링크가 최대 ${actual}자입니다. ${limit}자까지만 받는 서비스가 있으니 ${actual - limit}자를 줄이세요.`,
    },
  },
]

function fallbackWords(isShort: boolean): NonNullable<LimitRow['words']> {
  return {
    en: ({ actual, limit, varies, siblings: { api_unique_id: service } }) =>
      `The fallback text has ${varies ? 'up to ' : ''}${actual} bytes in EUC-KR; "${String(service)}" may take at most ${limit}. Shorten it by ${actual - limit}${isShort ? ' or use LMS' : ''}.`,
    ko: ({ actual, limit, varies, siblings: { api_unique_id: service } }) =>
      `${varies ? '변수 값이 가장 길면 ' : ''}대체 문자가 EUC-KR로 ${actual}바이트입니다. "${String(service)}" 발송은 ${limit}바이트까지일 수 있으니 ${actual - limit}바이트를 줄이${isShort ? '거나 LMS를 쓰세요' : '세요'}.`,
  }
}

/** The limits of texts and lists: rules, meters, schemas, hovers and the documentation follow from them. */
export const limits: readonly LimitRow[] = [
  ...interfaceRows.map((row) => ({ tier: 'interface' as const, ...row })),
  ...platformRows.map((row) => ({ tier: 'platform' as const, source: siblings, ...row })),
]

const formats = ['jpg', 'png'] as const

/** Limits of the four upload operations. KB and MB are read as powers of ten, the strictest reading. */
export const imageLimits = {
  FT: {
    images: 'one',
    answer: 'single',
    formats,
    maxBytes: 500_000,
    minWidthPx: 500,
    ratioMin: 0.75,
    ratioMax: 2,
    recommendedPx: { width: 720, height: 720 },
    source: 'Upload a regular image',
  },
  FT_WIDE: {
    images: 'one',
    answer: 'single',
    formats,
    maxBytes: 2_000_000,
    widthPx: 800,
    heightPx: 600,
    source: 'Upload a wide image',
  },
  'ft-wide-item-list': {
    images: 'several',
    answer: 'open',
    formats,
    maxBytes: 2_000_000,
    minWidthPx: 400,
    maxWidthPx: 800,
    heightPx: 400,
    maxFiles: 4,
    source: 'Upload images for a wide item list',
  },
  'ft-carousel-feed': {
    images: 'several',
    answer: 'multi',
    formats,
    maxBytes: 2_000_000,
    minWidthPx: 500,
    ratioMin: 0.75,
    ratioMax: 2,
    maxFiles: 6,
    source: 'Upload images for a carousel feed',
  },
} as const satisfies Readonly<Record<Upload, ImageOperation>>

/** When sending is restricted and how long an uploaded image lives (interface: "Limits"). Times are those of Korea. */
export const times = { restrictedFrom: '20:50', restrictedUntil: '08:00', imageRetentionMonths: 3 } as const
