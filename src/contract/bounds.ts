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
    const bounds = held.filter(({ at, when }) => !when && at.includes(place)).map((row) => boundsOf(row, texts))
    const conditional = Object.keys(properties ?? {}).flatMap((name) =>
      held
        .filter(({ at, when }) => when && at.includes(`${place}/${name}`))
        .map((row) => boundsBeside(name, row, texts)),
    )
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
      ...(conditional.length > 0 && { allOf: conditional }),
    }
  }
  return bounded(schema, '')
}

/** The bounds of a property that hold where another is there, or is not: either that is otherwise, or they hold. */
function boundsBeside(name: string, row: LimitRow, texts: TextState): JsonSchema {
  const type = row.unit === 'value' ? 'number' : row.unit === 'characters' ? 'string' : 'array'
  const others = Object.entries(row.when ?? {}).map(([sibling, wanted]) =>
    wanted === false ? { required: [sibling] } : { not: { required: [sibling] } },
  )
  return { anyOf: [...others, { properties: { [name]: { type, ...boundsOf(row, texts) } } }] }
}

function boundsOf({ unit, min, max }: LimitRow, texts: TextState): JsonSchema {
  switch (unit) {
    case 'characters':
      return texts === 'rendered' && max !== undefined ? { maxLength: max } : {}
    case 'buttons':
    case 'items':
    case 'cards':
      return { ...(min !== undefined && { minItems: min }), ...(max !== undefined && { maxItems: max }) }
    case 'value':
      return { ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) }
    case 'bytes':
    case 'breaks':
      return {}
  }
}
