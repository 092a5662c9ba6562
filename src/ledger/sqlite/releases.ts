import { holdText } from '../hold.ts'
import { canonicalJson } from '../../json-text.ts'
import { checkMayPrepare, hashInKey, normalName } from '../identity.ts'
import { LedgerError } from '../ledger-error.ts'
import type { HeldSend } from '../hold.ts'
import type { Decision, Preparation, Prepared, Reconciled } from '../ledger.ts'
import { checksumOf, type NewSend, newSends, personalText, type SendRow } from '../send.ts'
import {
  type ChosenSends,
  chosenByKeys,
  decidedProgress,
  type MessageRef,
  unclaimed,
  type ReleaseRef,
} from '../states.ts'
import type { Connection, SqlRow } from './connection.ts'
import type { MainFile } from './main-file.ts'
import {
  applyChanges,
  holdAgain,
  insertSealed,
  letGo,
  moveOpen,
  openRows,
  sealedRows,
  sendsWhere,
  updateSealed,
} from './rows.ts'

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

/** Returns the names of the newest releases, so many at most. */
export function newestReleases(connection: Connection, max: number): readonly string[] {
  const rows = connection.all('SELECT normal_name FROM release ORDER BY release DESC LIMIT ?', max)
  return rows.map((row) => String(row['normal_name']))
}

