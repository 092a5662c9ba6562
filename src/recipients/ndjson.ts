import { comparedName, keyCountOf, keysOf } from '../json-text.ts'
import { suggestionFor } from '../dialect/nearest.ts'
import type { JsonType } from '../rules/recipients/terms.ts'
import { type Column, isCalledNumber, judgedNames, printedName } from './columns.ts'
import { type Frame, type FrameBatch, textOf } from './frames.ts'
import { type FilePlace, placeBehind, type Violations } from './violations.ts'
import { type RawBatch, type RawRow, RowCounter } from './raw-rows.ts'

/** Keys looked at for misspelt names; a file with more has no columns any more. */
const maxKeys = 1000

/** The rows of an NDJSON file: a JSON object on each line. */
export async function* ndjsonRows(
  batches: AsyncIterable<FrameBatch>,
  wanted: readonly Column[],
  violations: Violations,
): AsyncGenerator<RawBatch> {
  const counter = new RowCounter(violations)
  const checkKeys = misspeltKeyCheck(wanted, violations)
  for await (const batch of batches) {
    const rows: RawRow[] = []
    let count = 0
    for (const frame of batch.frames) {
      const row = counter.next()
      const text = frame.type === 'record' ? textOf(batch, frame) : undefined
      if (text !== undefined && text.trim() === '') {
        counter.blank(frame.line)
        continue
      }
      counter.filled()
      count++
      if (text === undefined) {
        counter.broken(batch, frame, row)
        continue
      }
      const object = objectOf(text, { row, frame, violations })
      if (object === undefined) continue
      rows.push({ row, frame, fields: wanted.map(({ name }) => object.get(name)) })
      checkKeys(object, { row, place: (key) => placeOfValue(batch, frame, key) })
    }
    const place = ({ frame }: RawRow, field: number): FilePlace => placeOfValue(batch, frame, wanted[field]?.name ?? '')
    yield { rows, place, columns: wanted, count }
  }
}

/** What a JSON value is. */
export function jsonType(value: unknown): JsonType {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'list'
  switch (typeof value) {
    case 'string':
      return 'text'
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    default:
      return 'mapping'
  }
}

/** The keys of a line's object in Unicode NFC, and their values; nothing where a line is none, or has a key twice. */
function objectOf(
  text: string,
  { row, frame, violations }: { readonly row: number; readonly frame: Frame; readonly violations: Violations },
): ReadonlyMap<string, unknown> | undefined {
  const place = (): FilePlace => placeBehind(text.slice(0, text.search(/\S/)), frame.line)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    violations.add('recipient-not-json', { row, place }, {})
    return undefined
  }
  const found = jsonType(value)
  if (found !== 'mapping' || typeof value !== 'object' || value === null) {
    violations.add('recipient-not-object', { row, place }, { found })
    return undefined
  }
  const entries = Object.entries(value)
  const object = new Map(entries.map(([key, item]) => [comparedName(key), item]))
  if (object.size === entries.length && keyCountOf(text) === entries.length) return object
  // JSON takes the last of two values: which of them is meant nobody knows.
  for (const { key, offset } of repeatedKeysOf(text)) {
    const column = printedName(key)
    const site = { row, column, place: () => placeBehind(text.slice(0, offset), frame.line) }
    violations.add('recipients-column-duplicate', site, { column })
  }
  return undefined
}

function placeOfValue(batch: FrameBatch, frame: Frame, key: string): FilePlace {
  const text = textOf(batch, frame)
  return placeBehind(text.slice(0, valueOffset(text, key)), frame.line)
}

type KeyCheck = (
  object: ReadonlyMap<string, unknown>,
  site: { readonly row: number; readonly place: (key: string) => FilePlace },
) => void

/** Returns a function that warns of each misspelt key once, though every line may have it. */
function misspeltKeyCheck(wanted: readonly Column[], violations: Violations): KeyCheck {
  const known = new Set(wanted.map(({ name }) => name))
  return (object, { row, place }) => {
    for (const key of object.keys()) {
      if (known.has(key) || known.size > maxKeys) continue
      known.add(key)
      // A key is misspelt only where the one that is meant is not there too.
      const missing = wanted.filter(({ name }) => !object.has(name)).map(({ name }) => name)
      const near = judgedNames([key]).length > 0 ? suggestionFor(key, missing).suggestion : undefined
      const suggestion = near ?? (isCalledNumber(key) ? missing.find((name) => name === 'receiver_number') : undefined)
      if (suggestion === undefined) continue
      const column = printedName(key)
      violations.add('recipients-column-unknown', { row, column, place: () => place(key) }, { column, suggestion })
    }
  }
}

/** The offset of the value of an object's key in its JSON text; of the object when it has no such key. */
function valueOffset(json: string, key: string): number {
  const found = keysOf(json).findLast(({ name }) => comparedName(name) === key)
  return found?.valueStart ?? json.search(/\S/)
}

/** The keys that an object has in its JSON text already, each with its offset. */
function repeatedKeysOf(json: string): { readonly key: string; readonly offset: number }[] {
  const seen = new Set<string>()
  return keysOf(json).flatMap(({ name, start }) => {
    const key = comparedName(name)
    if (seen.has(key)) return [{ key, offset: start }]
    seen.add(key)
    return []
  })
}
