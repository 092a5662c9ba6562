import type {
  ButtonContent,
  CardContent,
  CarouselContent,
  CouponContent,
  ImageContent,
  ItemContent,
  ItemListContent,
  MessageContent,
  SettingContent,
  SingleContent,
  TargetsContent,
} from '../content.ts'
import type {
  Card,
  CarouselFeedPayload,
  FailbackData,
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
  settings: { ad_flag, echo_to_webhook, failback_data },
}: MessageContent<V>): Pick<PayloadDraft<Payload, V>, 'msg' | 'ad_flag' | 'echo_to_webhook' | 'failback_data'> {
  return {
    msg,
    echo_to_webhook: echo_to_webhook as V | undefined,
    ad_flag: ad_flag as V | undefined,
    failback_data: fallbackOf(failback_data),
  }
}

function fallbackOf<V>(setting: SettingContent<V> | undefined): PayloadDraft<FailbackData, V> | undefined {
  if (typeof setting !== 'object' || setting === null || !('fields' in setting)) return undefined
  const fields = setting.fields.map(({ name, value }) => [name, value] as const)
  return { msg: undefined, api_unique_id: undefined, origin_cid: undefined, ...Object.fromEntries(fields) }
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
    url_mobile: targets.mobile,
    url_pc: targets.pc,
    scheme_android: targets.android,
    scheme_ios: targets.ios,
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

function linkTargetsOf<V>(
  targets: TargetsContent<V>['targets'] | CouponContent<V>['fields'],
): PayloadDraft<LinkTargets, V> {
  const { android, ios, mobile, pc } = targets
  return { scheme_android: android, scheme_ios: ios, url_mobile: mobile, url_pc: pc }
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
    url_pc: attributes.pc,
    url_mobile: attributes.mobile,
    scheme_android: attributes.android,
    scheme_ios: attributes.ios,
    chat_extra: attributes.extra,
    chat_event: attributes.event,
    biz_form_key: attributes.form,
  }))
}
