import { crc32 } from 'node:zlib'
import { limits } from '../../contract/limits.ts'
import { LedgerError } from '../ledger-error.ts'
import type { SendState } from '../ledger.ts'
import { keyOf } from '../identity.ts'
import type { Connection, SqlRow, SqlValue } from './connection.ts'

/** A row of the table `send`, checked against its checksum. */
export interface SendRow {
  readonly row: number
  readonly message: number
  readonly preparation: number
  readonly recipient: Uint8Array
  readonly own_key: string | null
  readonly masked: string
  readonly personal: number | null
  readonly state: SendState
  readonly attempt: number
  readonly code: string | null
  readonly description: string | null
  readonly prepared_at: number
  readonly claimed_at: number | null
  readonly settled_at: number | null
}

/** A recipient's number and values, until they are erased. */
export interface PersonalData {
  readonly number: string
  readonly values: Readonly<Record<string, string>>
}

/** The columns of a row. */
export const sendColumnNames = [
  'row',
  'message',
  'preparation',
  'recipient',
  'own_key',
  'masked',
  'personal',
  'state',
  'attempt',
  'code',
  'description',
  'prepared_at',
  'claimed_at',
  'settled_at',
  'checksum',
] as const satisfies readonly (keyof SendRow | 'checksum')[]

/** The columns of a row, for a SELECT. */
export const sendColumns = sendColumnNames.map((name) => `send.${name}`).join(', ')

export function checksumOf(row: SendRow): number {
  const { recipient, own_key: ownKey, masked, personal, state, attempt, code, description } = row
  const times = [row.prepared_at, row.claimed_at, row.settled_at]
  const rest = JSON.stringify([
    row.message,
    row.preparation,
    personal,
    attempt,
    ...times,
    ownKey,
    masked,
    state,
    code,
    description,
  ])
  return crc32(rest, crc32(recipient))
}

/** @throws LedgerError `corrupt` for a row that is not what was written */
export function sendRow(data: SqlRow, path: string): SendRow {
  const row = data as unknown as SendRow & { readonly checksum: number }
  if (checksumOf(row) !== row.checksum) {
    throw new LedgerError({ type: 'corrupt', path, detail: `send ${row.row}` })
  }
  return row
}

export function keyOfRow({ own_key: ownKey, recipient }: SendRow): string {
  return ownKey ?? keyOf(recipient)
}

/** Rows that one statement writes: as many as a request carries. Each number of rows is a statement of its own. */
const rowsAtOnce = limits.messagesPerRequest.max

/** Writes what changes in the life of rows. */
export function saveRows(connection: Connection, rows: readonly SendRow[]): void {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce)
    connection.run(saveSql(some.length), ...some.flatMap(changingColumns))
  }
}

function saveSql(rows: number): string {
  const values = Array.from({ length: rows }, () => '(?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ')
  return (
    'UPDATE send SET personal = new.column2, state = new.column3, attempt = new.column4, code = new.column5, ' +
    'description = new.column6, claimed_at = new.column7, settled_at = new.column8, checksum = new.column9 ' +
    `FROM (VALUES ${values}) AS new WHERE send.row = new.column1`
  )
}

function changingColumns(row: SendRow): readonly SqlValue[] {
  const { personal, state, attempt, code, description, claimed_at, settled_at } = row
  return [row.row, personal, state, attempt, code, description, claimed_at, settled_at, checksumOf(row)]
}

const checksumBytes = 4

/** @returns the number of the personal data */
export function insertPersonal(connection: Connection, { number, values }: PersonalData): number {
  const text = Buffer.from(JSON.stringify([number, values]))
  const checksum = Buffer.alloc(checksumBytes)
  checksum.writeUInt32BE(crc32(text))
  return connection.run('INSERT INTO personal (data) VALUES (?)', Buffer.concat([checksum, text])).row
}

/** @throws LedgerError `corrupt` when it is not what was written */
export function personalOf(connection: Connection, { row, personal }: SendRow): PersonalData {
  const data = connection.get('SELECT data FROM personal WHERE personal = ?', personal)
  return personalIn({ row, data: data?.['data'] ?? null }, connection.path)
}

/**
 * The personal data of a row that was read with its column.
 *
 * @throws LedgerError `corrupt` when it is not what was written
 */
export function personalIn({ row = 0, data = null }: SqlRow, path: string): PersonalData {
  const bytes =
    data instanceof Uint8Array ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.alloc(0)
  const text = bytes.subarray(checksumBytes)
  if (bytes.length < checksumBytes || bytes.readUInt32BE() !== crc32(text)) {
    throw new LedgerError({ type: 'corrupt', path, detail: `personal data of send ${String(row)}` })
  }
  const [number, values] = JSON.parse(text.toString()) as [string, Readonly<Record<string, string>>]
  return { number, values }
}

/** Zeros of the same size in the same place: see the schema. */
export function erasePersonals(connection: Connection, personals: readonly number[]): void {
  for (let from = 0; from < personals.length; from += rowsAtOnce) {
    const some = personals.slice(from, from + rowsAtOnce)
    const places = some.map(() => '?').join(', ')
    connection.run(`UPDATE personal SET data = zeroblob(length(data)) WHERE personal IN (${places})`, ...some)
  }
}
