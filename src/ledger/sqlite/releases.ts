import { holdText } from '../hold.ts'
import { hashInKey, normalName } from '../identity.ts'
import { LedgerError } from '../ledger-error.ts'
import type { HeldSend } from '../hold.ts'
import type { Decision, Reconciled, SendState } from '../ledger.ts'
import type { SendRow } from '../send.ts'
import {
  type ChosenSends,
  chosenByKeys,
  decidedProgress,
  mayHaveLeft,
  type MessageRef,
  type ReleaseRef,
  type SendProgress,
} from '../states.ts'
import type { Connection, SqlRow } from './connection.ts'
import { lookupIndexes } from './main-file.ts'
import { applyChanges, holdAgain, insertSealed, moveOpen, openRows, sealedRows, sendsWhere } from './rows.ts'

/**
 * Returns the release of a name, in whatever form it is written; undefined when there is none. Where an older
 * friendtalk took forms of a name for several releases, each has its own form.
 */
export function findRelease(connection: Connection, name: string): ReleaseRef | undefined {
  const rows = sealedRows(connection, 'release', 'WHERE normal_name = ? ORDER BY release', normalName(name))
  const row = rows.find((each) => each['name'] === name) ?? rows[0]
  return row && { release: Number(row['release']), name: String(row['name']) }
}

/** Returns the number of a release. */
export function releaseNumber(connection: Connection, name: string): number {
  const found = findRelease(connection, name)
  if (found === undefined) throw new LedgerError({ type: 'unknown-release', release: name })
  return found.release
}

/** Returns the names of the newest releases that were begun, so many at most, and as many that a newer copy has begun. */
export function newestReleases(connection: Connection, max: number): readonly string[] {
  const own = connection.all('SELECT normal_name AS name FROM release ORDER BY release DESC LIMIT ?', max)
  const lost = connection.all('SELECT name FROM lost_release ORDER BY rowid DESC LIMIT ?', max)
  return [...own, ...lost].map((row) => String(row['name']))
}

/** Keeps a release that was begun in a newer copy of the ledger from being begun again. Within a transaction. */
export function recordLostRelease(connection: Connection, name: string): void {
  if (findRelease(connection, name) === undefined) {
    connection.run('INSERT INTO lost_release VALUES (?) ON CONFLICT DO NOTHING', normalName(name))
  }
}

/**
 * Returns whether all of its recipients are copied in: something was, and nothing is being copied or was broken off.
 */
export function isPrepared(connection: Connection, release: number): boolean {
  const rows = sealedRows(connection, 'preparation', 'WHERE release = ?', release)
  return rows.length > 0 && rows.every((row) => row['finished_at'] !== null)
}

/** Returns the messages of a release in their order. */
export function messagesOf(connection: Connection, release: number): readonly MessageRef[] {
  const rows = connection.all('SELECT message, id FROM message WHERE release = ? ORDER BY message', release)
  return rows.map(({ message, id }) => ({ message: Number(message), id: String(id) }))
}

/** Preparations that were broken off. */
export function unfinishedPreparations(connection: Connection): readonly SqlRow[] {
  return sealedRows(connection, 'preparation', 'WHERE finished_at IS NULL')
}

/** Takes back what preparations without an end had copied. None of it was ever sent. */
export function takeBackUnfinished(connection: Connection): void {
  const unfinished = unfinishedPreparations(connection)
  for (const { preparation = 0, release = 0, first_row: first = 0 } of unfinished) {
    // Rejected sends lose the recipients that they had back.
    for (const { message } of messagesOf(connection, Number(release))) {
      moveOpen(connection, message, { from: 'rejected', to: 'rejected' })
      holdAgain(connection, message)
    }
    connection.run(
      'UPDATE personal SET data = zeroblob(length(data)) WHERE personal IN ' +
        '(SELECT personal FROM send WHERE row >= ? AND preparation = ?)',
      first,
      preparation,
    )
    connection.run('DELETE FROM send WHERE row >= ? AND preparation = ?', first, preparation)
    connection.run('DELETE FROM message WHERE preparation = ?', preparation)
    connection.run('DELETE FROM preparation WHERE preparation = ?', preparation)
    const rest = connection.get('SELECT 1 AS one FROM preparation WHERE release = ?', release)
    if (!rest) connection.run('DELETE FROM release WHERE release = ?', release)
  }
  // The first preparation of a ledger builds them last.
  if (unfinished.length > 0) connection.exec(lookupIndexes)
}