/** Keeps a release that was begun in a newer copy of the ledger from being begun again. Within a transaction. */
export function loseRelease(connection: Connection, name: string): void {
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

/** Returns whether the sends of a release that is there come one by one: it has no preparation. */
export function isSingle(connection: Connection, release: number): boolean {
  return connection.get('SELECT 1 AS one FROM preparation WHERE release = ? LIMIT 1', release) === undefined
}

/** Returns the messages of a release in their order. */
export function messagesOf(connection: Connection, release: number): readonly MessageRef[] {
  const rows = connection.all('SELECT message, id FROM message WHERE release = ? ORDER BY message', release)
  return rows.map(({ message, id }) => ({ message: Number(message), id: String(id) }))
}

interface Copy {
  readonly connection: Connection
  readonly release: ReleaseRef
  readonly preparation: number
  /** By id. */
  readonly messages: ReadonlyMap<string, number>
  readonly rejected: Preparation['rejected']
  readonly now: number
  readonly done: { added: number; existing: number; retried: number }
}

/**
 * Copies templates and recipients into the ledger, in parts of bounded size. A preparation that has no end counts for
 * nothing: no send of its release can be claimed, and the next start takes it back.
 */
export async function prepare(main: MainFile, preparation: Preparation, now: number): Promise<Prepared> {
  const { connection } = main
  const { rejected } = preparation
  const started = main.change(() => start(connection, preparation, now))
  const done = { added: 0, existing: 0, retried: 0 }
  const copy: Copy = { connection, rejected, now, ...started, done }
  for await (const part of newSends(preparation, started.release.name, connection.secret)) {
    main.change(() => {
      for (const send of part) copyIn(copy, send)
    })
  }
  const total = main.change(() => finish(copy))
  return { ...done, notGiven: total - done.added - done.existing }
}

function start(
  connection: Connection,
  { release: name, templates }: Preparation,
  now: number,
): Pick<Copy, 'preparation' | 'messages' | 'release'> {
  const normal = normalName(name)
  checkMayPrepare(name, {
    isLost: connection.get('SELECT name FROM lost_release WHERE name = ?', normal) !== undefined,
    releases: sealedRows(connection, 'release', 'WHERE normal_name = ?', normal).length,
  })
  const known = findRelease(connection, name)
  if (known && isSingle(connection, known.release)) throw new LedgerError({ type: 'single-release', release: normal })
  const ref = known ?? {
    release: insertSealed(connection, 'release', { name: normal, normal_name: normal, created_at: now }),
    name: normal,
  }
  const { release } = ref
  const first = Number(connection.get('SELECT coalesce(max(row), 0) + 1 AS first FROM send')?.['first'])
  const preparation = insertSealed(connection, 'preparation', { release, first_row: first, started_at: now })
  const messages = new Map<string, number>()
  for (const template of templates) {
    const { id, digest } = template
    const [same] = sealedRows(connection, 'message', 'WHERE release = ? AND id = ?', release, id)
    // Half of a release would receive one text and half another.
    if (same && same['digest'] !== digest) throw new LedgerError({ type: 'other-template', release: name, id })
    const message = same
      ? Number(same['message'])
      : insertSealed(connection, 'message', { release, preparation, id, digest, template: canonicalJson(template) })
    messages.set(id, message)
  }
  return { preparation, messages, release: ref }
}

function copyIn(copy: Copy, { id, recipient, own_key, masked, ref, person, personal, held }: NewSend): void {
  const { connection, release, messages, preparation, now: prepared_at, done } = copy
  const message = messages.get(id) ?? 0
  const data = (): number => {
    const bytes = Buffer.from(personalText(personal, recipient))
    return connection.run('INSERT INTO personal (data) VALUES (?)', bytes).row
  }
  const [known] = sendsWhere(connection, 'WHERE message = ? AND recipient = ?', message, recipient)
  if (known) {
    done.existing++
    if (held !== null || known.personal !== null) return
    const isAgain = copy.rejected === 'retry' && known.progress.state === 'rejected'
    if (!isAgain && known.progress.held === null) return
    // It stays rejected, or held, until the whole preparation has its end.
    connection.run('UPDATE send SET personal = ? WHERE row = ?', data(), known.row)
    done.retried++
    return
  }
  if (own_key !== null) {
    // The service is to tell the messages of a release apart by it.
    const sql = 'SELECT row FROM send JOIN message USING (message) WHERE own_key = ? AND message.release = ?'
    const taken = connection.get(sql, own_key, release.release)
    if (taken) throw new LedgerError({ type: 'key-taken', release: release.name, id, masked })
  }
  const fixed = { message, preparation, recipient, own_key, masked, ref, person, prepared_at }
  const progress = { ...unclaimed, held }
  const { state, attempt } = progress
  const checksum = checksumOf({ ...fixed, progress })
  connection.run(
    `INSERT INTO send (${Object.keys(fixed).join(', ')}, personal, state, attempt, checksum, held) ` +
      'VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ...Object.values(fixed),
    held === null ? data() : null,
    state,
    attempt,
    checksum,
    held,
  )
  done.added++
}

/** @returns how many sends the messages have */
function finish({ connection, preparation, messages, now, done }: Copy): number {
  for (const message of messages.values()) {
    moveOpen(connection, message, { from: 'rejected', to: 'deferred' })
    if (done.retried > 0) letGo(connection, message)
  }
  const [row] = sealedRows(connection, 'preparation', 'WHERE preparation = ?', preparation)
  if (row) updateSealed(connection, 'preparation', { row, changes: { finished_at: now } })
  const count = 'SELECT count(*) AS sends FROM send WHERE message = ?'
  return [...messages.values()].reduce((sum, message) => sum + Number(connection.get(count, message)?.['sends']), 0)
}

/** Preparations that were broken off. */
export function unfinishedPreparations(connection: Connection): readonly SqlRow[] {
  return sealedRows(connection, 'preparation', 'WHERE finished_at IS NULL')
}

/** Takes back what preparations without an end had copied. None of it was ever sent. */
export function takeBackUnfinished(connection: Connection): void {
  for (const { preparation = 0, release = 0, first_row: first = 0 } of unfinishedPreparations(connection)) {
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

/** Returns the seed of a release; the first one that is proposed. Within a transaction. */
export function sampleSeed(connection: Connection, release: number, proposed: string): string {
  connection.run('INSERT INTO sample VALUES (?, ?) ON CONFLICT DO NOTHING', release, proposed)
  return String(connection.get('SELECT seed FROM sample WHERE release = ?', release)?.['seed'])
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
