import { LedgerError } from '../ledger-error.ts'
import type { Connection } from './connection.ts'

/** The number of a release. */
export function releaseNumber(connection: Connection, name: string): number {
  const release = connection.get('SELECT release FROM release WHERE name = ?', name)?.['release']
  if (release === undefined) throw new LedgerError({ type: 'unknown-release', release: name })
  return Number(release)
}

/** Whether all of its recipients are copied in: something was, and nothing is being copied or was broken off. */
export function isPrepared(connection: Connection, release: number): boolean {
  const sql = 'SELECT count(*) AS started, count(finished_at) AS finished FROM preparation WHERE release = ?'
  const { started, finished } = connection.get(sql, release) ?? {}
  return started === finished && Number(finished) > 0
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
