import { normalizeName } from '../../contract/name.ts'
import { LedgerError } from '../ledger-error.ts'
import type { Connection } from './connection.ts'
import { sealedRows } from './seal.ts'

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
