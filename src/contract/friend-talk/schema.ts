import type { JsonSchema } from '../../text/json-schema.ts'
import {
  appLinkTargets,
  buttonFields,
  cardFields,
  couponFields,
  failbackFields,
  imageFields,
  itemFields,
  linkTargetFields,
  payloadFields,
} from './payload.ts'
import { type ButtonType, buttonTypes, type Kind, kindFacts, type Presence } from './kinds.ts'
import { type Limit, limits } from './limits.ts'

/**
 * `template`: texts may hold `#{…}`, so their lengths say nothing. `rendered`: a record ready to be sent, where
 * every length that JSON Schema can express (characters, as code points) is checked too.
 */
export type TextState = 'template' | 'rendered'

const string: JsonSchema = { type: 'string', minLength: 1 }

/**
 * The schema of one kind's message record without what a send adds.
 * Structure, required fields, values and counts are exact; byte limits cannot be said in JSON Schema.
 */
export function payloadSchema(kind: Kind, texts: TextState): JsonSchema {
  const text = (limit: Limit): JsonSchema =>
    texts === 'rendered' && limit.unit === 'characters' && limit.max !== undefined
      ? { ...string, maxLength: limit.max }
      : string
  const button = buttonSchema(text(limits[kindFacts[kind].buttonName]))
  const buttons: JsonSchema = { type: 'array', items: button, minItems: 1, maxItems: limits.buttons.max }
  const image = record(imageFields, {})
  const fields: Record<string, JsonSchema> = {
    msg: text(limits.msg),
    ad_flag: { enum: limits.adFlag.values },
    failback_data: { ...record(failbackFields, {}), additionalProperties: true },
  }
  switch (kind) {
    case 'ft-text':
      fields['attachment'] = object({ button: buttons }, ['button'])
      break
    case 'ft-image':
    case 'ft-wide':
      fields['attachment'] = object({ button: buttons, image }, ['image'])
      break
    case 'ft-wide-item-list': {
      const title = (limit: Limit): JsonSchema => record(itemFields, { title: text(limit) })
      const list = {
        type: 'array',
        prefixItems: [title(limits.firstItemTitle)],
        items: title(limits.itemTitle),
        minItems: limits.items.min,
        maxItems: limits.items.max,
      }
      fields['attachment'] = object({ button: buttons, item: object({ list }, ['list']) }, ['item'])
      break
    }
    case 'ft-carousel-feed': {
      const coupon = record(couponFields, { description: text(limits.couponDescription) })
      const card = record(cardFields, { attachment: object({ button: buttons, image, coupon }, ['image']) })
      const list = { type: 'array', items: card, minItems: limits.cards.min, maxItems: limits.cards.max }
      fields['carousel'] = object({ list, tail: record(linkTargetFields, {}) }, ['list'])
      break
    }
  }
  return record(payloadFields[kind], fields)
}

function buttonSchema(name: JsonSchema): JsonSchema {
  return {
    oneOf: buttonTypes.map((type: ButtonType) => ({
      ...record(buttonFields[type], { name, type: { const: type } }),
      ...(type === 'AL' ? { anyOf: appLinkTargets.map((field) => ({ required: [field] })) } : {}),
    })),
  }
}

function record(
  fields: { readonly [name: string]: Presence },
  schemas: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const names = Object.keys(fields)
  return object(
    Object.fromEntries(names.map((name) => [name, schemas[name] ?? string])),
    names.filter((name) => fields[name] === 'required'),
  )
}

function object(properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}
