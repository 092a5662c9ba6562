import fc from 'fast-check'
import type { JsonSchema } from '../../src/contract/schema.ts'
import { hostileText } from './texts.ts'

const anything = fc.oneof(fc.jsonValue({ maxDepth: 2 }), hostileText, fc.integer(), fc.constant(null), fc.constant({}))

export interface SchemaTexts {
  /** Texts and keys that mean something here. */
  readonly words: readonly string[]
  /** How many values of 100 break the schema. */
  readonly wrongPercent: number
}

/** Data that fits a JSON Schema, but for some of its values: only the keywords that our schemas use. */
export function fromSchema(schema: JsonSchema, options: SchemaTexts): fc.Arbitrary<unknown> {
  const right = fitting(schema, options)
  const { wrongPercent } = options
  return wrongPercent === 0
    ? right
    : fc.oneof({ weight: 100 - wrongPercent, arbitrary: right }, { weight: wrongPercent, arbitrary: anything })
}

function fitting(schema: JsonSchema, options: SchemaTexts): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]))
  if (Array.isArray(schema['anyOf'])) {
    return fc.oneof(...(schema['anyOf'] as JsonSchema[]).map((one) => fromSchema(one, options)))
  }
  const types = [schema['type']].flat()
  return fc.oneof(...types.map((type) => ofType(type, schema, options)))
}

function ofType(type: unknown, schema: JsonSchema, options: SchemaTexts): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string': {
      if (JSON.stringify(schema['pattern'] ?? '').includes('sha256')) {
        return fc.constantFrom('a', 'b').map((digit) => `sha256:${digit.repeat(64)}`)
      }
      const word = fc.constantFrom(...options.words)
      return options.wrongPercent === 0
        ? word
        : fc.oneof({ weight: 6, arbitrary: word }, { weight: 1, arbitrary: hostileText })
    }
    case 'integer': {
      const min = Number(schema['minimum'] ?? -3)
      return fc.oneof(fc.integer({ min, max: min + 50 }), fc.integer({ min }))
    }
    case 'boolean':
      return fc.boolean()
    case 'array': {
      const items = fromSchema((schema['items'] ?? {}) as JsonSchema, options)
      return fc.array(items, { minLength: Number(schema['minItems'] ?? 0), maxLength: 3 })
    }
    case 'object':
      return objectOf(schema, options)
    default:
      return anything
  }
}

function objectOf(schema: JsonSchema, options: SchemaTexts): fc.Arbitrary<unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>
  const fields = Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key, fromSchema(value, options)] as const),
  )
  const required = fc.record(fields, { requiredKeys: (schema['required'] ?? []) as string[] })
  const others = schema['additionalProperties']
  if (others === false && options.wrongPercent === 0) return required
  const values = typeof others === 'object' ? fromSchema(others as JsonSchema, options) : anything
  const isOpen = typeof others === 'object' || (others === undefined && Object.keys(fields).length === 0)
  const names = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...options.words) }, hostileText)
  const more = fc.array(fc.tuple(names, values), { maxLength: 3 })
  const isAdded = isOpen ? fc.constant(true) : fc.nat(99).map((one) => one < options.wrongPercent)
  return fc
    .tuple(required, more, isAdded)
    .map(([record, pairs, adds]) => (adds ? { ...record, ...Object.fromEntries(pairs) } : record))
}
