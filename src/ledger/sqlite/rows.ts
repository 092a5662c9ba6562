import { heldForGood } from '../hold.ts'
import { sealedColumns, type SealedTable, sealOf, type StoredValue } from '../identity.ts'
import { corrupt } from '../ledger-error.ts'
import type { SendState } from '../ledger.ts'
import { joined, numberIn, personalIn, progressChecksum, sendNames, sendReader, type SendRow } from '../send.ts'
import {
  givenUpProgress,
  isOver,
  nothingMissing,
  type Personal,
  progressAfterCrash,
  progressNames,
  type SendProgress,
} from '../states.ts'
import type { Connection, SqlRow } from './connection.ts'

type Values<T extends SealedTable> = { readonly [C in (typeof sealedColumns)[T][number]]?: StoredValue }

/** Adds a row with its seal. Returns its number. */
export function insertSealed<T extends SealedTable>(connection: Connection, table: T, values: Values<T>): number {
  const [key] = sealedColumns[table]
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
  ...values: readonly StoredValue[]
): readonly SqlRow[] {
  const columns = sealedColumns[table].map((name) => `${table}.${name}`).join(', ')
  const rows = connection.all(`SELECT ${columns}, ${table}.seal FROM ${table} ${rest}`, ...values)
  for (const row of rows) {
    if (row['seal'] === sealOf(connection.secret, table, valuesIn(table, row))) continue
    throw corrupt(connection.path, `${table} ${String(row[sealedColumns[table][0]])}`)
  }
  return rows
}

/** Writes a row of a number that is known, in the place of one that is there. */
function writeSealed(connection: Connection, table: SealedTable, row: SqlRow): void {
  const columns = [...sealedColumns[table], 'seal']
  const values = valuesIn(table, row)
  connection.run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (?${', ?'.repeat(values.length)}) ` +
      `ON CONFLICT (${table}) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    ...values,
    sealOf(connection.secret, table, values),
  )
}

function valuesIn(table: SealedTable, row: SqlRow): readonly StoredValue[] {
  return sealedColumns[table].map((name) => row[name] ?? null)
}

/** The columns of a send, for a SELECT. */
export const sendColumns = sendNames.map((name) => `send.${name}`).join(', ')

/** @throws LedgerError `corrupt` for a row that is not what was written */
export function sendsWhere(
  connection: Connection,
  condition: string,
  ...values: readonly StoredValue[]
): readonly SendRow[] {
  const rows = connection.all(`SELECT ${sendColumns} FROM send ${condition}`, ...values)
  return rows.map(sendReader(connection.path))
}

/** @throws LedgerError `corrupt` when it is not what was written, or of somebody else */
export function personalOf(connection: Connection, row: SendRow): Personal {
  const sql = 'SELECT CAST(data AS TEXT) AS data FROM personal WHERE personal = ?'
  return personalIn(row, String(connection.get(sql, row.personal)?.['data']), connection.path)
}

/** A row as it stands in the table, and how far its send is. */
export interface SendChange {
  readonly row: SendRow
  readonly progress: SendProgress
}

/** Rows that follow each other, and go from one progress to another together. */
interface Run {
  readonly first: SendRow
  last: SendRow
  readonly progress: SendProgress
}

/** Brings rows of the table up to date, and erases whom they were sent to where that is over. Within a transaction. */
export function applyChanges(connection: Connection, changes: Iterable<SendChange>): void {
  const inOrder = [...changes].toSorted((a, b) => a.row.row - b.row.row)
  const runs: Run[] = []
  const over: number[] = []
  for (const { row, progress } of inOrder) {
    const run = runs.at(-1)
    const isNext = run && row.row === run.last.row + 1 && row.progress === run.last.progress
    if (isNext && run.progress === progress) run.last = row
    else runs.push({ first: row, last: row, progress })
    if (row.personal !== null && isOver(progress)) over.push(row.personal)
  }
  for (const run of runs) apply(connection, run)
  erase(connection, over)
}

/** The parameter that comes behind those of the progress. */
const sum = `?${progressNames.length + 1}`
const progressSet = progressNames.map((name) => `${name} = ?`).join(', ')

function apply(connection: Connection, { first, last, progress }: Run): void {
  const checksums = joined(progressChecksum(first.progress), progressChecksum(progress))
  const sql =
    // The engine knows no exclusive or.
    `UPDATE send SET ${progressSet}, checksum = (checksum | ${sum}) - (checksum & ${sum})` +
    `${isOver(progress) ? ', personal = NULL' : ''} WHERE row BETWEEN ? AND ?`
  const values = progressNames.map((name) => progress[name])
  const { changes } = connection.run(sql, ...values, checksums, first.row, last.row)
  if (changes !== last.row - first.row + 1) throw new Error(`Sends ${first.row} to ${last.row} are not all there.`)
}

/** Zeros of the same size in the same place: see the schema. */
function erase(connection: Connection, personals: readonly number[]): void {
  let [first, last] = [-1, -1]
  const write = (): void => {
    const sql = 'UPDATE personal SET data = zeroblob(length(data)) WHERE personal BETWEEN ? AND ?'
    if (first >= 0) connection.run(sql, first, last)
  }
  for (const personal of personals.toSorted((a, b) => a - b)) {
    if (personal !== last + 1 || first < 0) {
      write()
      first = personal
    }
    last = personal
  }
  write()
}

