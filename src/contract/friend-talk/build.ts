import type { Kind } from './kinds.ts'
import type {
  buttonAttributes,
  Card,
  CarouselFeedPayload,
  Coupon,
  ImagePayload,
  Item,
  Known,
  LinkTargets,
  Payload,
  TextPayload,
  WideItemListPayload,
} from './payload.ts'

type KeysOf<T> = T extends T ? keyof Known<T> : never
type FieldOf<T, K> = T extends T ? (K extends keyof T ? Exclude<T[K], undefined> : never) : never

/**
 * A payload whose single values are still those of the message, `V`. Every field of the interface has to be written,
 * as `undefined` where a message does not have it: a new one does not compile until the builder says what it is.
 */
export type PayloadDraft<P, V> = [P] extends [string]
  ? V
  : [P] extends [readonly (infer One)[]]
    ? readonly PayloadDraft<One, V>[]
    : { readonly [K in KeysOf<P>]: PayloadDraft<FieldOf<P, K>, V> | undefined }

type Fields<V, Name extends string> = { readonly [N in Name]?: V | undefined }

/** The attributes of a button but its type. */
export type ButtonAttribute = Exclude<(typeof buttonAttributes)[number], 'type'>

interface ButtonContent<V> {
  readonly type?: V
  readonly attributes: Fields<V, ButtonAttribute>
}

interface ImageContent<V> {
  readonly source?: V
  readonly link?: V
}

interface ContentBase<V> {
  readonly kind: Kind
  readonly msg?: V
  readonly adFlag: V
  readonly echo?: V
  readonly failback?: { readonly msg?: V; readonly fields: readonly { readonly name: string; readonly value: V }[] }
}

interface SingleContent<V> extends ContentBase<V> {
  readonly buttons: readonly ButtonContent<V>[]
  readonly image?: ImageContent<V>
}

interface ItemContent<V> {
  readonly title?: V
  readonly image?: ImageContent<V>
  readonly targets?: Fields<V, keyof LinkTargets>
}

interface ItemListContent<V> extends ContentBase<V> {
  readonly header?: V
  readonly items: readonly ItemContent<V>[]
  readonly buttons: readonly ButtonContent<V>[]
}

interface CardContent<V> {
  readonly header?: V
  readonly message?: V
  readonly buttons: readonly ButtonContent<V>[]
  readonly image?: ImageContent<V>
  readonly coupon?: { readonly fields: Fields<V, keyof Coupon> }
}

interface CarouselContent<V> extends ContentBase<V> {
  readonly cards: readonly CardContent<V>[]
  readonly tail?: { readonly targets: Fields<V, keyof LinkTargets> }
}

/** What a message says, as far as it is known; `V` is a single value of it, with whatever is known of its place. */
export type MessageContent<V> = SingleContent<V> | ItemListContent<V> | CarouselContent<V>

/** Returns the payload that a message becomes, its fields in the interface's order. */
export function buildPayload<V>(
  message: MessageContent<V>,
):
  | PayloadDraft<TextPayload | ImagePayload, V>
  | PayloadDraft<WideItemListPayload, V>
  | PayloadDraft<CarouselFeedPayload, V> {
  if ('cards' in message) return { ...unset, ...carouselFeed(message) }
  if ('items' in message) return { ...unset, ...wideItemList(message) }
  return { ...unset, ...single(message) }
}

/** The order of the fields; what a kind lacks stays out. */
const unset = {
  msg: undefined,
  header: undefined,
  echo_to_webhook: undefined,
  attachment: undefined,
  ad_flag: undefined,
  carousel: undefined,
  failback_data: undefined,
}

function shared<V>({
  msg,
  adFlag,
  echo,
  failback,
}: ContentBase<V>): Pick<PayloadDraft<Payload, V>, 'msg' | 'ad_flag' | 'echo_to_webhook' | 'failback_data'> {
  return {
    msg,
    echo_to_webhook: echo,
    ad_flag: adFlag,
    failback_data: failback && {
      msg: failback.msg,
      api_unique_id: undefined,
      origin_cid: undefined,
      ...Object.fromEntries(failback.fields.map(({ name, value }) => [name, value])),
    },
  }
}

function single<V>(message: SingleContent<V>): PayloadDraft<TextPayload | ImagePayload, V> {
  const { kind, image, buttons } = message
  const isAttached = kind !== 'ft-text' || image !== undefined || buttons.length > 0
  const attachment = { button: buttonsOf(buttons), image: image && imageOf(image) }
  return { ...shared(message), attachment: isAttached ? attachment : undefined }
}

function wideItemList<V>(message: ItemListContent<V>): PayloadDraft<WideItemListPayload, V> {
  return {
    ...shared(message),
    header: message.header,
    attachment: { button: buttonsOf(message.buttons), item: { list: message.items.map(itemOf) } },
  }
}

function carouselFeed<V>(message: CarouselContent<V>): PayloadDraft<CarouselFeedPayload, V> {
  const { cards, tail } = message
  return { ...shared(message), carousel: { list: cards.map(cardOf), tail: tail && linkTargetsOf(tail.targets) } }
}

function itemOf<V>({ title, image, targets = {} }: ItemContent<V>): PayloadDraft<Item, V> {
  return {
    title,
    img_url: image?.source,
    url_mobile: targets.url_mobile,
    url_pc: targets.url_pc,
    scheme_android: targets.scheme_android,
    scheme_ios: targets.scheme_ios,
  }
}

function cardOf<V>({ header, message, buttons, image, coupon }: CardContent<V>): PayloadDraft<Card, V> {
  return {
    header,
    message,
    attachment: {
      // The interface names the targets of a card in another order.
      button: buttonsOf(buttons)?.map(({ name, type, scheme_android, scheme_ios, url_mobile, url_pc, ...rest }) => ({
        name,
        type,
        scheme_android,
        scheme_ios,
        url_mobile,
        url_pc,
        ...rest,
      })),
      image: image && imageOf(image),
      coupon: coupon && {
        title: coupon.fields.title,
        description: coupon.fields.description,
        ...linkTargetsOf(coupon.fields),
      },
    },
  }
}

function linkTargetsOf<V>(targets: Fields<V, keyof LinkTargets>): PayloadDraft<LinkTargets, V> {
  const { scheme_android, scheme_ios, url_mobile, url_pc } = targets
  return { scheme_android, scheme_ios, url_mobile, url_pc }
}

function imageOf<V>({ source, link }: ImageContent<V>): PayloadDraft<ImagePayload['attachment']['image'], V> {
  return { img_url: source, img_link: link }
}

type ButtonDraft<V> = PayloadDraft<Card['attachment']['button'] & {}, V>[number]

function buttonsOf<V>(buttons: readonly ButtonContent<V>[]): readonly ButtonDraft<V>[] | undefined {
  if (buttons.length === 0) return undefined
  return buttons.map(({ type, attributes }) => ({
    name: attributes.name,
    type,
    url_pc: attributes.url_pc,
    url_mobile: attributes.url_mobile,
    scheme_android: attributes.scheme_android,
    scheme_ios: attributes.scheme_ios,
    chat_extra: attributes.chat_extra,
    chat_event: attributes.chat_event,
    biz_form_key: attributes.biz_form_key,
  }))
}
