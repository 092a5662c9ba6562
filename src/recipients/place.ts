import type { FilePlace } from './fault.ts'

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
  let depth = 0
  let found = json.search(/\S/)
  for (const { 0: token, 1: name, index } of json.matchAll(/("(?:[^"\\]|\\.)*")(?:\s*(:)\s*)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth++
    else if (token === '}' || token === ']') depth--
    else if (depth === 1 && name !== undefined && token.length > name.length && JSON.parse(name) === key) {
      // Of a repeated key JSON takes the last.
      found = index + token.length
    }
  }
  return found
}
