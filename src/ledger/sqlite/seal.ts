import { createHmac } from 'node:crypto'
import { LedgerError } from '../ledger-error.ts'
import type { Connection, SqlRow, SqlValue } from './connection.ts'

/** 12 bytes. */
const sealCharacters = 16

/**
 * A keyed checksum of a row: of what stands in it, and of the table that it stands in. A text, a URL or a name that was
 * changed on the disk does not fit it.
 */
export function sealOf(secret: Uint8Array, table: string, values: readonly SqlValue[]): string {
  const text = JSON.stringify([table, ...values])
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, sealCharacters)
}

/** The tables whose rows have a seal, and the columns that it is of; the first one is the row's number. */
const columnsOf = {
  release: ['release', 'name', 'normal_name', 'created_at'],
  preparation: ['preparation', 'release', 'first_row', 'started_at', 'finished_at'],
  message: ['message', 'release', 'preparation', 'id', 'digest', 'template'],
  decision: ['decision', 'row', 'verdict', 'who', 'reason', 'at'],
  image: ['image', 'sha256', 'operation', 'account', 'url', 'uploaded_at'],
  plan: ['plan', 'digest', 'release', 'used_at', 'text'],
} as const

type SealedTable = keyof typeof columnsOf

type Columns<T extends SealedTable> = (typeof columnsOf)[T][number]

type Values<T extends SealedTable> = { readonly [C in Columns<T>]?: SqlValue }

/** Adds a row with its seal. Returns its number. */
export function insertSealed<T extends SealedTable>(connection: Connection, table: T, values: Values<T>): number {
  const [key] = columnsOf[table]
  const number = Number(connection.get(`SELECT coalesce(max(${key}), 0) + 1 AS number FROM ${table}`)?.['number'])
  writeSealed(connection, table, { ...values, [key]: number })
  return number
}

/** Puts a row that was read in the place of the one with its number, with other values. */
export function updateSealed<T extends SealedTable>(
  connection: Connection,
  table: T,
  { row, changes }: { readonly row: SqlRow; readonly changes: Values<T> },
): void {
  writeSealed(connection, table, { ...row, ...changes })
}

/**
 * Reads rows.
 *
 * @param rest what follows the table's name in the statement
 * @throws LedgerError `corrupt` for a row that is not what was written
 */
export function sealedRows(
  connection: Connection,
  table: SealedTable,
  rest: string,
  ...values: readonly SqlValue[]
): readonly SqlRow[] {
  const columns = columnsOf[table].map((name) => `${table}.${name}`).join(', ')
  const rows = connection.all(`SELECT ${columns}, ${table}.seal FROM ${table} ${rest}`, ...values)
  for (const row of rows) {
    if (row['seal'] === sealOfRow(connection, table, row)) continue
    const detail = `${table} ${String(row[columnsOf[table][0]])}`
    throw new LedgerError({ type: 'corrupt', path: connection.path, detail })
  }
  return rows
}

/** @throws LedgerError `corrupt` for the first row that is not what was written */
export function verifySeals(connection: Connection): void {
  for (const table of Object.keys(columnsOf) as SealedTable[]) sealedRows(connection, table, '')
}

function writeSealed(connection: Connection, table: SealedTable, row: Readonly<Record<string, SqlValue>>): void {
  const columns = columnsOf[table]
  const sql = `INSERT INTO ${table} (${columns.join(', ')}, seal) VALUES (?${', ?'.repeat(columns.length)})`
  const conflict = `ON CONFLICT (${columns[0]}) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`
  const values = columns.map((name) => row[name] ?? null)
  connection.run(`${sql} ${conflict}, seal = excluded.seal`, ...values, sealOfRow(connection, table, row))
}

function sealOfRow(connection: Connection, table: SealedTable, row: Readonly<Record<string, SqlValue>>): string {
  const values = columnsOf[table].map((name) => row[name] ?? null)
  return sealOf(connection.secret, table, values)
}
