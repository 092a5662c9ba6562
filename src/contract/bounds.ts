import type { JsonSchema } from '../text/json-schema.ts'
import type { LimitRow, TextState } from './contract.ts'

/** Puts the bounds of the rows into the schema of a kind's payload; those of lengths where no text holds a variable. */
export function withBounds(
  schema: JsonSchema,
  rows: readonly LimitRow[],
  { kind, texts }: { readonly kind: string; readonly texts: TextState },
): JsonSchema {
  const held = rows.filter(({ tier, kinds }) => tier === 'interface' && (kinds?.includes(kind) ?? true))
  const bounded = (part: JsonSchema, place: string): JsonSchema => {
    const { properties, items, prefixItems, oneOf } = part as {
      readonly properties?: Readonly<Record<string, JsonSchema>>
      readonly items?: JsonSchema
      readonly prefixItems?: readonly JsonSchema[]
      readonly oneOf?: readonly JsonSchema[]
    }
    const bounds = held.filter(({ at }) => at.includes(place)).map((row) => boundsOf(row, texts))
    const rest = prefixItems === undefined ? '*' : `${prefixItems.length}+`
    return {
      ...part,
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, one]) => [name, bounded(one, `${place}/${name}`)]),
        ),
      }),
      ...(prefixItems && { prefixItems: prefixItems.map((one, index) => bounded(one, `${place}/${index}`)) }),
      ...(items && { items: bounded(items, `${place}/${rest}`) }),
      ...(oneOf && { oneOf: oneOf.map((one) => bounded(one, place)) }),
      ...Object.assign({}, ...bounds),
    }
  }
  return bounded(schema, '')
}

function boundsOf({ unit, min, max }: LimitRow, texts: TextState): JsonSchema {
  switch (unit) {
    case 'characters':
      return texts === 'rendered' && max !== undefined ? { maxLength: max } : {}
    case 'buttons':
    case 'items':
    case 'cards':
      return { ...(min !== undefined && { minItems: min }), ...(max !== undefined && { maxItems: max }) }
    case 'bytes':
    case 'breaks':
      return {}
  }
}
