import type { CompiledTemplate } from '../../template.ts'
import {
  type Counts,
  type DecisionRecord,
  type Failure,
  type ReleaseStatus,
  type SendFilter,
  type SendRecord,
  type SendState,
  sendStates,
} from '../ledger.ts'
import type { Connection, SqlRow, SqlValue } from './connection.ts'
import type { CurrentSends } from './current-sends.ts'
import { isPrepared, messagesOf, releaseNumber } from './releases.ts'
import { sealedRows } from './seal.ts'
import { keyOfRow, sendColumns, type SendRow, sendRow, sendRowReader } from './send-row.ts'

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

export function countsOfRelease(connection: Connection, name: string): Counts {
  // Sums in one walk; grouping would sort the rows first.
  const sums = sendStates.map((state) => `total(state = '${state}') AS ${state}`).join(', ')
  const sql = `SELECT ${sums} FROM current WHERE ${inRelease}`
  const row = connection.get(sql, releaseNumber(connection, name)) ?? {}
  return countsOf(sendStates.map((state) => ({ state, sends: row[state] ?? 0 })))
}

function countsOf(groups: readonly SqlRow[]): Counts {
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

function sum(all: readonly Counts[]): Counts {
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
export function* sendsOf(
  connection: Connection,
  sends: CurrentSends,
  { release: name, id, state }: SendFilter,
): Generator<SendRecord> {
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
    for (const row of rows) {
      const ofMessage = ids.get(row.message) ?? ''
      if (id === undefined || id === ofMessage) yield recordOf(row, ofMessage)
    }
    const end = rows.at(-1)
    if (end === undefined) return
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