/** Makes deferred sends of a release pending. Within a transaction. Returns how many. */
export function resume(connection: Connection, release: number): number {
  return messagesOf(connection, release).reduce(
    (resumed, { message }) => resumed + moveOpen(connection, message, { from: 'deferred', to: 'pending' }),
    0,
  )
}

/** Keeps sends from being claimed, and erases whom they go to. Within a transaction. Returns how many. */
export function hold(connection: Connection, held: readonly HeldSend[]): number {
  const changes = held.flatMap(({ row, hold: reason }) => {
    const [send] = sendsWhere(connection, 'WHERE row = ?', row)
    const isWaiting = send?.progress.state === 'pending' || send?.progress.state === 'deferred'
    return send && isWaiting ? [{ row: send, progress: { ...send.progress, held: holdText(reason) } }] : []
  })
  applyChanges(connection, changes)
  return changes.length
}

/** Settles unknown sends by a person's word, and keeps the word. All of them or none. Within a transaction. */
export function reconcile(connection: Connection, decision: Decision, now: number): Reconciled {
  const { verdict, release, id, keys, who, reason } = decision
  if (who.trim() === '' || reason.trim() === '') throw new Error('A decision needs a person and a reason.')
  const messages = messagesOf(connection, releaseNumber(connection, release))
    .filter((message) => id === undefined || message.id === id)
    .map(({ message }) => message)
  const chosen: ChosenSends<SendRow> =
    keys === undefined
      ? { type: 'chosen', rows: unknownRows(connection, messages) }
      : chosenByKeys(keys, (key) => messages.flatMap((message) => withKey(connection, message, key)))
  if (chosen.type === 'refused') return chosen
  let sends = 0
  for (const row of chosen.rows) {
    sends++
    applyChanges(connection, [{ row, progress: decidedProgress(row.progress, verdict, now) }])
    insertSealed(connection, 'decision', { row: row.row, verdict, who, reason, at: now })
  }
  return { type: 'settled', sends }
}

function* unknownRows(connection: Connection, messages: readonly number[]): Generator<SendRow> {
  for (const message of messages) for (const rows of openRows(connection, { message, state: 'unknown' })) yield* rows
}

function withKey(connection: Connection, message: number, key: string): readonly SendRow[] {
  const made = 'WHERE message = ? AND recipient = ? AND own_key IS NULL'
  return [
    ...sendsWhere(connection, 'WHERE message = ? AND own_key = ?', message, key),
    ...sendsWhere(connection, made, message, hashInKey(key) ?? null),
  ]
}

/**
 * Returns the keys of callers that sends of other releases have and may have left with, with the name of such a release.
 *
 * @param ahead how far sends are that the table does not know yet
 */
export function sentKeys(
  connection: Connection,
  {
    release,
    keys,
    ahead,
  }: {
    readonly release: string
    readonly keys: readonly string[]
    readonly ahead: ReadonlyMap<number, SendProgress>
  },
): ReadonlyMap<string, string> {
  const own = findRelease(connection, release)?.release ?? 0
  const sql =
    'SELECT row, state, name FROM send JOIN message USING (message) JOIN release USING (release) ' +
    'WHERE own_key = ? AND release.release <> ?'
  const sent = new Map<string, string>()
  for (const key of keys) {
    const states = connection.all(sql, key, own).map(({ row, state, name }) => {
      return { name: String(name), state: ahead.get(Number(row))?.state ?? (state as SendState) }
    })
    const found = states.find(({ state }) => mayHaveLeft.includes(state))
    if (found) sent.set(key, found.name)
  }
  return sent
}
