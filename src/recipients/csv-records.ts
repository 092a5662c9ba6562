import { CsvError, parse } from 'csv-parse/sync'
import { LineIndex } from '../language/document.ts'
import { maxRecordUnits, UnreadableText } from './text.ts'
import { type FilePlace, placeBehind } from './violations.ts'

export type Delimiter = ',' | ';' | '\t'

/** A record of CSV, and the line on which it starts, from 1. */
export interface CsvRecord {
  readonly line: number
  readonly cells: readonly string[]
}

export interface CsvBatch {
  readonly records: readonly CsvRecord[]
  /** Returns the start of a cell; the end of the record if it has fewer. */
  readonly placeOf: (record: { readonly line: number }, cell: number) => FilePlace
}

/**
 * Divides a text into the records of CSV (RFC 4180), a blank line being one with one empty cell. Reading ends at the first
 * quote that stands wrong.
 *
 * @throws UnreadableText for a quote that stands wrong, and for a record that is too long
 */
export async function* csvRecords(
  texts: AsyncIterable<string>,
  delimiter: Delimiter,
): AsyncGenerator<CsvBatch, void, undefined> {
  let rest = ''
  let next = 1
  for await (const text of texts) {
    rest += text
    const end = endOfRecords(rest)
    if (end > 0) {
      next = yield* batchesOf(rest.slice(0, end), next, delimiter)
      rest = rest.slice(end)
    } else if (rest.length > maxRecordUnits) {
      const hasQuote = rest.slice(0, maxRecordUnits).includes('"')
      throw new UnreadableText(hasQuote ? 'recipient-quote-unclosed' : 'recipient-row-too-large', {
        line: next,
        column: 1,
      })
    }
  }
  if (rest !== '') yield* batchesOf(rest, next, delimiter)
}

/** Returns the offset behind the last record that ends in a text: a line break in quotes ends none. */
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

/** Yields the records of a text, or those before a quote that stands wrong; returns the line behind them. */
function* batchesOf(text: string, line: number, delimiter: Delimiter): Generator<CsvBatch, number, undefined> {
  const whole = batchOf(text, line, delimiter)
  if (!(whole instanceof CsvError)) {
    yield whole.batch
    return whole.next
  }
  const before = batchOf(text, line, delimiter, whole['records'] as number)
  if (before instanceof CsvError) throw before
  yield before.batch
  const place = { line: before.next, column: 1 }
  if (whole.code !== 'CSV_QUOTE_NOT_CLOSED') throw new UnreadableText('recipient-quote-misplaced', place)
  const start = new LineIndex(text).offsetOf({ line: before.next - line + 1, column: 1 })
  const unclosed = placeBehind(text.slice(start, text.indexOf('"', start)), place)
  throw new UnreadableText('recipient-quote-unclosed', unclosed)
}

function batchOf(
  text: string,
  firstLine: number,
  delimiter: Delimiter,
  maxRecords = Number.POSITIVE_INFINITY,
): { readonly batch: CsvBatch; readonly next: number } | CsvError {
  let parsed: string[][] = []
  try {
    if (maxRecords > 0)
      parsed = parse(text.includes('="') ? text.replaceAll(formula, '$1') : text, {
        delimiter,
        record_delimiter: ['\r\n', '\n', '\r'],
        relax_column_count: true,
        ...(maxRecords < Number.POSITIVE_INFINITY && { to: maxRecords }),
      })
  } catch (error) {
    if (error instanceof CsvError) return error
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
  const placeOf: CsvBatch['placeOf'] = (record, cell) => {
    lines ??= new LineIndex(text)
    const start = lines.offsetOf({ line: record.line - firstLine + 1, column: 1 })
    const end = cellOffset(text, { start, cell, delimiter })
    return placeBehind(text.slice(start, end), { line: record.line, column: 1 })
  }
  return { batch: { records, placeOf }, next: line }
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
