import type { CompiledTemplate } from '../../template.ts'
import { hashOf, keyOf } from '../identity.ts'
import {
  type SendCounts,
  type DecisionRecord,
  type Failure,
  type KnownSend,
  type ReleaseStatus,
  type SendFilter,
  type SendOf,
  type SendRecord,
  type SendState,
  sendStates,
} from '../ledger.ts'
import type { Connection, SqlRow, SqlValue } from './connection.ts'
import {
  keyOfRow,
  progressNames,
  sealedRows,
  sendColumns,
  type SendProgress,
  type SendRow,
  sendRow,
  sendRowReader,
} from './rows.ts'
import { findRelease, isPrepared, messagesOf, normalName, releaseNumber } from './sends.ts'

/** How far sends are that the table `send` does not know yet; `version` is another one when they changed. */
export type Ahead = () => { readonly version: string; readonly read: () => ReadonlyMap<number, SendProgress> }

/**
 * How far sends are at this moment: the table `send` with what only the claim log knows yet. Statements read it as
 * `current`, which has the columns of `send` that say so; what is ahead of the table is of bounded size.
 */
export class CurrentSends {
  readonly #connection: Connection
  readonly #aheadOf: Ahead
  #version: string | undefined
  #ahead: ReadonlyMap<number, SendProgress> = new Map()

  /** @param ahead is asked within a snapshot */
  constructor(connection: Connection, ahead: Ahead) {
    this.#connection = connection
    this.#aheadOf = ahead
  }

  /** Reads in a snapshot in which `current` is up to date. */
  read<T>(work: (ahead: ReadonlyMap<number, SendProgress>) => T): T {
    try {
      return this.#connection.snapshot(() => {
        this.#follow()
        return work(this.#ahead)
      })
    } catch (error) {
      // What was made of the log is taken back with the rest.
      this.#version = undefined
      throw error
    }
  }

  #follow(): void {
    const { version, read } = this.#aheadOf()
    if (version === this.#version) return
    if (this.#version === undefined) this.#connection.exec(overlay)
    this.#connection.run('DELETE FROM temp.ahead')
    const insert = `INSERT INTO temp.ahead VALUES (?${', ?'.repeat(progressNames.length)})`
    const sends = read()
    for (const [row, progress] of sends) {
      this.#connection.run(insert, row, ...progressNames.map((name) => progress[name]))
    }
    // A claim counts its attempt up, so of two the later one is known by it; the table has what is settled for good.
    this.#connection.run(
      'DELETE FROM temp.ahead WHERE attempt <= (SELECT attempt FROM send WHERE send.row = ahead.row)',
    )
    const left = this.#connection.all('SELECT row FROM temp.ahead').map(({ row }) => Number(row))
    this.#ahead = new Map(
      left.map((row) => [row, sends.get(row)]).filter((each): each is [number, SendProgress] => each[1] !== undefined),
    )
    this.#version = version
  }
}

const currentColumns = progressNames.map((name) => `iif(ahead.row IS NULL, send.${name}, ahead.${name}) AS ${name}`)

/** Of the connection alone: it is gone with it, and needs no file. */
const overlay = `
CREATE TEMP TABLE IF NOT EXISTS ahead (row INTEGER PRIMARY KEY, ${progressNames.join(', ')});
CREATE TEMP VIEW IF NOT EXISTS current AS
SELECT send.row, send.message, send.recipient, ${currentColumns.join(', ')} FROM send NOT INDEXED LEFT JOIN temp.ahead USING (row);
`

export function hasPending(connection: Connection, sends: CurrentSends, message: SendOf): boolean {
  const sql =
    "SELECT 1 AS one FROM send INDEXED BY send_open WHERE personal IS NOT NULL AND message = ? AND state = 'pending' " +
    "AND row NOT IN (SELECT row FROM temp.ahead WHERE state <> 'pending') LIMIT 1"
  return sends.read(() => {
    const known = messageNumber(connection, message)
    return known !== undefined && connection.get(sql, known) !== undefined
  })
}

interface Asked {
  readonly sends: CurrentSends
  readonly message: SendOf
  /** Digits alone. */
  readonly numbers: readonly string[]
}

export function knownSends(connection: Connection, { sends, message, numbers }: Asked): readonly KnownSend[] {
  const known = messageNumber(connection, message)
  const { id } = message
  const release = findRelease(connection, message.release)?.name ?? normalName(message.release)
  const hashes = numbers.map((number) => hashOf(connection.secret, { id, release, number }))
  if (known === undefined) return hashes.map((hash) => ({ key: keyOf(hash) }))
  const sql = 'SELECT row, state FROM send WHERE message = ? AND recipient = ?'
  return sends.read((ahead) =>
    hashes.map((hash) => {
      const send = connection.get(sql, known, hash)
      const state = send && (ahead.get(Number(send['row']))?.state ?? (send['state'] as SendState))
      return { key: keyOf(hash), ...(state !== undefined && { state }) }
    }),
  )
}

function messageNumber(connection: Connection, { release, id }: SendOf): number | undefined {
  const known = findRelease(connection, release)
  if (known === undefined) return undefined
  const sql = 'SELECT message FROM message WHERE release = ? AND id = ?'
  const message = connection.get(sql, known.release, id)?.['message']
  return message === undefined ? undefined : Number(message)
}

