import type { JsonSchema } from '../../text/json-schema.ts'
import { withBounds } from '../bounds.ts'
import type { ButtonAttribute } from '../content.ts'
import type { ButtonTypeFacts, TextState } from '../contract.ts'
import { buttonTypes } from './button-types.ts'
import { factsOf } from './kinds.ts'
import { limits } from './limits.ts'
import { buttonNames, targetNames } from './names.ts'
import { settings } from './settings.ts'

const text: JsonSchema = { type: 'string', minLength: 1 }
const whole: JsonSchema = { type: 'integer' }
const boolean: JsonSchema = { type: 'boolean' }

/** The schema of the body of one kind without what a send adds. */
export function payloadSchema(kind: string, texts: TextState): JsonSchema {
  const { targeting, resendParameter } = settings
  const resent = object({ isResend: { const: true }, ...resendParameter.schema.properties }, ['isResend'])
  const resend = { oneOf: [object({ isResend: { const: false } }, ['isResend']), resent] }
  const recipient = object({ targeting: { enum: targeting.schema.enum }, resendParameter: resend })
  const body = object(
    {
      chatBubbleType: { const: factsOf(kind).bubble },
      pushAlarm: boolean,
      unsubscribeNo: text,
      unsubscribeAuthNo: text,
      adult: boolean,
      ...parts[kind]?.properties,
      recipientList: { type: 'array', items: recipient, minItems: 1, maxItems: 1 },
    },
    ['chatBubbleType', ...(parts[kind]?.required ?? []), 'recipientList'],
  )
  return withBounds({ ...body, dependentRequired: { unsubscribeAuthNo: ['unsubscribeNo'] } }, limits, { kind, texts })
}

const links = Object.fromEntries(Object.values(targetNames).map((name) => [name, text]))
const buttonTexts = Object.fromEntries(Object.values(buttonNames).map((name) => [name, text]))
const types = Object.entries<ButtonTypeFacts>(buttonTypes)
const buttons: JsonSchema = {
  type: 'array',
  items: {
    ...object({ name: text, type: { enum: types.map(([type]) => type) }, ...buttonTexts }, ['name', 'type']),
    allOf: types.map(([type, facts]) => ({
      if: { properties: { type: { const: type } }, required: ['type'] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: fieldsOf(facts),
    })),
  },
  minItems: 1,
}
/** The coupon of a channel needs no link beside its address. */
const channelCoupons = [targetNames.android, targetNames.ios].map((name) => ({
  properties: { [name]: { type: 'string', pattern: '^alimtalk=coupon://' } },
  required: [name],
}))
const coupon = {
  ...object({ title: text, description: text, ...links }, ['title', 'description']),
  anyOf: [{ required: [targetNames.mobile] }, ...channelCoupons],
}
const taps = { buttons, coupon }
const picture = { imageUrl: text, imageLink: text }
const image = object(picture, ['imageUrl'])
const commerce = {
  ...object({ title: text, regularPrice: whole, discountPrice: whole, discountRate: whole, discountFixed: whole }, [
    'title',
    'regularPrice',
  ]),
  dependentRequired: { discountRate: ['discountPrice'], discountFixed: ['discountPrice'] },
  dependentSchemas: {
    discountPrice: { oneOf: [{ required: ['discountRate'] }, { required: ['discountFixed'] }] },
  },
}
const item = object({ title: text, imageUrl: text, ...links }, ['imageUrl', 'linkMo'])
const titled = object({ title: text, imageUrl: text, ...links }, ['title', 'imageUrl', 'linkMo'])
const items = object({ list: { type: 'array', prefixItems: [item], items: titled } })
const head = {
  ...object({ header: text, content: text, imageUrl: text, ...links }, ['header', 'content', 'imageUrl']),
  dependentRequired: Object.fromEntries(Object.keys(links).map((name) => [name, [targetNames.mobile]])),
}
const feedCard = object({ header: text, message: text, ...picture, ...taps }, [
  'header',
  'message',
  'imageUrl',
  'buttons',
])
const commerceCard = object({ additionalContent: text, ...picture, commerce, ...taps }, [
  'imageUrl',
  'commerce',
  'buttons',
])

const parts: {
  readonly [kind: string]: { readonly properties: Record<string, JsonSchema>; readonly required: readonly string[] }
} = {
  'bm-text': { properties: { content: text, ...taps }, required: ['content'] },
  'bm-image': { properties: { content: text, image, ...taps }, required: ['content', 'image'] },
  'bm-wide': { properties: { content: text, image, ...taps }, required: ['content', 'image'] },
  'bm-wide-item-list': { properties: { header: text, item: items, ...taps }, required: ['header', 'item'] },
  'bm-commerce': {
    properties: { additionalContent: text, image, commerce, ...taps },
    required: ['image', 'commerce', 'buttons'],
  },
  'bm-carousel-feed': { properties: { carousel: carouselOf(feedCard) }, required: ['carousel'] },
  'bm-carousel-commerce': { properties: { carousel: carouselOf(commerceCard, { head }) }, required: ['carousel'] },
}

function carouselOf(card: JsonSchema, before: Record<string, JsonSchema> = {}): JsonSchema {
  return object({ ...before, list: { type: 'array', items: card }, tail: object(links, ['linkMo']) }, ['list'])
}

/** The fields that a button of a type has and needs; enough of some are two of them. */
function fieldsOf({ fields, oneOf = [] }: ButtonTypeFacts): JsonSchema {
  const names = Object.keys(fields) as ButtonAttribute[]
  const required = names.filter((name) => fields[name] === 'required').map((name) => buttonNames[name])
  const pairs = oneOf.flatMap((one, index) => oneOf.slice(index + 1).map((other) => [one, other] as const))
  return {
    ...object(
      Object.fromEntries(['type', ...names.map((name) => buttonNames[name])].map((name) => [name, true])),
      required,
    ),
    ...(pairs.length > 0 && { anyOf: pairs.map((pair) => ({ required: pair.map((name) => buttonNames[name]) })) }),
  }
}

/** An object of these properties and no other; all of them are required where nothing else is said. */
function object(
  properties: Readonly<Record<string, JsonSchema | true>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}
