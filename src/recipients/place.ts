import { comparedName, keysOf } from '../json-text.ts'
import type { FilePlace } from './violation.ts'

/** The place behind a text that starts in column 1 of a line. */
export function placeBehind(text: string, line: number): FilePlace {
  let breaks = 0
  let lineStart = 0
  for (const { index, 0: lineBreak } of text.matchAll(/\r\n|\n|\r/g)) {
    breaks++
    lineStart = index + lineBreak.length
  }
  return { line: line + breaks, column: text.length - lineStart + 1 }
}

/** The offset at which a cell of a well-formed CSV record starts, its quote included; the record's end when it has fewer cells. */
export function cellOffset(record: string, cell: number): number {
  let offset = 0
  for (let index = 0; index < cell; index++) {
    const quoted = /"(?:[^"]|"")*"/y
    quoted.lastIndex = offset
    const end = quoted.test(record) ? quoted.lastIndex : offset
    const comma = record.indexOf(',', end)
    if (comma === -1) return record.length
    offset = comma + 1
  }
  return offset
}

/** The offset of the value of an object's key in its JSON text; of the object when it has no such key. */
export function valueOffset(json: string, key: string): number {
  const found = keysOf(json).findLast(({ name }) => comparedName(name) === key)
  return found?.valueStart ?? json.search(/\S/)
}

/** The keys that an object has in its JSON text already, each with its offset. */
export function repeatedKeysOf(json: string): { readonly key: string; readonly offset: number }[] {
  const seen = new Set<string>()
  return keysOf(json).flatMap(({ name, start }) => {
    const key = comparedName(name)
    if (seen.has(key)) return [{ key, offset: start }]
    seen.add(key)
    return []
  })
}
