import { randomBytes, randomUUID } from 'node:crypto'
import { LedgerError } from '../ledger-error.ts'
import type { Connection } from './connection.ts'
import { applicationId, schema, schemaVersion } from './schema.ts'

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
export function writeMeta(connection: Connection, target: string): void {
  connection.transaction(() => {
    connection.exec(schema)
    const insert = 'INSERT INTO meta VALUES (?, ?)'
    connection.run(insert, 'lineage', randomUUID())
    connection.run(insert, 'target', target)
    connection.run(insert, 'secret', randomBytes(secretBytes))
    connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}`)
  })
}

/** @throws LedgerError for a file that is no ledger, is of a newer version, or is another ledger than expected */
export function readMeta(connection: Connection, expected: ExpectedMeta): Meta {
  const { path } = connection
  const pragma = (name: string): number => Number(connection.get(`PRAGMA ${name}`)?.[name] ?? 0)
  if (pragma('application_id') !== applicationId) throw new LedgerError({ type: 'not-a-ledger', path })
  const version = pragma('user_version')
  if (version > schemaVersion) throw new LedgerError({ type: 'newer-version', path, version, known: schemaVersion })
  if (version !== schemaVersion) throw new LedgerError({ type: 'corrupt', path, detail: `version ${version}` })
  const values = new Map(connection.all('SELECT name, value FROM meta').map(({ name, value }) => [name, value]))
  const lineage = values.get('lineage')
  const target = values.get('target')
  const secret = values.get('secret')
  if (typeof lineage !== 'string' || typeof target !== 'string' || !(secret instanceof Uint8Array)) {
    throw new LedgerError({ type: 'corrupt', path, detail: 'meta' })
  }
  if (target !== expected.target) {
    throw new LedgerError({ type: 'other-target', path, expected: expected.target, actual: target })
  }
  if (expected.lineage !== undefined && lineage !== expected.lineage) {
    throw new LedgerError({ type: 'other-lineage', path, expected: expected.lineage, actual: lineage })
  }
  return { version, lineage, target, secret }
}
