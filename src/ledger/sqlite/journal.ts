import { crc32 } from 'node:zlib'
import { LedgerError } from '../ledger-error.ts'
import type { SendState } from '../ledger.ts'
import type { Connection } from './connection.ts'
import type { SendProgress } from './progress.ts'

/**
 * What happened to sends whose rows follow each other. `claimed`: they are `inflight` from then on, with this attempt.
 * `settled`: how far they are; `pending` when nothing of their request was written.
 */
export type JournalRecord =
  | ['claimed', at: number, row: number, sends: number, attempt: number]
  | [
      'settled',
      at: number,
      row: number,
      sends: number,
      state: SendState,
      code: string | null,
      description: string | null,
    ]

/** Appends what was claimed and settled at the same time. Within a transaction. */
export function appendToJournal(connection: Connection, records: readonly JournalRecord[]): void {
  const data = JSON.stringify(records)
  connection.run('INSERT INTO journal (data, checksum) VALUES (?, ?)', data, crc32(data))
}

/**
 * What the journal says of sends: of those that changed since the table `send` was brought up to date.
 *
 * @throws LedgerError `corrupt` for a journal that is not what was written
 */
export function readJournal(connection: Connection): ReadonlyMap<number, SendProgress> {
  const sends = new Map<number, SendProgress>()
  const entries = connection.all('SELECT entry, data, checksum FROM journal ORDER BY entry')
  for (const [index, { entry = null, data, checksum }] of entries.entries()) {
    const text = String(data)
    if (entry !== index + 1 || crc32(text) !== checksum) {
      throw new LedgerError({ type: 'corrupt', path: connection.path, detail: `journal ${String(entry)}` })
    }
    for (const record of JSON.parse(text) as readonly JournalRecord[]) replay(sends, record)
  }
  return sends
}

/** Says whether the journal is another than before: text that is the same for the same journal. */
export function journalVersion(connection: Connection): string {
  const sql = 'SELECT count(*) AS entries, max(entry) AS last, total(checksum) AS checksums FROM journal'
  const { entries, last, checksums } = connection.get(sql) ?? {}
  return entries === 0 ? '' : [entries, last, checksums].join(' ')
}

/** The progress of a send that is claimed. */
export function claimedProgress(attempt: number, at: number): SendProgress {
  return { state: 'inflight', attempt, code: null, description: null, claimed_at: at, settled_at: null }
}

/** The progress of a claimed send that is settled. */
export function settledProgress(
  { attempt, claimed_at }: SendProgress,
  { state, code, description }: Pick<SendProgress, 'state' | 'code' | 'description'>,
  at: number,
): SendProgress {
  if (state === 'pending') return { state, attempt, code: null, description: null, claimed_at: null, settled_at: null }
  return { state, attempt, code, description, claimed_at, settled_at: at }
}

function replay(sends: Map<number, SendProgress>, record: JournalRecord): void {
  const [type, at, first, count] = record
  for (let row = first; row < first + count; row++) {
    if (type === 'claimed') sends.set(row, claimedProgress(record[4], at))
    else {
      const [, , , , state, code, description] = record
      const claimed = sends.get(row)
      if (claimed === undefined) throw new Error(`The journal settles send ${row}, which nobody claimed.`)
      sends.set(row, settledProgress(claimed, { state, code, description }, at))
    }
  }
}
