import { normalizeName } from '../../contract/text.ts'
import { hashInKey } from '../identity.ts'
import { LedgerError } from '../ledger-error.ts'
import type { Decision, Reconciled, SendState } from '../ledger.ts'
import type { Connection } from './connection.ts'
import {
  insertSealed,
  isOver,
  joined,
  progressChecksum,
  sealedRows,
  sendColumns,
  type SendProgress,
  type SendRow,
  sendRow,
  sendRowReader,
} from './rows.ts'

/** A release by the name that it was made with, which its keys hold. */
export interface ReleaseRef {
  readonly release: number
  readonly name: string
}

/** The normal form of a name, or the name itself where an older friendtalk took one that has none. */
export function normalName(name: string): string {
  return normalizeName(name) ?? name
}

/**
 * The release of a name, in whatever form it is written; undefined when there is none. Where an older friendtalk took
 * forms of a name for several releases, each has its own form.
 */
export function findRelease(connection: Connection, name: string): ReleaseRef | undefined {
  const rows = sealedRows(connection, 'release', 'WHERE normal_name = ? ORDER BY release', normalName(name))
  const row = rows.find((each) => each['name'] === name) ?? rows[0]
  return row && { release: Number(row['release']), name: String(row['name']) }
}

/** The number of a release. */
export function releaseNumber(connection: Connection, name: string): number {
  const found = findRelease(connection, name)
  if (found === undefined) throw new LedgerError({ type: 'unknown-release', release: name })
  return found.release
}

/** The names of the newest releases, so many at most. */
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
 * @throws LedgerError `ambiguous-release` for a name of several releases: whom to add would be open; `lost-release` for
 *   one that was begun in a copy that is lost
 */
export function checkMayPrepare(connection: Connection, name: string): void {
  const lost = connection.get('SELECT name FROM lost_release WHERE name = ?', normalName(name))
  if (lost) throw new LedgerError({ type: 'lost-release', release: normalName(name) })
  const releases = sealedRows(connection, 'release', 'WHERE normal_name = ?', normalName(name))
  if (releases.length > 1) throw new LedgerError({ type: 'ambiguous-release', release: normalName(name) })
}

/** Whether all of its recipients are copied in: something was, and nothing is being copied or was broken off. */
export function isPrepared(connection: Connection, release: number): boolean {
  const rows = sealedRows(connection, 'preparation', 'WHERE release = ?', release)
  return rows.length > 0 && rows.every((row) => row['finished_at'] !== null)
}

export interface MessageRef {
  readonly message: number
  readonly id: string
}

/** The messages of a release in their order. */
export function messagesOf(connection: Connection, release: number): readonly MessageRef[] {
  const rows = connection.all('SELECT message, id FROM message WHERE release = ? ORDER BY message', release)
  return rows.map(({ message, id }) => ({ message: Number(message), id: String(id) }))
}

/** A row as it stands in the table, and how far its send is. */
export interface SendChange {
  readonly row: SendRow
  readonly progress: SendProgress
}

/** Rows that follow each other, and go from one progress to another together. */
interface Run {
  readonly first: SendRow
  last: SendRow
  readonly progress: SendProgress
}

/** Brings rows of the table up to date, and erases whom they were sent to where that is over. Within a transaction. */
export function applyChanges(connection: Connection, changes: Iterable<SendChange>): void {
  const inOrder = [...changes].toSorted((a, b) => a.row.row - b.row.row)
  const runs: Run[] = []
  for (const { row, progress } of inOrder) {
    const run = runs.at(-1)
    if (run && follows(run, row) && run.progress === progress) run.last = row
    else runs.push({ first: row, last: row, progress })
  }
  for (const run of runs) apply(connection, run)
  erase(
    connection,
    inOrder.flatMap(({ row: { personal }, progress }) =>
      personal !== null && isOver(progress.state) ? [personal] : [],
    ),
  )
}

function follows({ last }: Run, { row, progress }: SendRow): boolean {
  return row === last.row + 1 && progress === last.progress
}

function apply(connection: Connection, { first, last, progress }: Run): void {
  const { state, attempt, code, description, claimed_at, settled_at } = progress
  const checksums = joined(progressChecksum(first.progress), progressChecksum(progress))
  const sql =
    'UPDATE send SET state = ?, attempt = ?, code = ?, description = ?, claimed_at = ?, settled_at = ?, ' +
    // The engine knows no exclusive or.
    `checksum = (checksum | ?7) - (checksum & ?7)${isOver(state) ? ', personal = NULL' : ''} WHERE row BETWEEN ? AND ?`
  const values = [state, attempt, code, description, claimed_at, settled_at, checksums, first.row, last.row]
  const { changes } = connection.run(sql, ...values)
  if (changes !== last.row - first.row + 1) throw new Error(`Sends ${first.row} to ${last.row} are not all there.`)
}

/** Zeros of the same size in the same place: see the schema. */
function erase(connection: Connection, personals: readonly number[]): void {
  let [first, last] = [-1, -1]
  const write = (): void => {
    const sql = 'UPDATE personal SET data = zeroblob(length(data)) WHERE personal BETWEEN ? AND ?'
    if (first >= 0) connection.run(sql, first, last)
  }
  for (const personal of personals.toSorted((a, b) => a - b)) {
    if (personal !== last + 1 || first < 0) {
      write()
      first = personal
    }
    last = personal
  }
  write()
}

/** A row in another state, as of now. */
function changed(row: SendRow, state: SendState, settledAt: number | null): SendChange {
  return { row, progress: { ...row.progress, state, settled_at: settledAt } }
}

/** Makes what is left to send of all releases unknown. Within a transaction. Returns how many that are. */
export function giveUpUnsent(connection: Connection, now: number): number {
  let sends = 0
  for (const { message } of connection.all('SELECT message FROM message')) {
    for (const state of ['pending', 'deferred'] as const) {
      for (const rows of openRows(connection, Number(message), state)) {
        const changes = rows.map((row): SendChange => {
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
  const changes: SendChange[] = []
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
function* openRows(connection: Connection, message: number, state: OpenState): Generator<readonly SendRow[]> {
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
