import { CsvError, parse } from 'csv-parse/sync'
import { LineIndex } from '../language/document.ts'
import type { Delimiter } from './csv-form.ts'
import { maxRecordUnits, UnreadableText } from './text.ts'
import { type FilePlace, placeBehind } from './violations.ts'

/** A record of CSV, and the line on which it starts, from 1. */
export interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

/** Some records that follow each other. */
export interface CsvBatch {
  readonly records: readonly CsvRecord[]
  /** Where a cell starts; the record's end when it has fewer. */
  readonly placeOf: (record: { readonly line: number }, cell: number) => FilePlace
}

/**
 * Divides a text into the records of CSV (RFC 4180), a blank line being one with one empty cell. Reading ends at the first
 * quote that stands wrong.
 *
 * @param line the line on which the text starts
 * @throws UnreadableText for a quote that stands wrong, and for a record that is too long
 */
export async function* csvRecords(
  texts: AsyncIterable<string>,
  delimiter: Delimiter,
  line = 1,
): AsyncGenerator<CsvBatch, void, undefined> {
  let rest = ''
  let at: FilePlace = { line, column: 1 }
  for await (const text of texts) {
    rest += text
    const end = endOfRecords(rest)
    if (end > 0) {
      const whole = rest.slice(0, end)
      yield batchOf(whole, at.line, delimiter)
      at = placeBehind(whole, at)
      rest = rest.slice(end)
    } else if (rest.length > maxRecordUnits) {
      const hasQuote = rest.slice(0, maxRecordUnits).includes('"')
      throw new UnreadableText(hasQuote ? 'recipient-quote-unclosed' : 'recipient-row-too-large', at)
    }
  }
  if (rest !== '') yield batchOf(rest, at.line, delimiter)
}

/** The offset behind the last line break that ends a record: one in quotes ends none. */
function endOfRecords(text: string): number {
  let end = 0
  let isQuoted = false
  for (const { 0: found, index } of text.matchAll(/"|\n|\r(?!\n|$)/g)) {
    if (found === '"') isQuoted = !isQuoted
    else if (!isQuoted) end = index + 1
  }
  return end
}

/** A cell such as `="01012345678"`, by which programs make a spreadsheet keep a zero. */
const formula = /(?<![^,;\t\r\n])="([\d +-]*)"(?![^,;\t\r\n])/g

function batchOf(text: string, firstLine: number, delimiter: Delimiter): CsvBatch {
  let parsed: string[][]
  try {
    parsed = parse(text.includes('="') ? text.replaceAll(formula, '$1') : text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
    })
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(error, text, firstLine)
    throw error
  }
  let line = firstLine
  const records = parsed.map((cells) => {
    const record = { line, cells }
    line++
    for (const cell of cells) if (cell.includes('\n') || cell.includes('\r')) line += placeBehind(cell).line - 1
    return record
  })
  let lines: LineIndex | undefined
  return {
    records,
    placeOf: (record, cell) => {
      lines ??= new LineIndex(text)
      const start = lines.offsetOf({ line: record.line - firstLine + 1, column: 1 })
      const end = cellOffset(text, { start, cell, delimiter })
      return placeBehind(text.slice(start, end), { line: record.line, column: 1 })
    },
  }
}

function unreadable(
  { code, lines }: CsvError & { readonly lines?: number },
  text: string,
  line: number,
): UnreadableText {
  if (code === 'CSV_QUOTE_NOT_CLOSED') {
    const start = endOfRecords(text)
    const before = text.slice(0, text.indexOf('"', start))
    return new UnreadableText('recipient-quote-unclosed', placeBehind(before, { line, column: 1 }))
  }
  return new UnreadableText('recipient-quote-misplaced', { line: line + (lines ?? 1) - 1, column: 1 })
}

/** The offset at which a cell starts, its quote included; the end of the record when it has fewer cells. */
function cellOffset(
  text: string,
  { start, cell, delimiter }: { readonly start: number; readonly cell: number; readonly delimiter: Delimiter },
): number {
  const cells = new RegExp(`(?:"(?:[^"]|"")*"|[^${delimiter}\\r\\n]*)(${delimiter}?)`, 'y')
  cells.lastIndex = start
  for (let index = 0; index < cell; index++) {
    const [, hasNext] = cells.exec(text) ?? []
    if (!hasNext) break
  }
  return cells.lastIndex
}
