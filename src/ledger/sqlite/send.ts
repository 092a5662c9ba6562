import { LedgerError } from '../ledger-error.ts'
import type { Batch, ClaimedSend, SendState, Settlement } from '../ledger.ts'
import { scrubbed } from '../scrub.ts'
import type { Connection } from './connection.ts'
import { isPrepared, messagesOf, releaseNumber } from './releases.ts'
import { erasePersonal, keyOfRow, personalOf, saveRow, sendColumns, type SendRow, sendRow } from './send-row.ts'

/** Makes sends of the first message that has pending ones `inflight`. Within a transaction. */
export function claim(
  connection: Connection,
  { release: name, maxSends, now }: { readonly release: string; readonly maxSends: number; readonly now: number },
): Batch | undefined {
  const release = releaseNumber(connection, name)
  if (!isPrepared(connection, release)) throw new LedgerError({ type: 'not-prepared', release: name })
  for (const { message, id } of messagesOf(connection, release)) {
    const sql =
      `SELECT ${sendColumns} FROM send INDEXED BY send_pending WHERE state = 'pending' AND message = ? ` +
      'ORDER BY row LIMIT ?'
    const rows = connection.all(sql, message, maxSends).map((data) => sendRow(data, connection.path))
    const [first, ...rest] = rows.map((row) => claimRow(connection, row, now))
    if (first) return { id, sends: [first, ...rest] }
  }
  return undefined
}

function claimRow(connection: Connection, row: SendRow, now: number): ClaimedSend {
  const { number, values } = personalOf(connection, row)
  const attempt = row.attempt + 1
  saveRow(connection, { ...row, state: 'inflight', attempt, claimed_at: now, settled_at: null })
  return { row: row.row, attempt, key: keyOfRow(row), number, masked: row.masked, values }
}

/** Writes what became of claimed sends. Within a transaction. */
export function settle(connection: Connection, settlements: readonly Settlement[], now: number): void {
  for (const { row: number, attempt, outcome, code, description } of settlements) {
    const row = rowOf(connection, number)
    if (row.state !== 'inflight' || row.attempt !== attempt) {
      throw new Error(`Send ${number} is ${row.state} in attempt ${row.attempt}; attempt ${attempt} was settled.`)
    }
    if (outcome === 'not-written') {
      saveRow(connection, { ...row, state: 'pending', claimed_at: null })
      continue
    }
    const personal = personalOf(connection, row)
    const said = {
      code: code ?? null,
      description: description === undefined ? null : scrubbed(description, personal),
      settled_at: now,
    }
    saveRow(connection, { ...row, ...said, state: outcome, personal: kept(connection, row, outcome) })
  }
}

/** What a send has of its recipient in a state: nothing once it is settled for good. */
function kept(connection: Connection, { personal }: SendRow, state: SendState): number | null {
  if (state !== 'accepted' && state !== 'rejected') return personal
  if (personal !== null) erasePersonal(connection, personal)
  return null
}

/** A person's word that an unknown send was sent, or not. Within a transaction. */
export function decide(connection: Connection, row: SendRow, verdict: 'sent' | 'not-sent', now: number): void {
  const state = verdict === 'sent' ? 'accepted' : 'deferred'
  saveRow(connection, { ...row, state, settled_at: now, personal: kept(connection, row, state) })
}

/** What a crash left `inflight` may have been sent. Within a transaction. Returns how many. */
export function recover(connection: Connection, now: number): number {
  let recovered = 0
  for (const row of rowsIn(connection, 'inflight')) {
    saveRow(connection, { ...row, state: 'unknown', settled_at: now })
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
    saveRow(connection, { ...row, state: 'pending' })
    resumed++
  }
  return resumed
}

const rowsAtOnce = 1_000

/** The sends in one of the states that few are in, one after the other; they may be changed meanwhile. */
export function* rowsIn(connection: Connection, state: 'inflight' | 'deferred' | 'unknown'): Generator<SendRow> {
  // The state stands in the text: only then the engine sees that the index holds all of them.
  const sql =
    `SELECT ${sendColumns} FROM send INDEXED BY send_${state} WHERE state = '${state}' AND row > ? ` +
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

function rowOf(connection: Connection, row: number): SendRow {
  const data = connection.get(`SELECT ${sendColumns} FROM send WHERE row = ?`, row)
  if (!data) throw new Error(`There is no send ${row}.`)
  return sendRow(data, connection.path)
}
