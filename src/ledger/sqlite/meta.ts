import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, readSync } from 'node:fs'
import { LedgerError } from '../ledger-error.ts'
import type { Connection, SqlValue } from './connection.ts'
import { applicationId, schema, schemaVersion } from './schema.ts'
import { openIfThere } from './file-system.ts'
import { sealOf } from './seal.ts'
import { writeState } from './main-file.ts'

/** What a ledger says about itself. */
export interface Meta {
  readonly version: number
  readonly lineage: string
  readonly target: string
  /** Of the keyed hashes. */
  readonly secret: Uint8Array
}

/** What a ledger must be to be used. */
export interface ExpectedMeta {
  readonly target: string
  /** The lineage that a plan was made with; any when absent. */
  readonly lineage?: string
}

const secretBytes = 32

/** Makes the tables of a new ledger. */
export function writeMeta(
  connection: Connection,
  { target, reason }: { readonly target: string; readonly reason?: string | undefined },
): void {
  connection.transaction(() => {
    connection.exec(schema)
    const secret = randomBytes(secretBytes)
    const values = new Map<string, string | Uint8Array>([
      ['lineage', randomUUID()],
      ['target', target],
      ['secret', secret],
      ...(reason === undefined ? [] : [['reason', reason] as const]),
    ])
    insertMeta(connection, values)
    connection.secret = secret
    writeState(connection, { changes: 0, run: null, next: 0, replayFrom: 0, replayOffset: 0 })
    connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`)
  })
}

/** Adds to what a ledger says about itself, and seals all of it. Within a transaction. */
export function insertMeta(connection: Connection, values: ReadonlyMap<string, SqlValue>): void {
  const insert = 'INSERT OR REPLACE INTO meta VALUES (?, ?)'
  for (const [name, value] of values) connection.run(insert, name, value)
  connection.run(insert, 'seal', metaSeal(metaIn(connection)))
}

function metaIn(connection: Connection): ReadonlyMap<string, SqlValue> {
  return new Map(connection.all('SELECT name, value FROM meta').map(({ name, value = null }) => [String(name), value]))
}

function metaSeal(values: ReadonlyMap<string, SqlValue>): string {
  const secret = values.get('secret')
  if (!(secret instanceof Uint8Array)) return ''
  const texts = [...values]
    .filter(([name]) => name !== 'secret' && name !== 'seal')
    .map(([name, value]) => `${name}=${String(value)}`)
  return sealOf(
    secret,
    'meta',
    texts.toSorted((x, y) => (x < y ? -1 : 1)),
  )
}

/**
 * Whether a file is a ledger of an older version, or was left half upgraded. The engine is not asked: a file that it has
 * open cannot be upgraded.
 */
export function needsUpgrade(path: string): boolean {
  const descriptor = openIfThere(path)
  if (descriptor === undefined) return false
  const header = Buffer.alloc(headerBytes)
  try {
    readSync(descriptor, header, 0, headerBytes, 0)
  } finally {
    closeSync(descriptor)
  }
  // https://www.sqlite.org/fileformat.html#the_database_header
  const [hasWriteAheadLog, version] = [header[18] === 2, header.readUInt32BE(60)]
  return header.readUInt32BE(68) === applicationId && (version === schemaVersion - 1 || hasWriteAheadLog)
}

const headerBytes = 100

/** @throws LedgerError for a file that is no ledger, is of a newer version, or is another ledger than expected */
export function readMeta(connection: Connection, expected: ExpectedMeta): Meta {
  const { path } = connection
  const pragma = (name: string): number => Number(connection.get(`PRAGMA ${name}`)?.[name] ?? 0)
  if (pragma('application_id') !== applicationId) throw new LedgerError({ type: 'not-a-ledger', path })
  const version = pragma('user_version')
  if (version > schemaVersion) throw new LedgerError({ type: 'newer-version', path, version, known: schemaVersion })
  if (version < schemaVersion - 1) throw new LedgerError({ type: 'corrupt', path, detail: `version ${version}` })
  const values = metaIn(connection)
  const lineage = values.get('lineage')
  const target = values.get('target')
  const secret = values.get('secret')
  const isWhole = version < schemaVersion || values.get('seal') === metaSeal(values)
  if (typeof lineage !== 'string' || typeof target !== 'string' || !(secret instanceof Uint8Array) || !isWhole) {
    throw new LedgerError({ type: 'corrupt', path, detail: 'meta' })
  }
  if (target !== expected.target) {
    throw new LedgerError({ type: 'other-target', path, expected: expected.target, actual: target })
  }
  if (expected.lineage !== undefined && lineage !== expected.lineage) {
    throw new LedgerError({ type: 'other-lineage', path, expected: expected.lineage, actual: lineage })
  }
  const movedTo = values.get('moved-to')
  if (typeof movedTo === 'string') throw new LedgerError({ type: 'moved-away', path, to: movedTo })
  connection.secret = secret
  return { version, lineage, target, secret }
}