/** Makes what is left to send of all releases unknown. Within a transaction. Returns how many that are. */
export function giveUpUnsent(connection: Connection, now: number): number {
  let sends = 0
  for (const { message } of connection.all('SELECT message FROM message')) {
    for (const state of ['pending', 'deferred'] as const) {
      sends += changeOpen(connection, { message: Number(message), state }, ({ progress }) =>
        givenUpProgress(progress, now),
      )
    }
  }
  return sends
}

/**
 * Takes over what a crash left in the claim log. Within a transaction. Returns how many have no outcome.
 *
 * @throws LedgerError `corrupt` for a send that is not in the table
 */
export function replay(connection: Connection, sends: ReadonlyMap<number, SendProgress>, now: number): number {
  let recovered = 0
  const changes: SendChange[] = []
  for (const [number, left] of sends) {
    const [row] = sendsWhere(connection, 'WHERE row = ?', number)
    if (row === undefined) throw corrupt(connection.path, `send ${number}`)
    const progress = progressAfterCrash(left, row.progress, now)
    if (progress === undefined) continue
    if (left.state === 'inflight') recovered++
    changes.push({ row, progress })
  }
  applyChanges(connection, changes)
  return recovered
}

/**
 * Takes the sends of a message that are in a state, and still have their recipients, to another. What is over there
 * loses its recipients, also where it was over before. Within a transaction. Returns how many.
 */
export function moveOpen(
  connection: Connection,
  message: number,
  { from, to }: { readonly from: OpenState; readonly to: SendState },
): number {
  return changeOpen(connection, { message, state: from }, ({ progress }) => ({ ...progress, state: to }))
}

/** Makes held sends claimable whose recipients were given again. Within a transaction. */
export function letGo(connection: Connection, message: number): void {
  changeHeld(connection, message, { only: givenAgain, progressOf: (progress) => ({ ...progress, held: null }) })
}

/** Erases the recipients of held sends that were given again in vain. Within a transaction. */
export function holdAgain(connection: Connection, message: number): void {
  changeHeld(connection, message, { only: givenAgain, progressOf: (progress) => progress })
}

/** Lets no send go any more that is held. Within a transaction. */
export function holdForGood(connection: Connection): void {
  for (const { message } of connection.all('SELECT message FROM message')) {
    changeHeld(connection, Number(message), { progressOf: (progress) => ({ ...progress, held: heldForGood }) })
  }
}

/** Returns when an older copy of the ledger was last accepted, in milliseconds since 1970; -Infinity where none was. */
export function lastAcceptance(connection: Connection): number {
  const row = connection.get('SELECT max(at) AS at FROM recovery WHERE problem <> ?', nothingMissing)
  return Number(row?.['at'] ?? -Infinity)
}

const givenAgain = 'AND personal IS NOT NULL '

interface HeldChange {
  readonly only?: string
  readonly progressOf: (progress: SendProgress) => SendProgress
}

function changeHeld(connection: Connection, message: number, { only = '', progressOf }: HeldChange): void {
  const condition = `WHERE message = ? AND held IS NOT NULL ${only}AND row > ? ORDER BY row LIMIT ${rowsAtOnce}`
  for (let last = 0; ;) {
    const rows = sendsWhere(connection, condition, message, last)
    const end = rows.at(-1)
    if (end === undefined) return
    applyChanges(
      connection,
      rows.map((row) => ({ row, progress: progressOf(row.progress) })),
    )
    last = end.row
  }
}

type OpenState = 'pending' | 'deferred' | 'unknown' | 'rejected'

interface OpenSends {
  readonly message: number
  readonly state: OpenState
}

function changeOpen(connection: Connection, open: OpenSends, progressOf: (row: SendRow) => SendProgress): number {
  let sends = 0
  for (const rows of openRows(connection, open)) {
    applyChanges(
      connection,
      rows.map((row) => ({ row, progress: progressOf(row) })),
    )
    sends += rows.length
  }
  return sends
}

const rowsAtOnce = 1_000

/**
 * Returns the sends of a message that are in a state and still have their recipients, in parts; they may be changed
 * meanwhile. Of rejected ones these are those that are to be tried again.
 */
export function* openRows(connection: Connection, { message, state }: OpenSends): Generator<readonly SendRow[]> {
  const condition =
    'INDEXED BY send_open WHERE personal IS NOT NULL AND message = ? AND state = ? AND row > ? ' +
    `ORDER BY row LIMIT ${rowsAtOnce}`
  for (let last = 0; ;) {
    const rows = sendsWhere(connection, condition, message, state, last)
    const end = rows.at(-1)
    if (end === undefined) return
    yield rows
    last = end.row
  }
}

/** Returns what is left to send of a message with the numbers that it goes to, in parts; they may be changed meanwhile. */
export function* waitingRows(
  connection: Connection,
  message: number,
): Generator<readonly (readonly [number, string])[]> {
  const sql =
    'SELECT row, CAST(data AS TEXT) AS data FROM send NOT INDEXED JOIN personal USING (personal) WHERE message = ? ' +
    `AND state IN ('pending', 'deferred') AND row > ? ORDER BY row LIMIT ${rowsAtOnce}`
  for (let last = 0; ;) {
    const rows = connection.all(sql, message, last)
    const end = rows.at(-1)
    if (end === undefined) return
    yield rows.map(({ row, data }) => [Number(row), numberIn(String(data))] as const)
    last = Number(end['row'])
  }
}
