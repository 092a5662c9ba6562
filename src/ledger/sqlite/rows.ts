import { createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { keyOf } from '../identity.ts'
import { LedgerError } from '../ledger-error.ts'
import type { SendState } from '../ledger.ts'
import type { Personal } from '../scrub.ts'
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

/** What changes in the life of a send. Sends of one request mostly share one. */
export interface SendProgress {
  readonly state: SendState
  readonly attempt: number
  readonly code: string | null
  readonly description: string | null
  readonly claimed_at: number | null
  readonly settled_at: number | null
}

/** The columns of it. */
export const progressNames = [
  'state',
  'attempt',
  'code',
  'description',
  'claimed_at',
  'settled_at',
] as const satisfies readonly (keyof SendProgress)[]

/** Before anybody claimed it. */
export const unclaimed: SendProgress = {
  state: 'pending',
  attempt: 0,
  code: null,
  description: null,
  claimed_at: null,
  settled_at: null,
}

/** The progress of a send that is claimed. */
export function claimedProgress(attempt: number, at: number): SendProgress {
  return { state: 'inflight', attempt, code: null, description: null, claimed_at: at, settled_at: null }
}

/** The progress of a claimed send that is settled. */
export function settledProgress(
  { attempt, claimed_at }: Pick<SendProgress, 'attempt' | 'claimed_at'>,
  { state, code, description }: Pick<SendProgress, 'state' | 'code' | 'description'>,
  at: number,
): SendProgress {
  if (state === 'pending') return { state, attempt, code: null, description: null, claimed_at: null, settled_at: null }
  return { state, attempt, code, description, claimed_at, settled_at: at }
}

/**
 * The part of a row's checksum that changes with it. It joins the part that stays by exclusive or: so one statement can
 * take many rows from one progress to another, without reading them.
 */
export function progressChecksum(progress: SendProgress): number {
  return crc32(JSON.stringify(progressNames.map((name) => progress[name])))
}

export function isSame(a: SendProgress, b: SendProgress): boolean {
  return (
    a.state === b.state &&
    a.attempt === b.attempt &&
    a.code === b.code &&
    a.description === b.description &&
    a.claimed_at === b.claimed_at &&
    a.settled_at === b.settled_at
  )
}

/** Whether the ledger forgets who received it. */
export function isOver(state: SendState): boolean {
  return state === 'accepted' || state === 'rejected'
}

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
export function insertPersonal(connection: Connection, recipient: string, personal: Personal): number {
  const text = JSON.stringify([personal.number, personal.values])
  const data = Buffer.from(personalChecksum(text, recipient) + text)
  return connection.run('INSERT INTO personal (data) VALUES (?)', data).row
}

/** @throws LedgerError `corrupt` when it is not what was written, or of somebody else */
export function personalOf(connection: Connection, row: SendRow): Personal {
  const sql = 'SELECT CAST(data AS TEXT) AS data FROM personal WHERE personal = ?'
  return personalIn(row, String(connection.get(sql, row.personal)?.['data']), connection.path)
}

/**
 * The personal data of a row that were read with it, as text.
 *
 * @throws LedgerError `corrupt` when it is not what was written, or of somebody else
 */
export function personalIn({ row, recipient }: SendRow, data: string, path: string): Personal {
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
