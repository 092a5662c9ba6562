import type { Kind } from './kinds.ts'

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

export interface TextPayload extends MessageFields {
  readonly attachment?: { readonly button: readonly Button[] }
}

export interface ImagePayload extends MessageFields {
  readonly attachment: { readonly button?: readonly Button[]; readonly image: Image }
}

export interface WideItemListPayload extends MessageFields {
  /** At most 32 bytes. */
  readonly header: string
  readonly attachment: { readonly button?: readonly Button[]; readonly item: { readonly list: readonly Item[] } }
}

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

/** What a send adds to a payload (interface: "Message"). */
export interface SendFields {
  readonly sender_key: string
  readonly sender_number: string
  readonly receiver_number: string
  readonly msg_key: string
}
