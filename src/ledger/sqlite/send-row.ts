import { crc32 } from 'node:zlib'
import { LedgerError } from '../ledger-error.ts'
import type { SendState } from '../ledger.ts'
import { keyOf } from '../identity.ts'
import type { Connection, SqlRow } from './connection.ts'

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

/** The columns of a row, for a SELECT. */
export const sendColumns =
  'send.row, send.message, send.preparation, send.recipient, send.own_key, send.masked, send.personal, send.state, ' +
  'send.attempt, send.code, send.description, send.prepared_at, send.claimed_at, send.settled_at, send.checksum'

export function checksumOf(row: SendRow): number {
  const { recipient, own_key: ownKey, masked, personal, state, attempt, code, description } = row
  const hash = Buffer.from(recipient).toString('base64url')
  const times = [row.prepared_at, row.claimed_at, row.settled_at]
  const texts = [hash, ownKey, masked, state, code, description]
  return crc32(JSON.stringify([row.message, row.preparation, personal, attempt, ...times, ...texts]))
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

/** Writes what changes in a row's life. */
export function saveRow(connection: Connection, row: SendRow): void {
  connection.run(
    'UPDATE send SET personal = ?, state = ?, attempt = ?, code = ?, description = ?, claimed_at = ?, settled_at = ?, ' +
      'checksum = ? WHERE row = ?',
    row.personal,
    row.state,
    row.attempt,
    row.code,
    row.description,
    row.claimed_at,
    row.settled_at,
    checksumOf(row),
    row.row,
  )
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
  const data = connection.get('SELECT data FROM personal WHERE personal = ?', personal)?.['data']
  const bytes =
    data instanceof Uint8Array ? Buffer.from(data.buffer, data.byteOffset, data.byteLength) : Buffer.alloc(0)
  const text = bytes.subarray(checksumBytes)
  if (bytes.length < checksumBytes || bytes.readUInt32BE() !== crc32(text)) {
    throw new LedgerError({ type: 'corrupt', path: connection.path, detail: `personal data of send ${row}` })
  }
  const [number, values] = JSON.parse(text.toString()) as [string, Readonly<Record<string, string>>]
  return { number, values }
}

/** Zeros of the same size in the same place: see the schema. */
export function erasePersonal(connection: Connection, personal: number): void {
  connection.run('UPDATE personal SET data = zeroblob(length(data)) WHERE personal = ?', personal)
}
