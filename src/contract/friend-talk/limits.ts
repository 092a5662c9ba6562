import { type ButtonType, buttonTypes, type Kind, kindFacts, kinds, type Upload } from './kinds.ts'

/** What a limit counts. `bytes` and `characters` have several readings: see `units.ts`. */
export type LimitUnit = 'bytes' | 'characters' | 'messages' | 'buttons' | 'items' | 'cards' | 'fields'

/** One requirement, value set or limit of the interface. */
export interface Limit {
  /** The place in the send request, in the notation of the interface. */
  readonly field: string
  /** The kinds it holds for; every kind when absent. */
  readonly kinds?: readonly Kind[]
  /** The button types it holds for; every type when absent. */
  readonly types?: readonly ButtonType[]
  readonly required?: true
  readonly min?: number
  readonly max?: number
  readonly unit?: LimitUnit
  /** The allowed values. */
  readonly values?: readonly string[]
  readonly default?: string
  /** Of these fields, at least `min` are set. */
  readonly oneOf?: readonly string[]
  /** The sentence of the interface that says so. */
  readonly source: string
}

function kindsNamingButtonsBy(limit: 'buttonNameLong' | 'buttonNameShort'): readonly Kind[] {
  return kinds.filter((kind) => kindFacts[kind].buttonName === limit)
}

/** THE limits table: schemas, rules, rule docs, the emulator's checks and the meters derive from it. */
export const limits = {
  messagesPerRequest: { field: 'msg_data', max: 10, unit: 'messages', source: 'Send friend messages' },
  msg: { field: 'msg', required: true, max: 1000, unit: 'characters', source: 'Message' },
  header: {
    field: 'header',
    kinds: ['ft-wide-item-list'],
    required: true,
    max: 32,
    unit: 'bytes',
    source: 'Message',
  },
  echoToWebhook: { field: 'echo_to_webhook', max: 256, unit: 'bytes', source: 'Message' },
  adFlag: { field: 'ad_flag', values: ['Y', 'N'], default: 'Y', source: 'Message' },
  buttons: { field: 'attachment.button', max: 5, unit: 'buttons', source: 'Attachment' },
  buttonName: { field: 'attachment.button[].name', required: true, max: 112, unit: 'bytes', source: 'Attachment' },
  buttonNameLong: {
    field: 'button[].name',
    kinds: kindsNamingButtonsBy('buttonNameLong'),
    max: 14,
    unit: 'characters',
    source: 'Maximum button-name length per message kind',
  },
  buttonNameShort: {
    field: 'button[].name',
    kinds: kindsNamingButtonsBy('buttonNameShort'),
    max: 8,
    unit: 'characters',
    source: 'Maximum button-name length per message kind',
  },
  buttonType: { field: 'button[].type', required: true, values: buttonTypes, source: 'Button types' },
  chatExtra: { field: 'button[].chat_extra', types: ['BC', 'BT'], max: 50, unit: 'bytes', source: 'Attachment' },
  chatEvent: { field: 'button[].chat_event', types: ['BT'], max: 50, unit: 'bytes', source: 'Attachment' },
  webLinkTarget: { field: 'button[type=WL].url_mobile', required: true, source: 'Button types' },
  appLinkTargets: {
    field: 'button[type=AL]',
    oneOf: ['scheme_ios', 'scheme_android', 'url_mobile'],
    min: 1,
    unit: 'fields',
    source: 'Button types',
  },
  businessFormKey: { field: 'button[type=BF].biz_form_key', required: true, source: 'Button types' },
  items: {
    field: 'attachment.item.list',
    kinds: ['ft-wide-item-list'],
    min: 3,
    max: 4,
    unit: 'items',
    source: 'Attachment',
  },
  firstItemTitle: {
    field: 'attachment.item.list[0].title',
    required: true,
    max: 25,
    unit: 'characters',
    source: 'Attachment',
  },
  itemTitle: {
    field: 'attachment.item.list[1..3].title',
    required: true,
    max: 30,
    unit: 'characters',
    source: 'Attachment',
  },
  itemImage: { field: 'attachment.item.list[].img_url', required: true, source: 'Attachment' },
  itemLink: { field: 'attachment.item.list[].url_mobile', required: true, source: 'Attachment' },
  cards: { field: 'carousel.list', kinds: ['ft-carousel-feed'], min: 2, max: 6, unit: 'cards', source: 'Carousel' },
  cardHeader: { field: 'carousel.list[].header', required: true, max: 20, unit: 'bytes', source: 'Carousel' },
  cardMessage: { field: 'carousel.list[].message', required: true, max: 180, unit: 'bytes', source: 'Carousel' },
  cardButtonName: {
    field: 'carousel.list[].attachment.button[].name',
    required: true,
    max: 8,
    unit: 'bytes',
    source: 'Carousel',
  },
  cardImage: { field: 'carousel.list[].attachment.image.img_url', required: true, source: 'Carousel' },
  couponDescription: {
    field: 'carousel.list[].attachment.coupon.description',
    max: 12,
    unit: 'characters',
    source: 'Carousel',
  },
} as const satisfies Record<string, Limit>

/** What an upload operation accepts. */
export interface ImageLimit {
  readonly formats: readonly ['jpg', 'png']
  readonly maxBytes: number
  readonly widthPx?: number
  readonly heightPx?: number
  readonly minWidthPx?: number
  readonly maxWidthPx?: number
  /** Width divided by height. */
  readonly ratioMin?: number
  readonly ratioMax?: number
  readonly recommendedPx?: { readonly width: number; readonly height: number }
  readonly maxFiles?: number
  readonly source: string
}

const formats = ['jpg', 'png'] as const

/** Limits of the four upload operations. KB and MB are read as powers of ten, the strictest reading. */
export const imageLimits = {
  FT: {
    formats,
    maxBytes: 500_000,
    minWidthPx: 500,
    ratioMin: 0.75,
    ratioMax: 2,
    recommendedPx: { width: 720, height: 720 },
    source: 'Upload a regular image',
  },
  FT_WIDE: { formats, maxBytes: 2_000_000, widthPx: 800, heightPx: 600, source: 'Upload a wide image' },
  'ft-wide-item-list': {
    formats,
    maxBytes: 2_000_000,
    minWidthPx: 400,
    maxWidthPx: 800,
    heightPx: 400,
    maxFiles: 4,
    source: 'Upload images for a wide item list',
  },
  'ft-carousel-feed': {
    formats,
    maxBytes: 2_000_000,
    minWidthPx: 500,
    ratioMin: 0.75,
    ratioMax: 2,
    maxFiles: 6,
    source: 'Upload images for a carousel feed',
  },
} as const satisfies Record<Upload, ImageLimit>

/** When sending is restricted and how long an uploaded image lives (interface: "Limits"). Times are KST, UTC+9. */
export const times = {
  restrictedFrom: '20:50',
  restrictedUntil: '08:00',
  utcOffsetHours: 9,
  imageRetentionMonths: 3,
} as const
