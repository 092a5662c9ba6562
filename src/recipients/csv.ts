import { parse } from 'csv-parse/sync'
import { columnName } from './column-names.ts'
import { type Column, type ColumnNames, type FoundColumn, numberColumn, readHeader } from './columns.ts'
import type { Delimiter } from './csv-form.ts'
import { type Frame, type FrameBatch, textOf } from './frames.ts'
import { type FilePlace, placeBehind, type Violations } from './violations.ts'
import { type RawBatch, type RawRow, RowCounter } from './raw-rows.ts'

interface Header {
  readonly cells: number
  readonly found: readonly FoundColumn[]
  readonly columns: readonly Column[]
  /** The cells of columns without a name. */
  readonly unnamed: readonly number[]
}

/** How a file is taken apart. */
interface CsvOptions {
  readonly wanted: readonly Column[]
  readonly violations: Violations
  readonly delimiter: Delimiter
  /** Names of columns by what the file calls them. */
  readonly renamed: ColumnNames
}

/** A record and its cells; none for a frame that is no record. */
interface CsvRecord {
  readonly frame: Frame
  readonly cells?: readonly string[]
}

const lineFeed = Buffer.from('\n')

/**
 * The rows of a CSV file (RFC 4180), the first record being the header.
 *
 * Records are framed before they are taken apart: csv-parse stops for good at the first quote that stands wrong,
 * takes CRLF in quotes for two lines, and keeps what follows a quote that nobody closes.
 */
export async function* csvRows(batches: AsyncIterable<FrameBatch>, options: CsvOptions): AsyncGenerator<RawBatch> {
  const { violations, delimiter } = options
  const counter = new RowCounter(violations, 1)
  let header: Header | undefined
  for await (const batch of batches) {
    const records = recordsOf(batch, delimiter)
    if (header === undefined) {
      const first = records.shift()
      if (first === undefined) continue
      header = headerOf(first, options, { batch, counter, next: records[0] })
      if (header === undefined) return
    }
    yield rowsOf(batch, records, { header, violations, counter, delimiter })
  }
}

function recordsOf(batch: FrameBatch, delimiter: Delimiter): CsvRecord[] {
  const { bytes, frames } = batch
  const whole = frames.filter(({ type }) => type === 'record')
  const lineBreak = evenLineBreak(batch)
  const text =
    lineBreak === undefined
      ? Buffer.concat(whole.flatMap(({ start, end }) => [bytes.subarray(start, end), lineFeed]))
      : bytes.subarray(frames[0]?.start, frames.at(-1)?.end)
  const parsed: string[][] = parse(text, {
    record_delimiter: lineBreak ?? '\n',
    delimiter,
    relax_column_count: true,
    // What quotes stand in a cell without quotes is known by the framing: =="010…".
    relax_quotes: true,
  })
  // A blank line that ends the text is no record to csv-parse.
  if (parsed.length < whole.length && isEmpty(whole.at(-1))) parsed.push([''])
  if (parsed.length !== whole.length) throw new Error(`${whole.length} records were framed, ${parsed.length} parsed`)
  let next = 0
  return frames.map((frame) => {
    const cells = frame.type === 'record' ? parsed[next++] : undefined
    return { frame, ...(cells && { cells }) }
  })
}

/** The line break of a batch that can be parsed as it stands: every frame is a record, and all end alike. */
function evenLineBreak({ bytes, frames }: FrameBatch): '\n' | '\r\n' | undefined {
  const [first] = frames
  const lineBreak = first !== undefined && bytes[first.end] === 0x0d ? '\r\n' : '\n'
  const isEven = frames.every(({ type, end }, index) => {
    if (type !== 'record') return false
    const next = frames[index + 1]
    return next === undefined || (next.start - end === lineBreak.length && bytes[next.start - 1] === 0x0a)
  })
  return isEven && first !== undefined ? lineBreak : undefined
}

function isEmpty(frame: Frame | undefined): boolean {
  return frame !== undefined && frame.start === frame.end
}

