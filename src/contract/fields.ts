import type { ButtonType, Kind, Presence } from './kinds.ts'
import type { Button, Card, Coupon, FailbackData, Image, Item, LinkTargets, PayloadOf } from './payload.ts'

/**
 * A record's fields in the interface's order. The type ties the table to the payload type: a field that is
 * missing, superfluous or of the wrong presence does not compile.
 */
export type FieldsOf<T> = { readonly [K in keyof T]-?: object extends Pick<T, K> ? 'optional' : 'required' }

type Known<T> = { [K in keyof T as string extends K ? never : K]: T[K] }
type AttachmentOf<P> = P extends { readonly attachment?: infer A } ? NonNullable<A> : never
type ButtonOf<T extends ButtonType> = Extract<Button, { type: T }>

export const linkTargetFields = {
  url_mobile: 'optional',
  url_pc: 'optional',
  scheme_android: 'optional',
  scheme_ios: 'optional',
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
  url_mobile: 'optional',
  url_pc: 'optional',
  scheme_android: 'optional',
  scheme_ios: 'optional',
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

export const cardAttachmentFields = {
  button: 'optional',
  image: 'required',
  coupon: 'optional',
} as const satisfies FieldsOf<Card['attachment']>

/** Fields whose value is a URL, wherever they stand. */
export const linkFields = ['url_pc', 'url_mobile', 'scheme_android', 'scheme_ios', 'img_link'] as const
