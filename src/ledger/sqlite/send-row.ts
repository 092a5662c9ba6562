import { crc32 } from 'node:zlib'
import { keyOf } from '../identity.ts'
import { LedgerError } from '../ledger-error.ts'
import type { Connection, SqlRow } from './connection.ts'
import { isSame, progressChecksum, progressNames, type SendProgress } from './progress.ts'

/** A row of the table `send`, checked against its checksum. */
export interface SendRow {
  readonly row: number
  readonly message: number
  readonly preparation: number
  /** Its keyed hash. */
  readonly recipient: string
  readonly own_key: string | null
  readonly masked: string
  readonly prepared_at: number
  /** The number of its personal data, until they are erased. */
  readonly personal: number | null
  readonly progress: SendProgress
}

/** A recipient's number and values, until they are erased. */
export interface PersonalData {
  readonly number: string
  readonly values: Readonly<Record<string, string>>
}

const names = [
  'row',
  'message',
  'preparation',
  'recipient',
  'own_key',
  'masked',
  'prepared_at',
  'personal',
  ...progressNames,
  'checksum',
]

/** The columns of a row, for a SELECT. */
export const sendColumns = names.map((name) => `send.${name}`).join(', ')

/** Of what stays, and of its progress. The number of the personal data is guarded by them: they name the recipient. */
export function checksumOf(row: Omit<SendRow, 'row' | 'personal'>): number {
  return joined(fixedChecksum(row), progressChecksum(row.progress))
}

/** Joins two checksums, or takes one of two out again. */
export function joined(one: number, other: number): number {
  return (one ^ other) >>> 0
}

function fixedChecksum(row: Omit<SendRow, 'row' | 'personal' | 'progress'>): number {
  // The only text that may hold anything comes last.
  const { recipient, message, preparation, prepared_at, masked, own_key } = row
  return crc32(`${recipient} ${message} ${preparation} ${prepared_at} ${masked} ${own_key ?? ''}`)
}

/**
 * Makes rows of what was read, one after the other.
 *
 * @returns a function that throws LedgerError `corrupt` for a row that is not what was written
 */
export function sendRowReader(path: string): (data: SqlRow) => SendRow {
  // Rows that follow each other are mostly as far as each other.
  let last: { readonly progress: SendProgress; readonly checksum: number } | undefined
  return (data) => {
    const columns = data as unknown as Omit<SendRow, 'progress'> & SendProgress & { readonly checksum: number }
    const { row, message, preparation, recipient, own_key, masked, prepared_at, personal } = columns
    if (last === undefined || !isSame(last.progress, columns)) {
      const { state, attempt, code, description, claimed_at, settled_at } = columns
      const progress = { state, attempt, code, description, claimed_at, settled_at }
      last = { progress, checksum: progressChecksum(progress) }
    }
    const { progress } = last
    const made = { row, message, preparation, recipient, own_key, masked, prepared_at, personal, progress }
    checkRow(made, { checksum: columns.checksum, ofProgress: last.checksum, path })
    return made
  }
}

/** @throws LedgerError `corrupt` when the checksum is none of the row; `ofProgress` is the part of its progress */
export function checkRow(
  row: SendRow,
  { checksum, ofProgress, path }: { readonly checksum: number; readonly ofProgress: number; readonly path: string },
): void {
  if (joined(fixedChecksum(row), ofProgress) === checksum) return
  throw new LedgerError({ type: 'corrupt', path, detail: `send ${row.row}` })
}

/** @throws LedgerError `corrupt` for a row that is not what was written */
export function sendRow(data: SqlRow, path: string): SendRow {
  return sendRowReader(path)(data)
}

export function keyOfRow({ own_key: ownKey, recipient }: SendRow): string {
  return ownKey ?? keyOf(recipient)
}

/** Hexadecimal digits in front of the text. */
const checksumDigits = 8

/** @returns the number of the personal data */
export function insertPersonal(connection: Connection, recipient: string, personal: PersonalData): number {
  const text = JSON.stringify([personal.number, personal.values])
  const data = Buffer.from(personalChecksum(text, recipient) + text)
  return connection.run('INSERT INTO personal (data) VALUES (?)', data).row
}

/** @throws LedgerError `corrupt` when it is not what was written, or of somebody else */
export function personalOf(connection: Connection, row: SendRow): PersonalData {
  const sql = 'SELECT CAST(data AS TEXT) AS data FROM personal WHERE personal = ?'
  return personalIn(row, String(connection.get(sql, row.personal)?.['data']), connection.path)
}

/**
 * The personal data of a row that were read with it, as text.
 *
 * @throws LedgerError `corrupt` when it is not what was written, or of somebody else
 */
export function personalIn({ row, recipient }: SendRow, data: string, path: string): PersonalData {
  const text = data.slice(checksumDigits)
  if (data.slice(0, checksumDigits) !== personalChecksum(text, recipient)) {
    throw new LedgerError({ type: 'corrupt', path, detail: `personal data of send ${row}` })
  }
  const [number, values] = JSON.parse(text) as [string, Readonly<Record<string, string>>]
  return { number, values }
}

/** It holds what a row says of the recipient, so that it fits no other row. */
function personalChecksum(text: string, recipient: string): string {
  return crc32(`${recipient} ${text}`).toString(16).padStart(checksumDigits, '0')
}
