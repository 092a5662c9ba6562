import { type Column, type RawBatch, type RawRow, reportAbsent } from './columns.ts'
import type { JsonType } from '../finding-types.ts'
import { columnName } from './column-names.ts'
import type { Line } from './text.ts'
import { type FilePlace, fileStart, type Violations } from './violations.ts'

/** The rows of an NDJSON file: a JSON object on each line. Blank lines are no recipients. */
export async function* ndjsonRows(
  batches: AsyncIterable<readonly Line[]>,
  wanted: readonly Column[],
  violations: Violations,
): AsyncGenerator<RawBatch> {
  const columns = wanted.filter(({ role }) => role !== 'key')
  const keyColumn = wanted.find(({ role }) => role === 'key')?.name
  let hasKey = false
  /** Variables that may be left out and that no line had so far. */
  const absent = new Set(
    wanted.filter(({ role, isRequired }) => role === 'variable' && !isRequired).map(({ name }) => name),
  )
  for await (const lines of batches) {
    const rows: RawRow[] = []
    let count = 0
    for (const { line, text } of lines) {
      if (text.trim() === '') continue
      count++
      const object = objectOf(text, line, violations)
      if (object === undefined) continue
      for (const name of absent) if (object.has(name)) absent.delete(name)
      if (keyColumn !== undefined && object.has(keyColumn) && !hasKey) {
        hasKey = true
        violations.add(
          'recipients-column-key',
          { row: line, column: keyColumn, place: () => keyPlace({ line, text }, keyColumn) },
          {},
        )
      }
      rows.push({ row: line, line, fields: columns.map(({ name }) => object.get(name)) })
    }
    const place = ({ line }: RawRow, field: number): FilePlace =>
      keyPlace({ line, text: lines.find((each) => each.line === line)?.text ?? '' }, columns[field]?.name ?? '')
    yield { rows, place, columns, count }
  }
  for (const name of absent) reportAbsent(name, undefined, { violations, place: fileStart })
}

const jsonTypes: ReadonlyMap<string, JsonType> = new Map([
  ['string', 'text'],
  ['number', 'number'],
  ['boolean', 'boolean'],
])

export function jsonType(value: unknown): JsonType {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'list'
  return jsonTypes.get(typeof value) ?? 'mapping'
}

/** The keys of a line's object in Unicode NFC, and their values; nothing where a line is none. */
function objectOf(text: string, line: number, violations: Violations): ReadonlyMap<string, unknown> | undefined {
  const site = { row: line, place: () => ({ line, column: text.search(/\S/) + 1 }) }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    violations.add('recipient-not-json', site, {})
    return undefined
  }
  const found = jsonType(value)
  if (found === 'mapping') return new Map(Object.entries(value as object).map(([key, item]) => [columnName(key), item]))
  violations.add('recipient-not-object', site, { found })
  return undefined
}

/** Returns the place of a key; that of the object if it has no such key. */
function keyPlace({ line, text }: Line, name: string): FilePlace {
  const at = text.normalize('NFC').indexOf(JSON.stringify(name))
  return { line, column: (at < 0 ? text.search(/\S/) : at) + 1 }
}
