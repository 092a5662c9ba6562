import type { JsonSchema } from '../../text/json-schema.ts'
import { withBounds } from '../bounds.ts'
import type { TextState } from '../contract.ts'
import { factsOf } from './kinds.ts'
import { limits } from './limits.ts'
import { buttonNames, targetNames } from './names.ts'
import { buttonTypes } from './payload.ts'
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
  return withBounds(body, limits, { kind, texts })
}

const links = Object.fromEntries(Object.values(targetNames).map((name) => [name, text]))
const buttonTexts = Object.fromEntries(Object.values(buttonNames).map((name) => [name, text]))
const buttons: JsonSchema = {
  type: 'array',
  items: object({ ...buttonTexts, type: { enum: buttonTypes } }, ['name', 'type']),
  minItems: 1,
}
const coupon = object({ title: text, description: text, ...links }, ['title', 'description'])
const taps = { buttons, coupon }
const picture = { imageUrl: text, imageLink: text }
const image = object(picture, ['imageUrl'])
const commerce = object(
  { title: text, regularPrice: whole, discountPrice: whole, discountRate: whole, discountFixed: whole },
  ['title', 'regularPrice'],
)
const item = object({ title: text, imageUrl: text, ...links }, ['imageUrl', 'linkMo'])
const titled = object({ title: text, imageUrl: text, ...links }, ['title', 'imageUrl', 'linkMo'])
const items = object({ list: { type: 'array', prefixItems: [item], items: titled } })
const head = object({ header: text, content: text, imageUrl: text, ...links }, ['header', 'content', 'imageUrl'])
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

/** An object of these properties and no other; all of them are required where nothing else is said. */
function object(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}
