import type { Presence } from '../contract.ts'
import type { Kind } from './kinds.ts'

/** The value of a button's `type` (interface: "Button types"). */
export const buttonTypes = ['WL', 'AL', 'BK', 'MD', 'BC', 'BT', 'BF'] as const

/** One of the seven button types. */
export type ButtonType = (typeof buttonTypes)[number]

/** Where a tap leads. All are URLs; `scheme_*` are custom application schemes. */
export interface LinkTargets {
  readonly url_pc?: string
  readonly url_mobile?: string
  readonly scheme_android?: string
  readonly scheme_ios?: string
}

/** Opens a web page. */
export interface WebLinkButton {
  readonly name: string
  readonly type: 'WL'
  readonly url_pc?: string
  readonly url_mobile: string
}

interface AppLinkTargets extends LinkTargets {
  readonly name: string
  readonly type: 'AL'
}

/** Opens an application; at least one of the three targets is set. */
export type AppLinkButton = AppLinkTargets &
  ({ readonly scheme_ios: string } | { readonly scheme_android: string } | { readonly url_mobile: string })

/** Sends the button's text as a message. */
export interface BotKeywordButton {
  readonly name: string
  readonly type: 'BK'
}

/** Sends the button's text together with the message body. */
export interface MessageDeliveryButton {
  readonly name: string
  readonly type: 'MD'
}

/** Switches to a consultation chat. */
export interface ConsultationButton {
  readonly name: string
  readonly type: 'BC'
  /** Metadata, at most 50 bytes. */
  readonly chat_extra?: string
}

/** Switches to a chatbot. */
export interface ChatbotButton {
  readonly name: string
  readonly type: 'BT'
  /** Metadata, at most 50 bytes. */
  readonly chat_extra?: string
  /** Name of the bot's event, at most 50 bytes. */
  readonly chat_event?: string
}

/** Opens a business form. */
export interface BusinessFormButton {
  readonly name: string
  readonly type: 'BF'
  readonly biz_form_key: string
}

/** A button, narrowed by `type`. */
export type Button =
  | WebLinkButton
  | AppLinkButton
  | BotKeywordButton
  | MessageDeliveryButton
  | ConsultationButton
  | ChatbotButton
  | BusinessFormButton

/** The image of an image or wide message, or of a card. */
export interface Image {
  /** The URL that the upload returned; in a compiled template `local:<path>` for a file. */
  readonly img_url: string
  /** Opened on a tap; the platform's image viewer opens when it is absent. */
  readonly img_link?: string
}

/** An entry of a wide item list. */
export interface Item {
  readonly title: string
  readonly img_url: string
  readonly url_mobile: string
  readonly url_pc?: string
  readonly scheme_android?: string
  readonly scheme_ios?: string
}

/** The coupon at the bottom of a card. */
export interface Coupon extends LinkTargets {
  readonly title?: string
  readonly description?: string
}

/** A card of a carousel. */
export interface Card {
  readonly header: string
  readonly message: string
  readonly attachment: {
    readonly button?: readonly Button[]
    readonly image: Image
    readonly coupon?: Coupon
  }
}

/** The request to fall back to another messaging service; `sender_number`, `receiver_number` and `secret_key` join at send time. */
export interface FailbackData {
  readonly msg: string
  readonly api_unique_id: string
  readonly origin_cid?: string
  /** The fallback service's own fields. */
  readonly [field: string]: unknown
}

interface MessageFields {
  /** The message text, at most 1000 characters. */
  readonly msg: string
  readonly echo_to_webhook?: string
  readonly ad_flag: 'Y' | 'N'
  readonly failback_data?: FailbackData
}

/** The message record of `ft-text`: a text with buttons. */
export interface TextPayload extends MessageFields {
  readonly attachment?: { readonly button: readonly Button[] }
}

/** The message record of `ft-image` and `ft-wide`: a text with one picture. */
export interface ImagePayload extends MessageFields {
  readonly attachment: { readonly button?: readonly Button[]; readonly image: Image }
}

/** The message record of `ft-wide-item-list`: a title and several items with pictures. */
export interface WideItemListPayload extends MessageFields {
  /** At most 32 bytes. */
  readonly header: string
  readonly attachment: { readonly button?: readonly Button[]; readonly item: { readonly list: readonly Item[] } }
}

/** The message record of `ft-carousel-feed`: several cards (interface: "Carousel feed"). */
export interface CarouselFeedPayload extends MessageFields {
  readonly carousel: { readonly list: readonly Card[]; readonly tail?: LinkTargets }
}

/** The message record of each kind, without what a send adds. */
export interface PayloadOf {
  'ft-text': TextPayload
  'ft-image': ImagePayload
  'ft-wide': ImagePayload
  'ft-wide-item-list': WideItemListPayload
  'ft-carousel-feed': CarouselFeedPayload
}

