import type {
  ButtonContent,
  CardContent,
  CouponContent,
  Fields,
  HeadContent,
  ItemContent,
  MessageContent,
  PriceContent,
  SettingContent,
  TargetName,
} from '../content.ts'
import { factsOf } from './kinds.ts'

/**
 * Returns the body that a message becomes, its fields in the interface's order. A field that the message lacks is
 * undefined; a value that no message states is a constant.
 */
export function buildPayload<V>(message: MessageContent<V>): object {
  const { kind, settings } = message
  return {
    chatBubbleType: factsOf(kind).bubble,
    pushAlarm: settings['pushAlarm'],
    unsubscribeNo: settings['unsubscribeNo'],
    unsubscribeAuthNo: settings['unsubscribeAuthNo'],
    adult: settings['adult'],
    ...partsOf(message),
    recipientList: [{ targeting: settings['targeting'], resendParameter: resendOf(settings['resendParameter']) }],
  }
}

function partsOf<V>(message: MessageContent<V>): object {
  if ('cards' in message) {
    const { head, cards, tail } = message
    const cardOf = message.kind === 'bm-carousel-feed' ? feedCardOf<V> : commerceCardOf<V>
    return { carousel: { head: head && headOf(head), list: cards.map(cardOf), tail: tail && linksOf(tail.targets) } }
  }
  const taps = { buttons: buttonsOf(message.buttons), coupon: couponOf(message.coupon) }
  if ('items' in message) {
    return { header: message.header, item: { list: message.items.map(itemOf) }, ...taps }
  }
  const { kind, header, msg, image, price } = message
  const picture = image && { imageUrl: image.source, imageLink: image.link }
  if (kind !== 'bm-commerce') return { content: msg, image: picture, ...taps }
  return { additionalContent: msg, image: picture, commerce: commerceOf(header, price), ...taps }
}

function headOf<V>({ header, message, image, targets }: HeadContent<V>): object {
  return { header, content: message, imageUrl: image?.source, ...linksOf(targets ?? {}) }
}

function feedCardOf<V>({ header, message, image, buttons, coupon }: CardContent<V>): object {
  const taps = { buttons: buttonsOf(buttons), coupon: couponOf(coupon) }
  return { header, message, imageUrl: image?.source, imageLink: image?.link, ...taps }
}

function commerceCardOf<V>({ header, message, image, price, buttons, coupon }: CardContent<V>): object {
  return {
    additionalContent: message,
    imageUrl: image?.source,
    imageLink: image?.link,
    commerce: commerceOf(header, price),
    buttons: buttonsOf(buttons),
    coupon: couponOf(coupon),
  }
}

function itemOf<V>({ title, image, targets }: ItemContent<V>): object {
  return { title, imageUrl: image?.source, ...linksOf(targets ?? {}) }
}

function commerceOf<V>(title: V | undefined, price: PriceContent<V> | undefined): object | undefined {
  if (title === undefined && price === undefined) return undefined
  const { regular, discounted, rate, fixed } = price?.fields ?? {}
  return { title, regularPrice: regular, discountPrice: discounted, discountRate: rate, discountFixed: fixed }
}

function couponOf<V>(coupon: CouponContent<V> | undefined): object | undefined {
  if (coupon === undefined) return undefined
  const { title, description, ...targets } = coupon.fields
  return { title, description, ...linksOf(targets) }
}

function buttonsOf<V>(buttons: readonly ButtonContent<V>[]): readonly object[] | undefined {
  if (buttons.length === 0) return undefined
  return buttons.map(({ type, attributes }) => ({
    name: attributes.name,
    type,
    ...linksOf(attributes),
    chatExtra: attributes.extra,
    chatEvent: attributes.event,
    bizFormKey: attributes.form,
  }))
}

function linksOf<V>({ mobile, pc, android, ios }: Fields<V, TargetName>): object {
  return { linkMo: mobile, linkPc: pc, schemeAndroid: android, schemeIos: ios }
}

/** Without a fallback none may leave: the console's default would decide. */
function resendOf<V>(setting: SettingContent<V> | undefined): object {
  if (typeof setting !== 'object' || setting === null || !('fields' in setting)) return { isResend: false }
  const { resendType, resendTitle, resendContent, resendUnsubscribeNo } = Object.fromEntries(
    setting.fields.map(({ name, value }) => [name, value]),
  )
  return { isResend: true, resendType, resendTitle, resendContent, resendUnsubscribeNo }
}
