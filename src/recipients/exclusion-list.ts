import { numberColumn, type RawBatch } from './columns.ts'
import { createHash } from 'node:crypto'
import { checkRow } from './check-row.ts'
import { renamedColumns } from './column-names.ts'
import { csvRows } from './csv.ts'
import { openCsv } from './csv-form.ts'
import { ndjsonRows } from './ndjson.ts'
import { judgeNumber } from '../text/phone-number.ts'
import type { RecipientSource } from './recipient.ts'
import { type Line, linesOf, textIn, UnreadableText } from './text.ts'
import { fileStart, type RecipientViolation, Violations } from './violations.ts'

/** Numbers that are not sent to, as a file lists them. */
export interface ExclusionList {
  /** As people are shown it. */
  readonly path: string
  /** Count of different numbers. */
  readonly numbers: number
  /** `sha256:` and the hash of its numbers in their order. */
  readonly digest: string
  /** @param number normalised */
  readonly has: (number: string) => boolean
}

export type ReadExclusionList =
  | { readonly type: 'list'; readonly list: ExclusionList }
  /** Nothing may be sent, because the numbers are not known. */
  | { readonly type: 'wrong'; readonly violations: readonly RecipientViolation[]; readonly more: number }

const maxViolations = 20

/**
 * Reads a list of numbers: CSV or NDJSON with `receiver_number`, or one number a line. An empty list has a header; a file
 * with nothing in it is wrong, because the export that was to write it has failed.
 *
 * Only what `source.open` throws is thrown.
 */
export async function readExclusionList(source: RecipientSource): Promise<ReadExclusionList> {
  const violations = new Violations(maxViolations)
  const seen = new Set<string>()
  const hash = createHash('sha256')
  let isEmpty = true
  try {
    const { rows: batches, hasHeader } = await rowsIn(source, violations)
    for await (const batch of batches) {
      if (hasHeader || batch.count > 0) isEmpty = false
      let text = ''
      for (const row of batch.rows) {
        const { number } = checkRow(row, batch, { violations, characters: 'utf-16' })
        if (number === undefined) continue
        seen.add(number)
        text += `${number}\n`
      }
      hash.update(text)
    }
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error
    violations.add(error.rule, { place: () => error.place }, {})
  }
  if (isEmpty && violations.errors === 0) {
    violations.add('recipients-empty', { place: fileStart }, {})
  }
  const { errors } = violations
  const kept = violations.inFileOrder()
  if (errors > 0) return { type: 'wrong', violations: kept, more: errors + violations.warnings - kept.length }
  const { path } = source
  const digest = `sha256:${hash.digest('hex')}`
  return { type: 'list', list: { path, numbers: seen.size, digest, has: (number) => seen.has(number) } }
}

async function rowsIn({ path, open, columns }: RecipientSource, violations: Violations) {
  const wanted = [numberColumn]
  if (/\.(?:ndjson|jsonl)$/i.test(path)) {
    return { rows: ndjsonRows(linesOf(textIn(open())), wanted, violations), hasHeader: false }
  }
  const { first, texts, records } = await openCsv(open())
  const renamed = renamedColumns(columns)
  const headings = [...renamed].flatMap(([heading, name]) => (name === numberColumn.name ? [heading] : []))
  // The file starts with names of columns; a `.csv` does, unless a number stands there alone.
  const hasHeader = /\.csv$/i.test(path)
    ? first.trim() !== '' && judgeNumber(first).type === 'invalid'
    : [numberColumn.name, ...headings].some((heading) => first.normalize('NFC').includes(heading))
  if (!hasHeader) return { rows: lineRows(linesOf(texts)), hasHeader }
  return { rows: csvRows(records, { wanted, violations, renamed }), hasHeader }
}

/** The rows of a file with one number a line. */
async function* lineRows(batches: AsyncIterable<readonly Line[]>): AsyncGenerator<RawBatch> {
  for await (const lines of batches) {
    const rows = lines
      .filter(({ text }) => text.trim() !== '')
      .map(({ line, text }) => ({ row: line, line, fields: [text] }))
    yield { rows, place: ({ line }) => ({ line, column: 1 }), columns: [numberColumn], count: rows.length }
  }
}