/** A message record of any kind. */
export type Payload = PayloadOf[Kind]

/**
 * A record's fields in the interface's order. The type ties the table to the payload type: a field that is
 * missing, superfluous or of the wrong presence does not compile.
 */
export type FieldsOf<T> = { readonly [K in keyof T]-?: object extends Pick<T, K> ? 'optional' : 'required' }

/** A record without what its index signature lets through. */
export type Known<T> = { [K in keyof T as string extends K ? never : K]: T[K] }
type AttachmentOf<P> = P extends { readonly attachment?: infer A } ? NonNullable<A> : never
type ButtonOf<T extends ButtonType> = Extract<Button, { type: T }>

/** In the order of the interface's carousel table, as those of a coupon. */
export const linkTargetFields = {
  scheme_android: 'optional',
  scheme_ios: 'optional',
  url_mobile: 'optional',
  url_pc: 'optional',
} as const satisfies FieldsOf<LinkTargets>

/** The attributes of each button type, "name" and "type" included (interface: "Button types"). */
export const buttonFields = {
  WL: { name: 'required', type: 'required', url_pc: 'optional', url_mobile: 'required' },
  AL: {
    name: 'required',
    type: 'required',
    url_pc: 'optional',
    url_mobile: 'optional',
    scheme_android: 'optional',
    scheme_ios: 'optional',
  },
  BK: { name: 'required', type: 'required' },
  MD: { name: 'required', type: 'required' },
  BC: { name: 'required', type: 'required', chat_extra: 'optional' },
  BT: { name: 'required', type: 'required', chat_extra: 'optional', chat_event: 'optional' },
  BF: { name: 'required', type: 'required', biz_form_key: 'required' },
} as const satisfies { readonly [T in ButtonType]: Record<keyof ButtonOf<T>, Presence> }

/** An `AL` button needs at least one of these (interface: "Button types"). */
export const appLinkTargets = ['scheme_ios', 'scheme_android', 'url_mobile'] as const

/** Every attribute that some button type has, in the order of the interface's attachment table. */
export const buttonAttributes = [
  'name',
  'type',
  'url_pc',
  'url_mobile',
  'scheme_android',
  'scheme_ios',
  'chat_extra',
  'chat_event',
  'biz_form_key',
] as const

export const imageFields = { img_url: 'required', img_link: 'optional' } as const satisfies FieldsOf<Image>

export const itemFields = {
  title: 'required',
  img_url: 'required',
  url_mobile: 'required',
  url_pc: 'optional',
  scheme_android: 'optional',
  scheme_ios: 'optional',
} as const satisfies FieldsOf<Item>

export const couponFields = {
  title: 'optional',
  description: 'optional',
  ...linkTargetFields,
} as const satisfies FieldsOf<Coupon>

export const cardFields = {
  header: 'required',
  message: 'required',
  attachment: 'required',
} as const satisfies FieldsOf<Card>

export const failbackFields = {
  msg: 'required',
  api_unique_id: 'required',
  origin_cid: 'optional',
} as const satisfies FieldsOf<Known<FailbackData>>

/** Added to `failback_data` at send time; never taken from a file. */
export const failbackSendFields = ['sender_number', 'receiver_number', 'secret_key'] as const

const shared = { echo_to_webhook: 'optional', ad_flag: 'required', failback_data: 'optional' } as const

/** The fields of the message record of each kind (interface: "Message"). */
export const payloadFields = {
  'ft-text': { msg: 'required', ...shared, attachment: 'optional' },
  'ft-image': { msg: 'required', ...shared, attachment: 'required' },
  'ft-wide': { msg: 'required', ...shared, attachment: 'required' },
  'ft-wide-item-list': { msg: 'required', header: 'required', ...shared, attachment: 'required' },
  'ft-carousel-feed': { msg: 'required', ...shared, carousel: 'required' },
} as const satisfies { readonly [K in Kind]: FieldsOf<PayloadOf[K]> }

/** The fields of `attachment` of each kind outside its cards; a carousel has none (interface: "Attachment"). */
export const attachmentFields = {
  'ft-text': { button: 'optional' },
  'ft-image': { button: 'optional', image: 'required' },
  'ft-wide': { button: 'optional', image: 'required' },
  'ft-wide-item-list': { button: 'optional', item: 'required' },
  'ft-carousel-feed': {},
} as const satisfies { readonly [K in Kind]: Record<keyof AttachmentOf<PayloadOf[K]>, Presence> }

/** Fields whose value is a URL, wherever they stand. */
export const linkFields = ['url_pc', 'url_mobile', 'scheme_android', 'scheme_ios', 'img_link'] as const
