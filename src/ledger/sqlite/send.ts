import type { SendState } from '../ledger.ts'
import type { Connection } from './connection.ts'
import { messagesOf } from './releases.ts'
import { erasePersonals, saveRows, sendColumns, type SendRow, sendRow } from './send-row.ts'

/** What a send has of its recipient in a state: nothing once it is settled for good. */
function kept(connection: Connection, { personal }: SendRow, state: SendState): number | null {
  if (state !== 'accepted' && state !== 'rejected') return personal
  if (personal !== null) erasePersonals(connection, [personal])
  return null
}

/** A person's word that an unknown send was sent, or not. Within a transaction. */
export function decide(connection: Connection, row: SendRow, verdict: 'sent' | 'not-sent', now: number): void {
  const state = verdict === 'sent' ? 'accepted' : 'deferred'
  saveRows(connection, [{ ...row, state, settled_at: now, personal: kept(connection, row, state) }])
}

/** What a crash left `inflight` may have been sent. Within a transaction. Returns how many. */
export function recover(connection: Connection, now: number): number {
  let recovered = 0
  for (const row of rowsIn(connection, 'inflight')) {
    saveRows(connection, [{ ...row, state: 'unknown', settled_at: now }])
    recovered++
  }
  return recovered
}

/** Makes deferred sends of a release pending. Within a transaction. Returns how many. */
export function resume(connection: Connection, release: number): number {
  const messages = new Set(messagesOf(connection, release).map(({ message }) => message))
  let resumed = 0
  for (const row of rowsIn(connection, 'deferred')) {
    if (!messages.has(row.message)) continue
    saveRows(connection, [{ ...row, state: 'pending' }])
    resumed++
  }
  return resumed
}

const rowsAtOnce = 1_000

/** The sends that few are, each with an index of its own. The texts stand in the SQL: only then the engine uses it. */
const few = {
  inflight: "state = 'inflight'",
  deferred: "state = 'deferred'",
  unknown: "state = 'unknown'",
  /** Rejected ones that have their recipients back. */
  retry: "state = 'rejected' AND personal IS NOT NULL",
} as const

/** The sends in one of these states, one after the other; they may be changed meanwhile. */
export function* rowsIn(connection: Connection, state: keyof typeof few): Generator<SendRow> {
  const sql =
    `SELECT ${sendColumns} FROM send INDEXED BY send_${state} WHERE ${few[state]} AND row > ? ` +
    `ORDER BY row LIMIT ${rowsAtOnce}`
  let last = 0
  for (;;) {
    const rows = connection.all(sql, last).map((data) => sendRow(data, connection.path))
    yield* rows
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.row
  }
}
