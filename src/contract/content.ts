/** Where a tap leads: a web page for phones or computers, an app of one of the two systems. */
export const targetNames = ['mobile', 'pc', 'android', 'ios'] as const
export type TargetName = (typeof targetNames)[number]

/** The attributes of a button but its type; services have names of their own for them. */
export type ButtonAttribute = 'name' | TargetName | 'extra' | 'event' | 'form'

export type CouponField = 'title' | 'description' | TargetName

/** The price of a product: the regular one, the discounted one, and the discount in percent or in won. */
export const priceFields = ['regular', 'discounted', 'rate', 'fixed'] as const
export type PriceField = (typeof priceFields)[number]

export type Fields<V, Name extends string> = { readonly [N in Name]?: V | undefined }

export interface ButtonContent<V> {
  readonly type?: V | undefined
  readonly attributes: Fields<V, ButtonAttribute>
}

export interface ImageContent<V> {
  readonly source?: V | undefined
  readonly link?: V | undefined
}

export interface CouponContent<V> {
  readonly fields: Fields<V, CouponField>
}

export interface PriceContent<V> {
  readonly fields: Fields<V, PriceField>
}

export interface TargetsContent<V> {
  readonly targets: Fields<V, TargetName>
}

export interface ItemContent<V> extends Partial<TargetsContent<V>> {
  readonly title?: V | undefined
  readonly image?: ImageContent<V> | undefined
}

export interface CardContent<V> {
  readonly header?: V | undefined
  readonly message?: V | undefined
  readonly buttons: readonly ButtonContent<V>[]
  readonly image?: ImageContent<V> | undefined
  readonly coupon?: CouponContent<V> | undefined
  readonly price?: PriceContent<V> | undefined
}

/** The card that introduces a carousel. */
export interface HeadContent<V> extends Partial<TargetsContent<V>> {
  readonly header?: V | undefined
  readonly message?: V | undefined
  readonly image?: ImageContent<V> | undefined
}

/** A setting that a service has for itself: one value, or a mapping of values. */
export type SettingContent<V> = V | { readonly fields: readonly { readonly name: string; readonly value: V }[] }

interface ContentBase<V> {
  readonly kind: string
  readonly msg?: V | undefined
  /** By their keys in the frontmatter. */
  readonly settings: { readonly [key: string]: SettingContent<V> }
}

export interface SingleContent<V> extends ContentBase<V> {
  readonly header?: V | undefined
  readonly buttons: readonly ButtonContent<V>[]
  readonly image?: ImageContent<V> | undefined
  readonly price?: PriceContent<V> | undefined
  readonly coupon?: CouponContent<V> | undefined
}

export interface ItemListContent<V> extends ContentBase<V> {
  readonly header?: V | undefined
  readonly items: readonly ItemContent<V>[]
  readonly buttons: readonly ButtonContent<V>[]
  readonly coupon?: CouponContent<V> | undefined
}

export interface CarouselContent<V> extends ContentBase<V> {
  readonly head?: HeadContent<V> | undefined
  readonly cards: readonly CardContent<V>[]
  readonly tail?: TargetsContent<V> | undefined
}

/** The neutral message between the language and a service; `V` is a single value of it, with its place. */
export type MessageContent<V> = SingleContent<V> | ItemListContent<V> | CarouselContent<V>

/** A value of a payload and its JSON Pointer. */
export interface Placed {
  readonly value: unknown
  readonly pointer: string
}

/** A payload read back. Lists and their entries have the order of the payload. */
export type ReadContent = MessageContent<Placed> & {
  /** Every list of buttons, items and cards with its JSON Pointer. */
  readonly lists: readonly ContentList[]
}

/** Things that stand together: the buttons of a message or of a card, items, cards. */
export interface ContentList {
  readonly unit: 'buttons' | 'items' | 'cards'
  readonly pointer: string
  /** The card whose buttons they are. */
  readonly card?: number
}