/** How many sends are in each state, for every message of each release. */
export function releaseStatuses(connection: Connection): readonly ReleaseStatus[] {
  // One walk through the table; by an index each row would be looked up by itself.
  const sql = 'SELECT message, state, code, count(*) AS sends FROM current GROUP BY message, state, code'
  const groups = new Map<number, SqlRow[]>()
  for (const group of connection.all(sql)) {
    const message = Number(group['message'])
    groups.set(message, [...(groups.get(message) ?? []), group])
  }
  const releases = connection.all('SELECT release, name, normal_name, created_at FROM release ORDER BY release')
  const isShared = (normal: SqlValue): boolean => releases.filter((row) => row['normal_name'] === normal).length > 1
  return releases.map(({ release = 0, ...row }) => {
    const messages = messagesOf(connection, Number(release)).map(({ message, id }) => {
      const own = groups.get(message) ?? []
      return { id, counts: countsOf(own), codes: codesOf(own) }
    })
    return {
      release: String(row[isShared(row['normal_name'] ?? null) ? 'name' : 'normal_name']),
      createdAt: Number(row['created_at']),
      isPrepared: isPrepared(connection, Number(release)),
      counts: sum(messages.map(({ counts }) => counts)),
      messages,
    }
  })
}

const inRelease = 'message IN (SELECT message FROM message WHERE release = ?)'

export function countsOfRelease(connection: Connection, name: string): SendCounts {
  // Sums in one walk; grouping would sort the rows first.
  const sums = sendStates.map((state) => `total(state = '${state}') AS ${state}`).join(', ')
  const sql = `SELECT ${sums} FROM current WHERE ${inRelease}`
  const row = connection.get(sql, releaseNumber(connection, name)) ?? {}
  return countsOf(sendStates.map((state) => ({ state, sends: row[state] ?? 0 })))
}

function countsOf(groups: readonly SqlRow[]): SendCounts {
  const counts = { pending: 0, inflight: 0, accepted: 0, rejected: 0, deferred: 0, unknown: 0 }
  for (const { state, sends } of groups) counts[state as SendState] += Number(sends)
  return counts
}

function codesOf(groups: readonly SqlRow[]): Readonly<Record<string, number>> {
  const codes = new Map<string, number>()
  for (const { code, sends } of groups) {
    if (typeof code === 'string') codes.set(code, (codes.get(code) ?? 0) + Number(sends))
  }
  return Object.fromEntries([...codes].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function sum(all: readonly SendCounts[]): SendCounts {
  const total = { ...countsOf([]) }
  for (const counts of all) for (const state of sendStates) total[state] += counts[state]
  return total
}

export function failuresOf(connection: Connection, name: string): readonly Failure[] {
  const release = releaseNumber(connection, name)
  const ids = new Map(messagesOf(connection, release).map(({ message, id }) => [message, id]))
  const sql =
    'SELECT message, state, code, count(*) AS sends, max(description) AS description FROM current ' +
    `WHERE state IN ('rejected', 'deferred', 'unknown') AND ${inRelease} GROUP BY message, state, code`
  return connection
    .all(sql, release)
    .map(({ message, state, code, sends, description }): Failure => ({
      id: ids.get(Number(message)) ?? '',
      state: state as Failure['state'],
      ...(typeof code === 'string' && { code }),
      sends: Number(sends),
      ...(typeof description === 'string' && { description }),
    }))
    .toSorted((a, b) => b.sends - a.sends)
}

const rowsAtOnce = 1_000

/** Sends one after the other in the order in which they were copied in; the ledger may change in between. */
export async function* sendsOf(
  connection: Connection,
  sends: CurrentSends,
  { release: name, id, state }: SendFilter,
): AsyncGenerator<readonly SendRecord[]> {
  const release = releaseNumber(connection, name)
  const ids = new Map(messagesOf(connection, release).map((message) => [message.message, message.id]))
  const sql =
    `SELECT ${sendColumns} FROM send NOT INDEXED LEFT JOIN temp.ahead USING (row) WHERE send.row > ? AND ${inRelease} ` +
    `AND (? IS NULL OR coalesce(ahead.state, send.state) = ?) ORDER BY send.row LIMIT ${rowsAtOnce}`
  let last = 0
  for (;;) {
    const rows = sends.read((ahead) =>
      connection
        .all(sql, last, release, state ?? null, state ?? null)
        .map(sendRowReader(connection.path))
        .map((row) => ({ ...row, progress: ahead.get(row.row) ?? row.progress })),
    )
    const end = rows.at(-1)
    if (end === undefined) return
    yield rows
      .map((row) => recordOf(row, ids.get(row.message) ?? ''))
      .filter((record) => id === undefined || record.id === id)
    last = end.row
  }
}

function recordOf(row: SendRow, id: string): SendRecord {
  const { state, attempt, code, description, claimed_at, settled_at } = row.progress
  return {
    id,
    key: keyOfRow(row),
    masked: row.masked,
    state,
    attempt,
    ...(code !== null && { code }),
    ...(description !== null && { description }),
    preparedAt: row.prepared_at,
    ...(claimed_at !== null && { claimedAt: claimed_at }),
    ...(settled_at !== null && { settledAt: settled_at }),
  }
}

export function decisionsOf(connection: Connection, name: string): readonly DecisionRecord[] {
  const sql =
    `SELECT ${sendColumns}, decision.verdict, decision.who, decision.reason, decision.at FROM decision ` +
    'JOIN send USING (row) JOIN message USING (message) WHERE message.release = ? ORDER BY decision.decision'
  return connection.all(sql, releaseNumber(connection, name)).map((data) => ({
    key: keyOfRow(sendRow(data, connection.path)),
    verdict: data['verdict'] as DecisionRecord['verdict'],
    who: String(data['who']),
    reason: String(data['reason']),
    at: Number(data['at']),
  }))
}

export function templatesOf(connection: Connection, name: string): readonly CompiledTemplate[] {
  return sealedRows(connection, 'message', 'WHERE release = ? ORDER BY message', releaseNumber(connection, name)).map(
    ({ template }) => JSON.parse(String(template)) as CompiledTemplate,
  )
}
