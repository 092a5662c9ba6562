import { type RawBatch, type RawRow, wantedColumns } from './columns.ts'
import { createHash } from 'node:crypto'
import { checkRow, type RowChecks } from './check-row.ts'
import { renamedColumns } from './column-names.ts'
import { csvRows } from './csv.ts'
import { openCsv } from './csv-form.ts'
import { fileStart, Violations } from './violations.ts'
import { ndjsonRows } from './ndjson.ts'
import { maskNumber } from '../text/phone-number.ts'
import type { ListNotes, Recipient, RecipientOptions, RecipientSource, RecipientSummary } from './recipient.ts'
import { linesOf, textIn, UnreadableText } from './text.ts'

const defaultMaxViolations = 100

/** A file being read, once. */
export interface RecipientReading {
  /**
   * The rows that are in order alone, as the file is read. Whether the file may be sent is known only from the
   * summary: a later row may repeat a number, and then no row of the file counts.
   */
  rows(): AsyncGenerator<Recipient, void, undefined>
  /** Yields the same rows in batches. */
  batches(): AsyncGenerator<readonly Recipient[], void, undefined>
  /** Reads the rest of the file. */
  summary(): Promise<RecipientSummary>
}

/**
 * Starts reading a recipients file. Records have a largest size, and nothing but the numbers is kept of a row.
 *
 * Faults of the content are in the summary; only errors of `source.open` are thrown.
 */
export function readRecipients(source: RecipientSource, options: RecipientOptions): RecipientReading {
  const violations = new Violations(options.maxViolations ?? defaultMaxViolations, options.skip)
  const checks: RowChecks = { violations, characters: options.characters ?? 'utf-16' }
  /** The row in which each number comes first. */
  const rowOf = new Map<string, number>()
  let notes = (): ListNotes => ({})
  let withoutZero = 0
  let hasRef = false
  let summary: RecipientSummary | undefined

  async function* rawRows(): AsyncGenerator<RawBatch> {
    const { path, open, columns } = source
    const wanted = wantedColumns(options.variables)
    const extension = /\.[^./\\]*$/.exec(path)?.[0].toLowerCase() ?? ''
    if (extension === '.csv') {
      const file = await openCsv(open())
      notes = file.notes
      yield* csvRows(file.records, { wanted, violations, renamed: renamedColumns(columns) })
    } else if (extension === '.ndjson' || extension === '.jsonl') {
      yield* ndjsonRows(linesOf(textIn(open())), wanted, violations)
    } else violations.add('recipients-format-unknown', { place: fileStart }, { extension })
  }

  const tellInvalid = ({ row, fields }: RawRow, { columns }: RawBatch): void =>
    options.onInvalid?.(
      row,
      columns.map(({ name }, index) => [name, fields[index]]),
    )

  const checked = (row: RawRow, batch: RawBatch): Recipient | undefined => {
    const { errors } = violations
    const { number, hasLostZero, ref, values } = checkRow(row, batch, checks)
    if (number === undefined || (options.onInvalid && violations.errors > errors)) return undefined
    if (hasLostZero) withoutZero++
    if (ref !== undefined) hasRef = true
    const field = batch.columns.findIndex(({ role }) => role === 'number')
    const site = { row: row.row, column: 'receiver_number', place: () => batch.place(row, field) }
    const firstRow = rowOf.get(number)
    if (firstRow === undefined) rowOf.set(number, row.row)
    else violations.add('recipient-duplicate', site, { number: maskNumber(number), firstRow })
    if (options.safeList?.has(number) === false) {
      violations.add('recipient-not-in-safe-list', site, { number: maskNumber(number) })
    }
    if (violations.errors > errors) return undefined
    return { row: row.row, line: row.line, receiver_number: number, ...(ref !== undefined && { ref }), values }
  }

  async function* readBatches(): AsyncGenerator<readonly Recipient[], void, undefined> {
    const digest = recipientDigest(options.variables.map(({ name }) => name))
    let rows = 0
    try {
      for await (const batch of rawRows()) {
        rows += batch.count
        const recipients = batch.rows.flatMap((row) => {
          if (options.skip?.has(row.row)) return []
          const recipient = checked(row, batch)
          if (recipient === undefined) tellInvalid(row, batch)
          return recipient ?? []
        })
        for (const row of batch.broken ?? []) tellInvalid(row, batch)
        digest.add(recipients)
        if (recipients.length > 0) yield recipients
      }
    } catch (error) {
      if (!(error instanceof UnreadableText)) throw error
      violations.add(error.rule, { place: () => error.place }, {})
    }
    violations.end(rows)
    if (rows === 0 && violations.errors === 0) violations.add('recipients-empty', { place: fileStart }, {})
    const kept = violations.inFileOrder()
    const { errors, warnings } = violations
    // A message with a variable of this name has no references.
    const hasNoRef = !hasRef && rows > 0 && !options.variables.some(({ name }) => name === 'ref')
    summary = {
      rows,
      errors,
      warnings,
      violations: kept,
      more: errors + warnings - kept.length,
      notes: { ...notes(), ...(withoutZero > 0 && { withoutZero }), ...(hasNoRef && { hasNoRef }) },
      ...(errors === 0 && { digest: digest.end() }),
    }
  }

  const batches = readBatches()
  return {
    async *rows() {
      for await (const batch of batches) yield* batch
    },
    batches: () => batches,
    async summary() {
      for await (const _ of batches);
      if (summary === undefined) throw new Error('the reading was left before the end of the file')
      return summary
    },
  }
}

const hashBits = 256

/**
 * Hashes recipients, whatever their order: values and numbers, nothing about the file. Each recipient is hashed, and the sum
 * of these hashes is hashed once more.
 *
 * @param variables names that the recipients may have values of, in any order
 */
function recipientDigest(variables: readonly string[]): {
  readonly add: (recipients: readonly Recipient[]) => void
  readonly end: () => string
} {
  const names = [...new Set(variables)].toSorted()
  let sum = 0n
  const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
  return {
    add: (recipients) => {
      for (const { receiver_number, ref, values } of recipients) {
        const told = names.map((name) => values.get(name) ?? null)
        sum += BigInt(`0x${hashOf(JSON.stringify([receiver_number, ...told, ...(ref === undefined ? [] : [ref])]))}`)
      }
      sum = BigInt.asUintN(hashBits, sum)
    },
    end: () => `sha256:${hashOf(`${JSON.stringify(names)}\n${sum.toString(16)}`)}`,
  }
}
