import type { JsonSchema } from '../../text/json-schema.ts'
import {
  appLinkTargets,
  buttonFields,
  buttonTypes,
  cardFields,
  couponFields,
  failbackFields,
  imageFields,
  itemFields,
  linkTargetFields,
  payloadFields,
} from './payload.ts'
import type { Presence, TextState } from '../contract.ts'
import { withBounds } from '../bounds.ts'
import { type Kind, kinds } from './kinds.ts'
import { limits } from './limits.ts'
import { settings } from './settings.ts'

const string: JsonSchema = { type: 'string', minLength: 1 }

/**
 * The schema of one kind's message record without what a send adds.
 * Structure, required fields, values and counts are exact; byte limits cannot be said in JSON Schema.
 */
export function payloadSchema(kind: string, texts: TextState): JsonSchema {
  const own = kinds.find((name) => name === kind) ?? 'ft-text'
  return withBounds(recordSchema(own), limits, { kind, texts })
}

function recordSchema(kind: Kind): JsonSchema {
  const buttons: JsonSchema = { type: 'array', items: buttonSchema, minItems: 1 }
  const image = record(imageFields)
  const fields: Record<string, JsonSchema> = {
    ad_flag: { enum: settings.ad_flag.schema.enum },
    failback_data: { ...record(failbackFields), additionalProperties: true },
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
      const list = { type: 'array', prefixItems: [record(itemFields)], items: record(itemFields) }
      fields['attachment'] = object({ button: buttons, item: object({ list }, ['list']) }, ['item'])
      break
    }
    case 'ft-carousel-feed': {
      const attachment = object({ button: buttons, image, coupon: record(couponFields) }, ['image'])
      const list = { type: 'array', items: record(cardFields, { attachment }) }
      fields['carousel'] = object({ list, tail: record(linkTargetFields) }, ['list'])
      break
    }
  }
  return record(payloadFields[kind], fields)
}

const buttonSchema: JsonSchema = {
  oneOf: buttonTypes.map((type) => ({
    ...record(buttonFields[type], { type: { const: type } }),
    ...(type === 'AL' ? { anyOf: appLinkTargets.map((field) => ({ required: [field] })) } : {}),
  })),
}

function record(
  fields: { readonly [name: string]: Presence },
  schemas: Readonly<Record<string, JsonSchema>> = {},
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
