import { createHash } from 'node:crypto'
import { checkRow } from './check-row.ts'
import { numberColumn } from './columns.ts'
import { csvRows } from './csv.ts'
import { asUtf8, type CsvForm, csvFormOf } from './csv-form.ts'
import { type FrameBatch, framesOf, textOf } from './frames.ts'
import { ndjsonRows } from './ndjson.ts'
import { judgeNumber } from './number.ts'
import { type RawBatch, type RawRow, RowCounter } from './raw-rows.ts'
import type { RecipientSource } from './recipient.ts'
import { SeenNumbers } from './seen.ts'
import { type FilePlace, type RecipientViolation, Violations } from './violations.ts'

/** Numbers that are not sent to, as a file lists them. */
export interface ExclusionList {
  /** As people are shown it. */
  readonly path: string
  /** How many different numbers it has. */
  readonly numbers: number
  /** `sha256:` and the hash of its numbers in their order. */
  readonly digest: string
  /** @param number normalised */
  readonly has: (number: string) => boolean
}

export type ReadExclusionList =
  | { readonly type: 'list'; readonly list: ExclusionList }
  /** Nobody may be sent to by it: whom it means is not known. */
  | { readonly type: 'wrong'; readonly violations: readonly RecipientViolation[]; readonly more: number }

const maxViolations = 20

/**
 * Reads a list of numbers: CSV or NDJSON with `receiver_number`, or one number a line. Memory is bounded whatever the
 * file: a bit for each number that can be. A list of nobody has a header; a file with nothing in it is wrong, because the
 * export that was to write it has failed.
 *
 * Only what `source.open` throws is thrown.
 */
export async function readExclusionList(source: RecipientSource): Promise<ReadExclusionList> {
  const violations = new Violations(maxViolations)
  const seen = new SeenNumbers()
  const hash = createHash('sha256')
  let numbers = 0
  let isEmpty = true
  const { rows: batches, hasHeader } = await rowsIn(source, violations)
  for await (const batch of batches) {
    if (hasHeader || batch.count > 0) isEmpty = false
    let text = ''
    for (const row of batch.rows) {
      const { number } = checkRow(row, batch, { violations, characters: 'utf-16' })
      if (number === undefined) continue
      if (!seen.add(number)) numbers++
      text += `${number}\n`
    }
    hash.update(text)
  }
  if (isEmpty && violations.errors === 0) {
    violations.add('recipients-empty', { place: () => ({ line: 1, column: 1 }) }, {})
  }
  const { errors } = violations
  const kept = violations.kept.toSorted((a, b) => a.place.line - b.place.line || a.place.column - b.place.column)
  if (errors > 0) return { type: 'wrong', violations: kept, more: errors + violations.warnings - kept.length }
  const { path } = source
  const digest = `sha256:${hash.digest('hex')}`
  return { type: 'list', list: { path, numbers, digest, has: (number) => seen.has(number) } }
}

interface Rows {
  readonly rows: AsyncIterable<RawBatch>
  readonly hasHeader: boolean
}

async function rowsIn(source: RecipientSource, violations: Violations): Promise<Rows> {
  const { path, open } = source
  const wanted = [numberColumn]
  if (/\.(?:ndjson|jsonl)$/i.test(path)) {
    return { rows: ndjsonRows(framesOf(open(), 'lines'), wanted, violations), hasHeader: false }
  }
  const form = await csvFormOf(open)
  const { delimiter, encoding } = form
  const utf8 = (): AsyncIterable<Uint8Array> => asUtf8(open(), encoding)
  if (await startsWithNames({ path, open: utf8 }, form)) {
    const options = { wanted, violations, delimiter, renamed: new Map<string, string>() }
    return { rows: csvRows(framesOf(utf8(), 'csv', form), options), hasHeader: true }
  }
  return { rows: lineRows(framesOf(utf8(), 'lines'), violations), hasHeader: false }
}

/** Whether a file starts with the names of columns. That of a `.csv` does, unless a number stands there alone. */
async function startsWithNames({ path, open }: RecipientSource, form: CsvForm): Promise<boolean> {
  for await (const batch of framesOf(open(), 'lines', form)) {
    const [first] = batch.frames
    if (first === undefined) continue
    if (first.type !== 'record') return false
    const text = textOf(batch, first)
    return /\.csv$/i.test(path) ? judgeNumber(text).type === 'invalid' : text.includes(numberColumn.name)
  }
  return false
}

/** The rows of a file with one number a line. */
async function* lineRows(batches: AsyncIterable<FrameBatch>, violations: Violations): AsyncGenerator<RawBatch> {
  const counter = new RowCounter(violations)
  for await (const batch of batches) {
    const rows: RawRow[] = []
    let count = 0
    for (const frame of batch.frames) {
      const row = counter.next()
      const text = frame.type === 'record' ? textOf(batch, frame) : undefined
      if (text?.trim() === '') {
        counter.blank(frame.line)
        continue
      }
      counter.filled()
      count++
      if (text === undefined) counter.broken(batch, frame, row)
      else rows.push({ row, frame, fields: [text] })
    }
    const place = ({ frame }: RawRow): FilePlace => ({ line: frame.line, column: 1 })
    yield { rows, place, columns: [numberColumn], count }
  }
}
