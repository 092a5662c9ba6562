import type { SendState } from '../ledger.ts'
import { applyChanges, type Change } from './changes.ts'
import type { Connection } from './connection.ts'
import { readJournal } from './journal.ts'
import { messagesOf } from './releases.ts'
import { sendColumns, type SendRow, sendRow, sendRowReader } from './send-row.ts'

/** A row in another state, as of now. */
export function changed(row: SendRow, state: SendState, settledAt: number | null): Change {
  return { row, progress: { ...row.progress, state, settled_at: settledAt } }
}

/**
 * Takes over what a crash left in the journal: outcomes as they are, and what has none may have been sent. Within a
 * transaction. Returns how many have none.
 */
export function recover(connection: Connection, now: number): number {
  let recovered = 0
  const changes = [...readJournal(connection)].map(([number, progress]): Change => {
    const data = connection.get(`SELECT ${sendColumns} FROM send WHERE row = ?`, number)
    if (data === undefined) throw new Error(`The journal knows a send ${number} that is not there.`)
    const row = sendRow(data, connection.path)
    if (progress.state !== 'inflight') return { row, progress }
    recovered++
    return { row, progress: { ...progress, state: 'unknown', settled_at: now } }
  })
  applyChanges(connection, changes)
  connection.run('DELETE FROM journal')
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

type OpenState = 'deferred' | 'unknown' | 'rejected'

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
