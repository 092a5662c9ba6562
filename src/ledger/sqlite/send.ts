import { LedgerError } from '../ledger-error.ts'
import type { SendState } from '../ledger.ts'
import { applyChanges, type Change } from './changes.ts'
import type { Connection } from './connection.ts'
import type { SendProgress } from './progress.ts'
import { messagesOf } from './releases.ts'
import { sendColumns, type SendRow, sendRow, sendRowReader } from './send-row.ts'

/** A row in another state, as of now. */
export function changed(row: SendRow, state: SendState, settledAt: number | null): Change {
  return { row, progress: { ...row.progress, state, settled_at: settledAt } }
}

/** Makes what is left to send of all releases unknown. Within a transaction. Returns how many that are. */
export function giveUpUnsent(connection: Connection, now: number): number {
  let sends = 0
  for (const { message } of connection.all('SELECT message FROM message')) {
    for (const state of ['pending', 'deferred'] as const) {
      for (const rows of openRows(connection, Number(message), state)) {
        const changes = rows.map((row): Change => {
          const attempt = row.progress.attempt + 1
          return { row, progress: { ...row.progress, state: 'unknown', attempt, claimed_at: null, settled_at: now } }
        })
        applyChanges(connection, changes)
        sends += rows.length
      }
    }
  }
  return sends
}

/**
 * Takes over what a crash left in the claim log: outcomes as they are, and what has none may have been sent. Of two
 * claims of a send the later one is known by its attempt, so what the table has already is left as it is. Within a
 * transaction. Returns how many have no outcome.
 *
 * @throws LedgerError `corrupt` for a send that is not in the table
 */
export function replay(connection: Connection, sends: ReadonlyMap<number, SendProgress>, now: number): number {
  let recovered = 0
  const changes: Change[] = []
  for (const [number, progress] of sends) {
    const data = connection.get(`SELECT ${sendColumns} FROM send WHERE row = ?`, number)
    if (data === undefined) throw new LedgerError({ type: 'corrupt', path: connection.path, detail: `send ${number}` })
    const row = sendRow(data, connection.path)
    if (progress.attempt <= row.progress.attempt) continue
    if (progress.state === 'inflight') recovered++
    const unknown = { ...progress, state: 'unknown', settled_at: now } as const
    changes.push({ row, progress: progress.state === 'inflight' ? unknown : progress })
  }
  applyChanges(connection, changes)
  return recovered
}

/** Makes deferred sends of a release pending. Within a transaction. Returns how many. */
export function resume(connection: Connection, release: number): number {
  return messagesOf(connection, release).reduce(
    (resumed, { message }) => resumed + moveOpen(connection, message, { from: 'deferred', to: 'pending' }),
    0,
  )
}

/**
 * Takes the sends of a message that are in a state, and still have their recipients, to another. What is over there
 * loses its recipients, also where it was over before. Within a transaction. Returns how many.
 */
export function moveOpen(
  connection: Connection,
  message: number,
  { from, to }: { readonly from: OpenState; readonly to: SendState },
): number {
  let moved = 0
  for (const rows of openRows(connection, message, from)) {
    applyChanges(
      connection,
      rows.map((row) => changed(row, to, row.progress.settled_at)),
    )
    moved += rows.length
  }
  return moved
}

type OpenState = 'pending' | 'deferred' | 'unknown' | 'rejected'

const rowsAtOnce = 1_000

/**
 * The sends of a message that are in a state and still have their recipients, in parts; they may be changed meanwhile.
 * Of rejected ones these are those that are to be tried again.
 */
export function* openRows(connection: Connection, message: number, state: OpenState): Generator<readonly SendRow[]> {
  const sql =
    `SELECT ${sendColumns} FROM send INDEXED BY send_open WHERE personal IS NOT NULL AND message = ? AND state = ? ` +
    `AND row > ? ORDER BY row LIMIT ${rowsAtOnce}`
  let last = 0
  for (;;) {
    const rows = connection.all(sql, message, state, last).map(sendRowReader(connection.path))
    const end = rows.at(-1)
    if (end === undefined) return
    yield rows
    last = end.row
  }
}
