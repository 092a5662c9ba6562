import { RowCheck } from './check-row.ts'
import { wantedColumns } from './columns.ts'
import { csvRows } from './csv.ts'
import { RecipientDigest } from './digest.ts'
import type { FilePlace, RecipientViolation } from './violation.ts'
import { Findings } from './findings.ts'
import { framesOf } from './frames.ts'
import { ndjsonRows } from './ndjson.ts'
import { maskNumber } from './number.ts'
import type { RawBatch, RawRow } from './raw-rows.ts'
import type { Recipient, RecipientOptions, RecipientSource, RecipientSummary } from './recipient.ts'
import { readRepeats } from './repeats.ts'
import { SeenKeys } from './seen-keys.ts'
import { SeenNumbers } from './seen-numbers.ts'

const defaultMaxFindings = 100

/** A file being read, once. */
export interface RecipientReading {
  /**
   * The rows that are in order alone, as the file is read. Whether the file may be sent is known only from the
   * summary: a later row may repeat a number, and then no row of the file counts.
   */
  rows(): AsyncGenerator<Recipient, void, undefined>
  /** The same, as many at a time as the file gives. */
  batches(): AsyncGenerator<readonly Recipient[], void, undefined>
  /** Reads whatever `rows` has not, and says what the whole file came to. */
  summary(): Promise<RecipientSummary>
}

/**
 * Starts reading a recipients file. Memory is bounded whatever the file: records have a largest size, and repeated
 * numbers are found with a bit for each number that can be.
 *
 * What is wrong with the content is in the summary; only what `source.open` throws is thrown.
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
      // The recipients themselves are not asked for.
      for await (const _ of batches);
      if (reader.summary === undefined) throw new Error('the reading was left before the end of the file')
      return reader.summary
    },
  }
}

/** Reads a recipients file to its end for what is wrong with it, and its digest. */
export async function checkRecipients(source: RecipientSource, options: RecipientOptions): Promise<RecipientSummary> {
  return readRecipients(source, options).summary()
}

class Reader {
  readonly #source: RecipientSource
  readonly #options: RecipientOptions
  readonly #findings: Findings
  readonly #check: RowCheck
  readonly #numbers = new SeenNumbers()
  readonly #keys = new SeenKeys()
  /** Rows whose finding is to name the row with the same number. */
  readonly #repeatedIn = new Map<number, string>()
  summary: RecipientSummary | undefined

  constructor(source: RecipientSource, options: RecipientOptions) {
    this.#source = source
    this.#options = options
    this.#findings = new Findings(options.maxFindings ?? defaultMaxFindings)
    this.#check = new RowCheck(this.#findings, options.characters ?? 'utf-16')
  }

  async *batches(): AsyncGenerator<readonly Recipient[], void, undefined> {
    const findings = this.#findings
    const digest = new RecipientDigest(this.#options.variables.map(({ name }) => name))
    let rows = 0
    for await (const batch of this.#rawRows(findings)) {
      rows += batch.count
      const recipients = batch.rows.flatMap((row) => this.#read(row, batch) ?? [])
      digest.add(recipients)
      if (recipients.length > 0) yield recipients
    }
    if (rows === 0 && findings.errors === 0) {
      findings.add('recipients-empty', { place: fileStart }, {})
    }
    const kept = await this.#withRepeats()
    const { errors, warnings } = findings
    this.summary = {
      rows,
      errors,
      warnings,
      findings: kept,
      more: errors + warnings - kept.length,
      ...(errors === 0 && { digest: digest.end() }),
    }
  }

  #rawRows(findings: Findings): AsyncGenerator<RawBatch> {
    const { path, open } = this.#source
    const wanted = wantedColumns(this.#options.variables)
    switch (formatOf(path)) {
      case 'csv':
        return csvRows(framesOf(open(), 'csv'), wanted, findings)
      case 'ndjson':
        return ndjsonRows(framesOf(open(), 'lines'), wanted, findings)
      case undefined:
        return noRows(path, findings)
    }
  }

  /** A row as a recipient, unless something is wrong with it. */
  #read(row: RawRow, batch: RawBatch): Recipient | undefined {
    const findings = this.#findings
    const { errors } = findings
    const { number, key, values } = this.#check.check(row, batch)
    if (key !== undefined) this.#keys.add(key)
    if (number === undefined) return undefined
    const field = batch.columns.findIndex(({ role }) => role === 'number')
    const site = { row: row.row, column: 'receiver_number', place: () => batch.place(row, field) }
    if (this.#numbers.add(number) && findings.add('recipient-duplicate', site, { number: maskNumber(number) })) {
      this.#repeatedIn.set(row.row, number)
    }
    const { safeList } = this.#options
    if (safeList !== undefined && !safeList.has(number)) {
      findings.add('recipient-not-in-safe-list', site, { number: maskNumber(number) })
    }
    if (findings.errors > errors) return undefined
    const line = row.frame.line
    return { row: row.row, line, receiver_number: number, ...(key !== undefined && { msg_key: key }), values }
  }

  /** The findings with what a second reading adds, where one is needed. */
  async #withRepeats(): Promise<readonly RecipientViolation[]> {
    const findings = this.#findings
    const keys = this.#keys
    if (keys.hasOverflowed) findings.add('recipients-keys-unchecked', { place: fileStart }, {})
    if (this.#repeatedIn.size === 0 && keys.suspects === 0) return inFileOrder(findings.kept)
    const numbers = new Set(this.#repeatedIn.values())
    const firstRows = await readRepeats(this.#rawRows(new Findings(0)), { numbers, keys }, findings)
    const named = findings.kept.map((found) => {
      if (found.rule !== 'recipient-duplicate' || found.row === undefined) return found
      const firstRow = firstRows.get(this.#repeatedIn.get(found.row) ?? '')
      return firstRow === undefined ? found : { ...found, args: { ...found.args, firstRow } }
    })
    return inFileOrder(named)
  }
}

function inFileOrder(findings: readonly RecipientViolation[]): RecipientViolation[] {
  return findings.toSorted((a, b) => a.place.line - b.place.line || a.place.column - b.place.column)
}

/** The format that a file's name says. */
function formatOf(path: string): 'csv' | 'ndjson' | undefined {
  const extension = extensionOf(path)
  if (extension === '.csv') return 'csv'
  return extension === '.ndjson' || extension === '.jsonl' ? 'ndjson' : undefined
}

function extensionOf(path: string): string {
  return /\.[^./\\]*$/.exec(path)?.[0].toLowerCase() ?? ''
}

async function* noRows(path: string, findings: Findings): AsyncGenerator<RawBatch> {
  findings.add('recipients-format-unknown', { place: fileStart }, { extension: extensionOf(path) })
  yield* []
}

function fileStart(): FilePlace {
  return { line: 1, column: 1 }
}
