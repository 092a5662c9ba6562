import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { KnownMarks } from '../high-water.ts'
import { type LedgerIdentity, sealedColumns, type SealedTable } from '../identity.ts'
import { corrupt, type LedgerProblem } from '../ledger-error.ts'
import { backupRun, copyRun, isAtRest, type LogEntry, type LogFile, logFiles, readLogFile } from './claim-log.ts'
import { Connection } from './connection.ts'
import { dropLookupIndexes, type LedgerState, schema } from './main-file.ts'
import { personalOf, sealedRows, sendsWhere } from './rows.ts'

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
  const rows = sendsWhere(connection, 'WHERE row > ? ORDER BY row LIMIT ?', after, rowsAtOnce)
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
  verifySchema(connection)
  for (const table of Object.keys(sealedColumns) as SealedTable[]) sealedRows(connection, table, '')
}

function verifyIntegrity(connection: Connection): void {
  const found = connection.get('PRAGMA integrity_check(1)')?.['integrity_check']
  if (found !== 'ok') throw corrupt(connection.path, String(found))
}

function verifySchema(connection: Connection): void {
  const found = schemaOf(connection)
  if (found === expectedSchema(schema)) return
  // The first preparation of a ledger builds indexes last, and whoever takes it back does.
  const isUnfinished = connection.get('SELECT preparation FROM preparation WHERE finished_at IS NULL') !== undefined
  if (isUnfinished && found === expectedSchema(schema + dropLookupIndexes)) return
  throw corrupt(connection.path, 'schema')
}

function schemaOf(connection: Connection): string {
  const sql = 'SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name'
  const texts = connection.all(sql).map((row) => String(row['sql']))
  return texts.join(';')
}

function expectedSchema(statements: string): string {
  return Connection.using(':memory:', 'write', (connection) => {
    connection.exec(statements)
    return schemaOf(connection)
  })
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

/** What the records beside the main file say about it. */
export type Standing =
  | { readonly type: 'refused'; readonly problem: LedgerProblem }
  | {
      readonly type: 'sound'
      /** What the claim log knows and the main file may not know yet. */
      readonly entries: readonly LogEntry[]
      /** Number of the entry that would come next. */
      readonly next: number
      /** A file of the claim log was lost or damaged, and the other one had all of it. */
      readonly isRepaired: boolean
      /** What the main file was when it was closed in order; absent when that is not known. */
      readonly closed?: FileChecksum
    }

interface Found {
  readonly path: string
  readonly meta: Pick<LedgerIdentity, 'lineage'>
  readonly state: LedgerState
  /** Of this machine; absent where nobody asks. */
  readonly marks?: KnownMarks | undefined
}

/** Compares the main file of a ledger with its claim log and with what this machine knows of it. */
export function standingOf(found: Found): Standing {
  const { path, meta, state, marks } = found
  if (state.run === copyRun) return refused({ type: 'taken-while-sending', path })
  const logs = logFiles(path).map((name) => readLogFile(name, isAtRest(state) ? 0 : state.replayOffset))
  const standing = isAtRest(state) ? whenClosed(found, logs) : whenOpen(found, logs)
  if (standing.type === 'refused') return standing
  const sequence = sequenceOf(state.changes, standing.next)
  const isBackup = state.run === backupRun
  const problem = marks?.refusalOf({ path, lineage: meta.lineage, sequence, isBackup })
  return problem ? refused(problem) : standing
}

/** Number of the last change of a ledger: of its main file or of its claim log. */
export function sequenceOf(changes: number, next: number): number {
  return changes + next
}

type ReadLog = Extract<LogFile, { type: 'read' }>

function isRead(log: LogFile): log is ReadLog {
  return log.type === 'read'
}

/** Judges a ledger whose main file was closed in order, so it holds everything; its log says how far it was then. */
function whenClosed({ path, meta, state }: Found, logs: readonly LogFile[]): Standing {
  const read = logs.filter(isRead)
  const own = read.filter(({ header }) => header.lineage === meta.lineage)
  const other = read.find((log) => !own.includes(log))
  if (other && own.length === 0) {
    return refused({ type: 'mixed', path, expected: other.header.lineage, actual: meta.lineage })
  }
  const sequence = sequenceOf(state.changes, state.next)
  if (own.some((log) => lastOf(log) > sequence)) return refused({ type: 'older', path, known: 'claim-log' })
  const closed = own.find(({ header }) => header.closed && sequenceOf(header.changes, header.first) === sequence)
  return {
    type: 'sound',
    entries: [],
    next: state.next,
    isRepaired: false,
    ...(closed?.header.closed && { closed: closed.header.closed }),
  }
}

function lastOf({ header, entries }: ReadLog): number {
  const last = entries.at(-1)
  return last ? sequenceOf(last.changes, last.number + 1) : sequenceOf(header.changes, header.first)
}

/** Judges a ledger whose last run did not come to its end, so its log holds what the main file does not know. */
function whenOpen({ path, meta, state, marks }: Found, logs: readonly LogFile[]): Standing {
  const own = logs.filter(isRead).filter(({ header }) => header.run === state.run && header.lineage === meta.lineage)
  const [first] = own
  const lost = refused({ type: 'claims-lost', path, isMissing: logs.every(({ type }) => type === 'missing') })
  if (first === undefined) return lost
  const entries = merged(own, state.replayFrom)
  const next = (entries.at(-1)?.number ?? state.replayFrom - 1) + 1
  // An entry is missing, or the log is of an earlier moment than the main file.
  if (entries.length !== next - state.replayFrom || next < state.next) return lost
  const changes = Math.max(first.header.changes, ...entries.map((entry) => entry.changes))
  if (changes > state.changes) return refused({ type: 'older', path, known: 'claim-log' })
  // Somebody must know that nothing followed: a file that ends in order, or this machine.
  const isWhole = (log: ReadLog): boolean => log.end === 'zeros' && nextIn(log, state) === next && !log.isDamaged
  const whole = own.filter(isWhole)
  const mark = marks?.of(meta.lineage)
  if (whole.length === 0 && !(mark && mark.sequence <= sequenceOf(state.changes, next))) return lost
  return {
    type: 'sound',
    entries,
    next,
    isRepaired: !own.every((log) => isAsCrashLeft(log, next, state)) || own.length < logs.length,
  }
}

/** Returns the entries of all files from a number on, each once, in order. */
function merged(logs: readonly ReadLog[], from: number): readonly LogEntry[] {
  const all = new Map<number, LogEntry>()
  for (const { entries } of logs) for (const entry of entries) if (entry.number >= from) all.set(entry.number, entry)
  return [...all.values()].toSorted((a, b) => a.number - b.number)
}

function nextIn({ entries }: ReadLog, { replayFrom }: LedgerState): number {
  return Math.max((entries.at(-1)?.number ?? -1) + 1, replayFrom)
}

/** Returns whether a log is as a crash may leave it: the entry that was being written is whole, cut off or not there. */
function isAsCrashLeft(log: ReadLog, next: number, state: LedgerState): boolean {
  return !log.isDamaged && log.end !== 'cut' && next - nextIn(log, state) <= 1
}

function refused(problem: LedgerProblem): Standing {
  return { type: 'refused', problem }
}
