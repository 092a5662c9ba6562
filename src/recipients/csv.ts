import { type Column, type FoundColumn, type RawBatch, type RawRow, readHeader } from './columns.ts'
import type { ColumnNames } from './column-names.ts'
import type { CsvBatch, CsvRecord } from './csv-records.ts'
import type { Violations } from './violations.ts'

interface Header {
  readonly cells: number
  readonly found: readonly FoundColumn[]
  readonly violations: Violations
}

interface CsvOptions {
  readonly wanted: readonly Column[]
  readonly violations: Violations
  /** Names of columns by what the file calls them. */
  readonly renamed: ColumnNames
}

/** The rows of a CSV file, the first record being the header. Blank rows are no recipients, and are counted. */
export async function* csvRows(batches: AsyncIterable<CsvBatch>, options: CsvOptions): AsyncGenerator<RawBatch> {
  let header: Header | undefined
  let row = 0
  for await (const batch of batches) {
    let { records } = batch
    const [first] = records
    if (header === undefined) {
      if (first === undefined) continue
      header = headerOf(first, batch, options)
      records = records.slice(1)
      row = 1
    }
    yield rowsOf({ ...batch, records }, row, header)
    row += records.length
  }
}

function headerOf(record: CsvRecord, { placeOf }: CsvBatch, { wanted, violations, renamed }: CsvOptions): Header {
  // A spreadsheet writes columns beside the table too: nothing may stand in them.
  const cells = record.cells.slice(0, record.cells.findLastIndex((cell) => cell.trim() !== '') + 1)
  const found = readHeader(cells, wanted, { violations, place: (cell) => placeOf(record, cell), renamed })
  return { cells: cells.length, found, violations }
}

function rowsOf({ records, placeOf }: CsvBatch, above: number, { found, violations, ...header }: Header): RawBatch {
  const rows: RawRow[] = []
  const broken: RawRow[] = []
  let count = 0
  for (const [index, { line, cells }] of records.entries()) {
    if (isBlank(cells)) continue
    count++
    const row = above + index + 1
    const raw = { row, line, fields: found.map(({ cell }) => cells[cell]) }
    if (cells.length >= header.cells && isBlank(cells.slice(header.cells))) rows.push(raw)
    else {
      broken.push(raw)
      // The first cell too many, or the end of a row that has too few.
      const site = { row, place: () => placeOf({ line }, header.cells) }
      violations.add('recipient-cell-count', site, { actual: cells.length, expected: header.cells })
    }
  }
  const place: RawBatch['place'] = (row, field) => placeOf(row, found[field]?.cell ?? 0)
  return { rows, broken, place, columns: found.map(({ column }) => column), count }
}

/** A spreadsheet writes rows that were emptied as delimiters alone. */
function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '')
}