/** The header, or nothing when no row can be read without it. */
function headerOf(
  { frame, cells }: CsvRecord,
  { wanted, violations, delimiter, renamed }: CsvOptions,
  context: {
    readonly batch: FrameBatch
    readonly counter: RowCounter
    /** The record below. */
    readonly next: CsvRecord | undefined
  },
): Header | undefined {
  const { batch, counter, next } = context
  const placeOf = (cell: number): FilePlace => placeOfCell(batch, frame, { cell, delimiter })
  if (cells === undefined) {
    counter.broken(batch, frame)
    return undefined
  }
  const [name = '', ...others] = cells
  if (others.length === 0 && name.includes('，')) {
    violations.add('recipients-delimiter', { place: () => placeOf(0) }, {})
    return undefined
  }
  // A title of a spreadsheet, or what tells one the delimiter.
  if (next !== undefined && namesNumbers(next, renamed) && !namesNumbers({ cells }, renamed)) {
    const args = { column: numberColumn.name, line: next.frame.line }
    violations.add('recipients-column-missing', { place: () => placeOf(0) }, args)
    return undefined
  }
  const { found, unnamed } = readHeader(cells, wanted, { violations, place: placeOf, renamed })
  return { cells: cells.length, found, columns: found.map(({ column }) => column), unnamed }
}

/** Whether a record names the column of the numbers. */
function namesNumbers({ cells = [] }: Pick<CsvRecord, 'cells'>, renamed: ColumnNames): boolean {
  return cells.some((cell) => (renamed.get(columnName(cell)) ?? cell.trim()) === numberColumn.name)
}

function placeOfCell(
  batch: FrameBatch,
  frame: Frame,
  { cell, delimiter }: { readonly cell: number; readonly delimiter: Delimiter },
): FilePlace {
  const record = textOf(batch, frame)
  return placeBehind(record.slice(0, cellOffset(record, cell, delimiter)), frame.line)
}

/** The rows among the records of a batch. */
function rowsOf(
  batch: FrameBatch,
  records: readonly CsvRecord[],
  context: {
    readonly header: Header
    readonly violations: Violations
    readonly counter: RowCounter
    readonly delimiter: Delimiter
  },
): RawBatch {
  const { header, violations, counter, delimiter } = context
  const rows: RawRow[] = []
  let count = 0
  for (const { frame, cells } of records) {
    const row = counter.next()
    if (cells !== undefined && isBlank(cells)) {
      counter.blank(frame.line)
      continue
    }
    counter.filled()
    count++
    if (cells === undefined) {
      counter.broken(batch, frame, row)
      continue
    }
    const filled = header.unnamed.find((cell) => !isBlank([cells[cell] ?? '']))
    if (filled !== undefined) {
      const place = (): FilePlace => placeOfCell(batch, frame, { cell: filled, delimiter })
      violations.add('recipients-column-unnamed', { row, place }, { index: filled + 1 })
    } else if (hasEnough(cells, header)) {
      rows.push({ row, frame, fields: header.found.map(({ cell }) => cells[cell]) })
    } else {
      // The first cell too many, or the end of a row that has too few.
      const place = (): FilePlace => placeOfCell(batch, frame, { cell: header.cells, delimiter })
      violations.add('recipient-cell-count', { row, place }, { actual: cells.length, expected: header.cells })
    }
  }
  const place = ({ frame }: RawRow, field: number): FilePlace =>
    placeOfCell(batch, frame, { cell: header.found[field]?.cell ?? 0, delimiter })
  return { rows, place, columns: header.columns, count }
}

/** Cells beyond the header, and those of columns without a name, may be there or not while they are empty. */
function hasEnough(cells: readonly string[], { cells: expected, unnamed }: Header): boolean {
  const named = Array.from({ length: expected }, (_, cell) => cell).filter((cell) => !unnamed.includes(cell))
  return cells.length > (named.at(-1) ?? -1) && isBlank(cells.slice(expected))
}

/** A spreadsheet writes rows that were emptied as delimiters alone. */
function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '')
}

/** The offset at which a cell of a well-formed CSV record starts, its quote included; the record's end when it has fewer cells. */
function cellOffset(record: string, cell: number, delimiter: Delimiter): number {
  let offset = 0
  for (let index = 0; index < cell; index++) {
    const quoted = /"(?:[^"]|"")*"/y
    quoted.lastIndex = offset
    const end = quoted.test(record) ? quoted.lastIndex : offset
    const next = record.indexOf(delimiter, end)
    if (next === -1) return record.length
    offset = next + 1
  }
  return offset
}
