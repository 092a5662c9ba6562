import { hashInKey } from '../identity.ts'
import type { Decision, Reconciled } from '../ledger.ts'
import type { Connection } from './connection.ts'
import { messagesOf, releaseNumber } from './releases.ts'
import { applyChanges } from './changes.ts'
import { changed, openRows } from './send.ts'
import { insertSealed } from './seal.ts'
import { sendColumns, type SendRow, sendRow } from './send-row.ts'

/** Settles unknown sends by a person's word, and keeps the word. All of them or none. Within a transaction. */
export function reconcile(connection: Connection, decision: Decision, now: number): Reconciled {
  const { verdict, release, id, keys, who, reason } = decision
  if (who.trim() === '' || reason.trim() === '') throw new Error('A decision needs a person and a reason.')
  const messages = messagesOf(connection, releaseNumber(connection, release))
    .filter((message) => id === undefined || message.id === id)
    .map(({ message }) => message)
  const chosen = keys === undefined ? allUnknown(connection, messages) : byKeys(connection, messages, keys)
  if (chosen.type === 'refused') return chosen
  let sends = 0
  for (const row of chosen.rows) {
    sends++
    applyChanges(connection, [changed(row, verdict === 'sent' ? 'accepted' : 'deferred', now)])
    insertSealed(connection, 'decision', { row: row.row, verdict, who, reason, at: now })
  }
  return { type: 'settled', sends }
}

type Chosen = Extract<Reconciled, { type: 'refused' }> | { readonly type: 'chosen'; readonly rows: Iterable<SendRow> }

function allUnknown(connection: Connection, messages: readonly number[]): Chosen {
  return { type: 'chosen', rows: unknownRows(connection, messages) }
}

function* unknownRows(connection: Connection, messages: readonly number[]): Generator<SendRow> {
  for (const message of messages) for (const rows of openRows(connection, message, 'unknown')) yield* rows
}

function byKeys(connection: Connection, messages: readonly number[], keys: readonly string[]): Chosen {
  const rows: SendRow[] = []
  const notFound: string[] = []
  const notUnknown: string[] = []
  for (const key of new Set(keys)) {
    const found = messages.flatMap((message) => withKey(connection, message, key))
    if (found.length === 0) notFound.push(key)
    else if (found.some(({ progress }) => progress.state !== 'unknown')) notUnknown.push(key)
    else rows.push(...found)
  }
  if (notFound.length > 0 || notUnknown.length > 0) return { type: 'refused', notFound, notUnknown }
  return { type: 'chosen', rows }
}

function withKey(connection: Connection, message: number, key: string): readonly SendRow[] {
  const hash = hashInKey(key)
  const own = connection.all(`SELECT ${sendColumns} FROM send WHERE message = ? AND own_key = ?`, message, key)
  const made = hash
    ? connection.all(
        `SELECT ${sendColumns} FROM send WHERE message = ? AND recipient = ? AND own_key IS NULL`,
        message,
        hash,
      )
    : []
  return [...own, ...made].map((data) => sendRow(data, connection.path))
}
