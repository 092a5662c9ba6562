import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { LedgerError } from '../ledger-error.ts'
import { Connection } from './connection.ts'
import { schema } from './schema.ts'
import { verifySeals } from './seal.ts'
import { personalOf, sendColumns, sendRowReader } from './send-row.ts'

const rowsAtOnce = 1_000

/** Reads everything. @throws LedgerError `corrupt` for the first thing that is damaged */
export function verify(connection: Connection): void {
  verifyStructure(connection)
  verifyRows(connection)
}

/** Reads what a ledger of any version has. @throws LedgerError `corrupt` */
export function verifySends(connection: Connection): void {
  verifyIntegrity(connection)
  verifyRows(connection)
}

function verifyRows(connection: Connection): void {
  for (let last = 0; ;) {
    // A deploy may erase people in between; it waits for as long as a snapshot lasts.
    const end = connection.snapshot(() => verifyRowsAfter(connection, last))
    if (end === undefined) return
    last = end
  }
}

/** Verifies some rows. Returns the last one; undefined when there are none. */
function verifyRowsAfter(connection: Connection, after: number): number | undefined {
  const sql = `SELECT ${sendColumns} FROM send WHERE row > ? ORDER BY row LIMIT ?`
  const rows = connection.all(sql, after, rowsAtOnce).map(sendRowReader(connection.path))
  for (const row of rows) if (row.personal !== null) personalOf(connection, row)
  return rows.at(-1)?.row
}

/**
 * Reads all but the sends one by one: whether tables and indexes agree, whether the tables are those of a ledger, and the
 * small tables. Sends are checked again when they are claimed.
 *
 * @throws LedgerError `corrupt` for the first thing that is damaged
 */
export function verifyStructure(connection: Connection): void {
  verifyIntegrity(connection)
  if (schemaOf(connection) !== expectedSchema()) {
    throw new LedgerError({ type: 'corrupt', path: connection.path, detail: 'schema' })
  }
  verifySeals(connection)
}

function verifyIntegrity(connection: Connection): void {
  const found = connection.get('PRAGMA integrity_check(1)')?.['integrity_check']
  if (found !== 'ok') throw new LedgerError({ type: 'corrupt', path: connection.path, detail: String(found) })
}

function schemaOf(connection: Connection): string {
  const sql = 'SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name'
  const texts = connection.all(sql).map((row) => String(row['sql']))
  return texts.join(';')
}

function expectedSchema(): string {
  const connection = Connection.open(':memory:', 'write')
  try {
    connection.exec(schema)
    return schemaOf(connection)
  } finally {
    connection.close()
  }
}

const readBytes = 1_048_576

/** What a file is: its size and a checksum of all of it. */
export interface FileChecksum {
  readonly bytes: number
  readonly checksum: number
}

export function isFile(path: string, expected: FileChecksum): boolean {
  const { bytes, checksum } = checksumOfFile(path)
  return bytes === expected.bytes && checksum === expected.checksum
}

/** Closing a file gives up the locks that the engine has on it in this process: to be asked between its changes. */
export function checksumOfFile(path: string): FileChecksum {
  const descriptor = openSync(path, 'r')
  try {
    const data = Buffer.allocUnsafe(readBytes)
    let checksum = 0
    for (let read = readSync(descriptor, data); read > 0; read = readSync(descriptor, data)) {
      checksum = crc32(data.subarray(0, read), checksum)
    }
    return { bytes: fstatSync(descriptor).size, checksum }
  } finally {
    closeSync(descriptor)
  }
}
