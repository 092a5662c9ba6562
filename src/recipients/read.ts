import { createHash } from 'node:crypto'
import { checkRow, type RowChecks } from './check-row.ts'
import { renamedColumns } from './column-names.ts'
import { wantedColumns } from './columns.ts'
import { csvRows } from './csv.ts'
import { csvFormOf, recordsIn } from './csv-form.ts'
import { formNotes } from './list-notes.ts'
import { type FilePlace, Violations } from './violations.ts'
import { ndjsonRows } from './ndjson.ts'
import { maskNumber } from '../text/phone-number.ts'
import type { RawBatch, RawRow } from './raw-rows.ts'
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
  const reader = new Reader(source, options)
  const batches = reader.batches()
  return {
    async *rows() {
      for await (const batch of batches) yield* batch
    },
    batches: () => batches,
    async summary() {
      for await (const _ of batches);
      if (reader.summary === undefined) throw new Error('the reading was left before the end of the file')
      return reader.summary
    },
  }
}

class Reader {
  readonly #source: RecipientSource
  readonly #options: RecipientOptions
  readonly #violations: Violations
  readonly #checks: RowChecks
  /** The row in which each number comes first. */
  readonly #rowOf = new Map<string, number>()
  #notes: ListNotes = {}
  #withoutZero = 0
  #hasRef = false
  summary: RecipientSummary | undefined

  constructor(source: RecipientSource, options: RecipientOptions) {
    this.#source = source
    this.#options = options
    this.#violations = new Violations(options.maxViolations ?? defaultMaxViolations, options.skip)
    this.#checks = { violations: this.#violations, characters: options.characters ?? 'utf-16' }
  }

  async *batches(): AsyncGenerator<readonly Recipient[], void, undefined> {
    const violations = this.#violations
    const digest = recipientDigest(this.#options.variables.map(({ name }) => name))
    let rows = 0
    try {
      for await (const batch of this.#rawRows()) {
        rows += batch.count
        const recipients = batch.rows.flatMap((row) => this.#read(row, batch) ?? [])
        for (const row of batch.broken ?? []) this.#tellInvalid(row, batch)
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
    const hasNoRef = !this.#hasRef && rows > 0 && !this.#options.variables.some(({ name }) => name === 'ref')
    this.summary = {
      rows,
      errors,
      warnings,
      violations: kept,
      more: errors + warnings - kept.length,
      notes: {
        ...this.#notes,
        ...(this.#withoutZero > 0 && { withoutZero: this.#withoutZero }),
        ...(hasNoRef && { hasNoRef }),
      },
      ...(errors === 0 && { digest: digest.end() }),
    }
  }

  async *#rawRows(): AsyncGenerator<RawBatch> {
    const violations = this.#violations
    const { path, open, columns } = this.#source
    const wanted = wantedColumns(this.#options.variables)
    const extension = /\.[^./\\]*$/.exec(path)?.[0].toLowerCase() ?? ''
    switch (extension) {
      case '.csv': {
        const form = await csvFormOf(open)
        this.#notes = formNotes(form)
        yield* csvRows(recordsIn(open, form), { wanted, violations, renamed: renamedColumns(columns) })
        return
      }
      case '.ndjson':
      case '.jsonl':
        yield* ndjsonRows(linesOf(textIn(open())), wanted, violations)
        return
      default:
        violations.add('recipients-format-unknown', { place: fileStart }, { extension })
    }
  }

  #read(row: RawRow, batch: RawBatch): Recipient | undefined {
    if (this.#options.skip?.has(row.row)) return undefined
    const recipient = this.#checked(row, batch)
    if (recipient === undefined) this.#tellInvalid(row, batch)
    return recipient
  }

  #tellInvalid({ row, fields }: RawRow, { columns }: RawBatch): void {
    this.#options.onInvalid?.(
      row,
      columns.map(({ name }, index) => [name, fields[index]]),
    )
  }

  #checked(row: RawRow, batch: RawBatch): Recipient | undefined {
    const violations = this.#violations
    const { errors } = violations
    const { number, hasLostZero, ref, values } = checkRow(row, batch, this.#checks)
    if (number === undefined || (this.#options.onInvalid && violations.errors > errors)) return undefined
    if (hasLostZero) this.#withoutZero++
    if (ref !== undefined) this.#hasRef = true
    const field = batch.columns.findIndex(({ role }) => role === 'number')
    const site = { row: row.row, column: 'receiver_number', place: () => batch.place(row, field) }
    const firstRow = this.#rowOf.get(number)
    if (firstRow === undefined) this.#rowOf.set(number, row.row)
    else violations.add('recipient-duplicate', site, { number: maskNumber(number), firstRow })
    const { safeList } = this.#options
    if (safeList !== undefined && !safeList.has(number)) {
      violations.add('recipient-not-in-safe-list', site, { number: maskNumber(number) })
    }
    if (violations.errors > errors) return undefined
    return { row: row.row, line: row.line, receiver_number: number, ...(ref !== undefined && { ref }), values }
  }
}

function fileStart(): FilePlace {
  return { line: 1, column: 1 }
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
