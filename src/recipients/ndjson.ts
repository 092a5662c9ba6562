import { keyCountOf, keysOf } from '../json-text.ts'
import type { JsonType } from '../violation.ts'
import { columnMeant, columnName, judgedNames, printedName } from './column-names.ts'
import { type Column, reportAbsent } from './columns.ts'
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
  const keys = new KeyCheck(wanted, violations)
  const columns = wanted.filter(({ role }) => role !== 'key')
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
      rows.push({ row, frame, fields: columns.map(({ name }) => object.get(name)) })
      keys.check(object, { row, place: (key) => placeOfValue(batch, frame, key) })
    }
    const place = ({ frame }: RawRow, field: number): FilePlace =>
      placeOfValue(batch, frame, columns[field]?.name ?? '')
    yield { rows, place, columns, count }
  }
  keys.end()
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
  const object = new Map(entries.map(([key, item]) => [columnName(key), item]))
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

/** A key that likely stands for a variable. */
interface LikelyKey {
  readonly column: string
  readonly variable: string
  readonly row: number
  readonly place: FilePlace
}

/** Tells of misspelt keys once each, though every line may have them, and of variables that no line has. */
class KeyCheck {
  readonly #wanted: readonly Column[]
  readonly #violations: Violations
  readonly #judged: Set<string>
  /** Variables that may be left out and that no line had so far. */
  readonly #absent: Set<string>
  readonly #likely: LikelyKey[] = []
  #hasObject = false
  #hasKey = false

  constructor(wanted: readonly Column[], violations: Violations) {
    this.#wanted = wanted
    this.#violations = violations
    this.#judged = new Set(wanted.map(({ name }) => name))
    const optional = wanted.filter(({ role, isRequired }) => role === 'variable' && !isRequired)
    this.#absent = new Set(optional.map(({ name }) => name))
  }

  check(
    object: ReadonlyMap<string, unknown>,
    { row, place }: { readonly row: number; readonly place: (key: string) => FilePlace },
  ): void {
    this.#hasObject = true
    const refused = this.#wanted.find(({ role, name }) => role === 'key' && object.has(name))
    if (refused && !this.#hasKey) {
      this.#hasKey = true
      this.#violations.add('recipients-column-key', { row, column: refused.name, place: () => place(refused.name) }, {})
    }
    for (const name of this.#absent) if (object.has(name)) this.#absent.delete(name)
    for (const key of object.keys()) {
      if (this.#judged.has(key) || this.#judged.size > maxKeys) continue
      this.#judged.add(key)
      if (judgedNames([key]).length === 0) continue
      // A key is misspelt only where the one that is meant is not there too.
      const missing = this.#wanted
        .filter(({ role, name }) => role !== 'key' && !object.has(name))
        .map(({ name }) => name)
      const meant = columnMeant(key, missing)
      if (meant === undefined) continue
      const found = { column: printedName(key), variable: meant, row, place: place(key) }
      // Whether any line has the variable is known only at the end.
      if (this.#absent.has(meant)) this.#likely.push(found)
      else this.#report(found)
    }
  }

  /** Reports what is known only now that every line was seen. */
  end(): void {
    const suggested = new Set<string>()
    for (const found of this.#likely) {
      const { column, variable, place } = found
      if (!this.#absent.has(variable) || suggested.has(variable)) this.#report(found)
      else reportAbsent(variable, column, { violations: this.#violations, place })
      suggested.add(variable)
    }
    if (!this.#hasObject) return
    for (const name of this.#absent) {
      if (!suggested.has(name)) reportAbsent(name, undefined, { violations: this.#violations, place: firstLine })
    }
  }

  #report({ column, variable, row, place }: LikelyKey): void {
    const site = { row, column, place: () => place }
    this.#violations.add('recipients-column-unknown', site, { column, suggestion: variable })
  }
}

const firstLine: FilePlace = { line: 1, column: 1 }

/** The offset of the value of an object's key in its JSON text; of the object when it has no such key. */
function valueOffset(json: string, key: string): number {
  const found = keysOf(json).findLast(({ name }) => columnName(name) === key)
  return found?.valueStart ?? json.search(/\S/)
}

/** The keys that an object has in its JSON text already, each with its offset. */
function repeatedKeysOf(json: string): { readonly key: string; readonly offset: number }[] {
  const seen = new Set<string>()
  return keysOf(json).flatMap(({ name, start }) => {
    const key = columnName(name)
    if (seen.has(key)) return [{ key, offset: start }]
    seen.add(key)
    return []
  })
}
