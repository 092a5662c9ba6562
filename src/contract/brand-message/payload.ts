import { closed, type JsonSchema, object, typed, type ValueOf } from '../../text/json-schema.ts'
import { objectOf } from '../../text/json-text.ts'
import { withBounds } from '../bounds.ts'
import type { MessageContent, ReadContent, SettingContent } from '../content.ts'
import type { TextState } from '../contract.ts'
import {
  build,
  buttonsSchema,
  fixed,
  items,
  list,
  maybe,
  part,
  read,
  schemaOf,
  settingsIn,
  type Shape,
  type Shaped,
  value,
} from '../shape.ts'
import { buttonTypes } from './button-types.ts'
import { factsOf, type Kind, type kindFacts } from './kinds.ts'
import { limits } from './limits.ts'
import { buttonNames, couponNames, targetNames } from './names.ts'
import { settings } from './settings.ts'

const whole = typed<number>({ type: 'integer' })
const boolean = typed<boolean>({ type: 'boolean' })

const { name: _, ...attributes } = buttonNames
const button = { name: 'attributes.name', type: 'type', ...maybe('attributes', attributes) }
const buttons = list('buttons', button, buttonsSchema(buttonTypes, buttonNames))

const { title, description, ...couponLinks } = couponNames
/** The coupon of a channel needs no link beside its address. */
const channelCoupons = [targetNames.android, targetNames.ios].map((name) => ({
  properties: { [name]: { type: 'string', pattern: '^alimtalk=coupon://' } },
  required: [name],
}))
const coupon = part(
  {
    [title]: 'coupon.fields.title',
    [description]: 'coupon.fields.description',
    ...maybe('coupon.fields', couponLinks),
  },
  { anyOf: [{ required: [targetNames.mobile] }, ...channelCoupons] },
)
const taps = { 'buttons?': buttons, 'coupon?': coupon }
const image = { imageUrl: 'image.source', 'imageLink?': 'image.link' }

const commerce = part(
  {
    title: 'header',
    regularPrice: value('price.fields.regular', whole),
    'discountPrice?': value('price.fields.discounted', whole),
    'discountRate?': value('price.fields.rate', whole),
    'discountFixed?': value('price.fields.fixed', whole),
  },
  {
    dependentRequired: { discountRate: ['discountPrice'], discountFixed: ['discountPrice'] },
    dependentSchemas: {
      discountPrice: { oneOf: [{ required: ['discountRate'] }, { required: ['discountFixed'] }] },
    },
  },
)

const { mobile, ...otherTargets } = targetNames
const linked = { imageUrl: 'image.source', [mobile]: 'targets.mobile', ...maybe('targets', otherTargets) }
const head = part(
  {
    header: 'head.header',
    content: 'head.message',
    imageUrl: 'head.image.source',
    ...maybe('head.targets', targetNames),
  },
  { dependentRequired: Object.fromEntries(Object.values(targetNames).map((name) => [name, [mobile]])) },
)
const tail = { [mobile]: 'tail.targets.mobile', ...maybe('tail.targets', otherTargets) }
const feedCard = { header: 'header', message: 'message', ...image, buttons, 'coupon?': coupon }
const product = { commerce, buttons, 'coupon?': coupon }

/** The parts of each kind (interface: "Parts per kind"). */
const parts = {
  'bm-text': { content: 'msg', ...taps },
  'bm-image': { content: 'msg', image, ...taps },
  'bm-wide': { content: 'msg', image, ...taps },
  'bm-wide-item-list': {
    header: 'header',
    item: { list: items({ 'title?': 'title', ...linked }, { title: 'title', ...linked }) },
    ...taps,
  },
  'bm-commerce': { 'additionalContent?': 'msg', image, ...product },
  'bm-carousel-feed': { carousel: { list: list('cards', feedCard), 'tail?': tail } },
  'bm-carousel-commerce': {
    carousel: {
      'head?': head,
      list: list('cards', { 'additionalContent?': 'message', ...image, ...product }),
      'tail?': tail,
    },
  },
} satisfies { readonly [K in Kind]: Shape }

const { targeting, resendParameter, ...common } = settings
type Resend =
  | { readonly isResend: false }
  | ({ readonly isResend: true } & { readonly [F in keyof typeof resendParameter.fields]?: string })
const resent = object({ isResend: { const: true }, ...resendParameter.schema.properties }, 'isResend')
const resend = typed<Resend>({ oneOf: [closed({ isResend: { const: false } }), resent] })
const recipient = closed({
  targeting: typed<'I' | 'M' | 'N'>({ enum: targeting.schema.enum }),
  resendParameter: resend,
})
/** One entry, which a send multiplies. */
const recipientList = typed<readonly [ValueOf<typeof recipient>]>({
  type: 'array',
  items: recipient,
  minItems: 1,
  maxItems: 1,
})

function shapeOf<const B extends string, const S extends Shape>(bubble: B, ofKind: S) {
  return {
    chatBubbleType: fixed(typed<B>({ const: bubble })),
    'pushAlarm?': value('settings.pushAlarm', boolean),
    'unsubscribeNo?': 'settings.unsubscribeNo',
    'unsubscribeAuthNo?': 'settings.unsubscribeAuthNo',
    'adult?': value('settings.adult', boolean),
    ...ofKind,
    recipientList: fixed(recipientList),
  }
}

/** The body of a request for each kind, without what a send adds. */
export type PayloadOf = {
  readonly [K in Kind]: Shaped<ReturnType<typeof shapeOf<(typeof kindFacts)[K]['bubble'], (typeof parts)[K]>>>
}

export const shapes: ReadonlyMap<string, Shape> = new Map(
  Object.entries(parts).map(([kind, ofKind]) => [kind, shapeOf(factsOf(kind).bubble, ofKind)]),
)

export function buildPayload<V>(message: MessageContent<V>): object {
  const { kind, settings: stated } = message
  const sent = { targeting: stated['targeting'], resendParameter: resendOf(stated['resendParameter']) }
  return { ...build(shapes.get(kind) ?? {}, message), recipientList: [sent] }
}

/** Without a fallback none may leave: the console's default would decide. */
function resendOf<V>(setting: SettingContent<V> | undefined): object {
  if (typeof setting !== 'object' || setting === null || !('fields' in setting)) return { isResend: false }
  const { resendType, resendTitle, resendContent, resendUnsubscribeNo } = Object.fromEntries(
    setting.fields.map(({ name, value: stated }) => [name, stated]),
  )
  return { isResend: true, resendType, resendTitle, resendContent, resendUnsubscribeNo }
}

export function readPayload(kind: string, payload: unknown): ReadContent {
  return { kind, ...read(shapes.get(kind) ?? {}, payload), settings: readSettings(payload) } as ReadContent
}

function readSettings(payload: unknown): ReadContent['settings'] {
  const { recipientList: people, ...body } = objectOf(payload) ?? {}
  const person = objectOf(Array.isArray(people) ? people[0] : undefined) ?? {}
  const { isResend, ...fields } = objectOf(person['resendParameter']) ?? {}
  const kept = isResend === true ? { targeting, resendParameter } : { targeting }
  const sent = { ...person, resendParameter: fields }
  return { ...settingsIn(body, '', common), ...settingsIn(sent, '/recipientList/0', kept) }
}

export function payloadSchema(kind: string, texts: TextState): JsonSchema {
  const schema = { ...schemaOf(shapes.get(kind) ?? {}), dependentRequired: { unsubscribeAuthNo: ['unsubscribeNo'] } }
  return withBounds(schema, limits, { kind, texts })
}
