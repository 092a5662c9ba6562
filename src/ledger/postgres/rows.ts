import {
  type LedgerIdentity,
  normalName,
  sealedColumns,
  type SealedTable,
  sealOf,
  type StoredValue,
} from '../identity.ts'
import { corrupt, LedgerError } from '../ledger-error.ts'
import { checkSend, sendNames, type SendRow } from '../send.ts'
import { type MessageRef, nothingMissing, type SendProgress, type ReleaseRef } from '../states.ts'
import type { PgRow, PgValue, Run } from './connection.ts'

/** A ledger of a schema. */
export interface LedgerRef extends LedgerIdentity {
  readonly ledger: number
  /** The address of its database, without secrets. */
  readonly path: string
}

/** The small tables whose rows belong to a ledger, not to a release. */
type OwnTable = 'release' | 'image' | 'plan'

type Values<T extends SealedTable> = { readonly [C in (typeof sealedColumns)[T][number]]?: StoredValue }

/** Adds a row with its seal, within a transaction. Returns its number. */
export async function insertSealed<T extends SealedTable>(
  run: Run,
  ledger: LedgerRef,
  table: T,
  values: Values<T>,
): Promise<number> {
  const [number = 0] = await insertAllSealed(run, ledger, table, [values])
  return number
}

/**
 * Adds rows of the same columns with their seals, within a transaction. Returns their numbers.
 *
 * @param ifThere what is done with rows that are there
 */
export async function insertAllSealed<T extends SealedTable>(
  run: Run,
  { ledger, secret }: LedgerRef,
  table: T,
  rows: readonly Values<T>[],
  ifThere: `ON CONFLICT ${string}` | '' = '',
): Promise<readonly number[]> {
  const [key] = sealedColumns[table]
  const given = await run(
    'SELECT nextval(pg_get_serial_sequence($1, $2)) AS number FROM generate_series(1, $3)',
    table,
    key,
    rows.length,
  )
  const numbers = given.map(({ number }) => Number(number))
  const sealed = rows.map((values, at): Readonly<Record<string, StoredValue>> => {
    const row = { ...values, [key]: numbers[at] ?? 0 }
    return { ...row, ...(isOwn(table) && { ledger }), seal: sealFor(secret, table, row) }
  })
  const names = Object.keys(sealed[0] ?? {})
  if (names.length === 0) return []
  await run(
    `INSERT INTO ${table} (${names.join(', ')}) SELECT ${names.join(', ')} FROM json_populate_recordset(NULL::${table}, $1) ${ifThere}`,
    JSON.stringify(sealed),
  )
  return numbers
}

/** Changes a row that was read, and its seal. */
export async function updateSealed<T extends SealedTable>(
  run: Run,
  { secret }: LedgerRef,
  table: T,
  { row, changes }: { readonly row: PgRow; readonly changes: Values<T> },
): Promise<void> {
  const [key] = sealedColumns[table]
  const names = Object.keys(changes)
  const seal = sealFor(secret, table, { ...row, ...changes })
  await run(
    `UPDATE ${table} SET ${[...names, 'seal'].map((name, at) => `${name} = $${at + 2}`).join(', ')} WHERE ${key} = $1`,
    Number(row[key]),
    ...(Object.values(changes) as PgValue[]),
    seal,
  )
}

/**
 * Reads rows of a ledger.
 *
 * @param rest what follows the table's name in the statement
 * @throws LedgerError `corrupt` for a row that is not what was written
 */
export async function sealedRows(
  run: Run,
  { secret, path }: LedgerRef,
  table: SealedTable,
  rest: string,
  ...values: readonly PgValue[]
): Promise<readonly PgRow[]> {
  const columns = [...sealedColumns[table], 'seal'].map((name) => `${table}.${name}`).join(', ')
  const rows = await run(`SELECT ${columns} FROM ${table} ${rest}`, ...values)
  for (const row of rows) {
    if (row['seal'] !== sealFor(secret, table, row))
      throw corrupt(path, `${table} ${String(row[sealedColumns[table][0]])}`)
  }
  return rows
}

function isOwn(table: SealedTable): table is OwnTable {
  return table === 'release' || table === 'image' || table === 'plan'
}

function sealFor(secret: Uint8Array, table: SealedTable, row: object): string {
  const values = row as Readonly<Record<string, StoredValue | undefined>>
  return sealOf(
    secret,
    table,
    sealedColumns[table].map((name) => values[name] ?? null),
  )
}

/** Returns the release of a name, in whatever form it is written; undefined when there is none. */
export async function findRelease(run: Run, ledger: LedgerRef, name: string): Promise<ReleaseRef | undefined> {
  const where = 'WHERE ledger = $1 AND normal_name = $2 ORDER BY release'
  const rows = await sealedRows(run, ledger, 'release', where, ledger.ledger, normalName(name))
  const row = rows.find((each) => each['name'] === name) ?? rows[0]
  return row && { release: Number(row['release']), name: String(row['name']) }
}

/** @throws LedgerError `unknown-release` */
export async function knownRelease(run: Run, ledger: LedgerRef, name: string): Promise<ReleaseRef> {
  const found = await findRelease(run, ledger, name)
  if (found === undefined) throw new LedgerError({ type: 'unknown-release', release: name })
  return found
}

/** Returns the messages of a release in their order. */
export async function messagesOf(run: Run, release: number): Promise<readonly MessageRef[]> {
  const rows = await run('SELECT message, id FROM message WHERE release = $1 ORDER BY message', release)
  return rows.map(({ message, id }) => ({ message: Number(message), id: String(id) }))
}

/** The columns of a send, for a SELECT. */
export const sendColumns: string = sendNames.map((name) => `send.${name}`).join(', ')

/**
 * Returns a send of the columns that were read. The checksum is of what stays: how far a send is changes without being
 * read, and is left to the server's own checks.
 *
 * @throws LedgerError `corrupt` for a send that is not what was written
 */
export function sendIn(data: PgRow, path: string): SendRow {
  const columns = data as unknown as Omit<SendRow, 'progress'> & SendProgress & { readonly checksum: number }
  const { row, message, preparation, recipient, own_key, masked, ref, person, prepared_at, personal, checksum } =
    columns
  const { state, attempt, code, description, claimed_at, settled_at, held } = columns
  const progress = { state, attempt, code, description, claimed_at, settled_at, held }
  const fixed = { message, preparation, recipient, own_key, masked, ref, person, prepared_at }
  const send = { row, ...fixed, personal, progress }
  checkSend(send, { checksum, ofProgress: 0, path })
  return send
}

/** Returns when an older copy of the ledger was last accepted, in milliseconds since 1970; -Infinity where none was. */
export async function lastAcceptance(run: Run, { ledger }: LedgerRef): Promise<number> {
  const [row] = await run(
    'SELECT max(at) AS at FROM recovery WHERE ledger = $1 AND problem <> $2',
    ledger,
    nothingMissing,
  )
  return Number(row?.['at'] ?? -Infinity)
}
