import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { type CompiledTemplate, digestOf } from '../../template.ts'
import { LedgerError, type LedgerProblem } from '../ledger-error.ts'
import type { LedgerNotice, SendState } from '../ledger.ts'
import { closeLog, logFiles, readLogFile } from './claim-log.ts'
import { Connection, type SqlRow } from './connection.ts'
import { checkSingleName, createFolder, DeployLock, ledgerPath, lockFile, problemOf, stateOf } from './file.ts'
import { type HighWaterMarks, maxMarkedReleases } from './high-water.ts'
import {
  type ExpectedMeta,
  insertMeta,
  type LedgerState,
  type MainFile,
  type Meta,
  metaTable,
  needsUpgrade,
  readMeta,
  readState,
  schemaVersion,
  smallTables,
  triggers,
  writeState,
} from './main-file.ts'
import { claimedProgress, insertSealed, type SendProgress, settledProgress } from './rows.ts'
import { newestReleases, normalName, replay } from './sends.ts'
import {
  checksumOfFile,
  isFile,
  sequenceOf,
  type Standing,
  standingOf,
  verify,
  verifySends,
  verifyStructure,
} from './standing.ts'

export interface LedgerOptions extends ExpectedMeta {
  readonly path: string
  /** In milliseconds since 1970. */
  readonly now?: () => number
  /** Settled sends after which the people they went to are erased at once; a second later they are in any case. */
  readonly eraseAfter?: number
  /** How far this machine knows ledgers to be; nothing is compared with it when absent. */
  readonly marks?: HighWaterMarks | undefined
  /** Whose messages are sent: the user ID. */
  readonly account?: string
}

/** The one path of a ledger; its folder is made, or must be there. */
export function realPath(path: string, ifMissing: 'refuse' | 'create'): string {
  try {
    if (ifMissing === 'create') createFolder(path)
    return ledgerPath(path)
  } catch (error) {
    throw problemOf(error, path)
  }
}

/** @throws LedgerError `missing`, or `main-lost` where only the claim log is left */
export function checkIsThere(path: string): void {
  if (stateOf(path) === undefined) throw new LedgerError(lostOrMissing(path))
}

/** Files of the engine beside a main file. Those of one that is no more would be taken for those of the next one. */
export function companions(path: string): readonly string[] {
  return ['-journal', '-wal', '-shm'].map((ending) => path + ending)
}

/** What is wrong where there is no main file. */
export function lostOrMissing(path: string): LedgerProblem {
  const log = logFiles(path).find((name) => existsSync(name))
  return log === undefined ? { type: 'missing', path } : { type: 'main-lost', path, log }
}

/**
 * Does something with the lock of a ledger, whose main file can be read then. `locks` are given back when it fails;
 * otherwise whoever asked gives them back.
 *
 * @throws LedgerError `locked`, with the holder's name, while another process has the lock
 */
export function locked<T>(path: string, options: LedgerOptions, work: (locks: DeployLock[]) => T): T {
  const { now = Date.now } = options
  checkSingleName(path)
  const locks = [DeployLock.acquire(lockFile(path), { path, now })]
  try {
    makeReadable(path, options)
    return work(locks)
  } catch (error) {
    giveBack(locks)
    throw problemOf(error, path)
  }
}

/** The same, and gives the locks back. */
export function withLock<T>(path: string, options: LedgerOptions, work: (locks: DeployLock[]) => T): T {
  return locked(path, options, (locks) => {
    const result = work(locks)
    giveBack(locks)
    return result
  })
}

export function giveBack(locks: readonly DeployLock[]): void {
  for (const lock of locks) lock.release()
}

/** Brings the main file to where it can be read without a lock, unless it is: for a moment that takes the lock. */
export function makeReadableFirst(path: string, options: LedgerOptions): void {
  // A journal beside a ledger that somebody changes is that of his change.
  const isLeft = hasJournal(path) && DeployLock.isHeld(path) === undefined
  if (!isLeft && !needsUpgrade(path)) return
  withLock(path, options, () => {})
}

/** With the lock. */
function makeReadable(path: string, { now = Date.now, ...expected }: LedgerOptions): void {
  if (stateOf(path) === undefined) return
  if (hasJournal(path)) {
    // The engine would write the pages of whatever journal it finds into a main file that needs none.
    if (isClosed(path)) rmSync(`${path}-journal`, { force: true })
    // The first look takes back what a crash left of a change.
    Connection.using(path, 'write', (connection) => connection.get('PRAGMA schema_version'))
  }
  if (needsUpgrade(path))
    Connection.using(path, 'write', (connection) => upgrade(connection, readMeta(connection, expected), now()))
}

/** Whether the main file is what it was when it was closed in order. */
function isClosed(path: string): boolean {
  return logFiles(path)
    .map((name) => readLogFile(name))
    .some((log) => log.type === 'read' && log.header.closed !== undefined && isFile(path, log.header.closed))
}

/** A change that did not come to its end leaves one. */
function hasJournal(path: string): boolean {
  return (stateOf(`${path}-journal`)?.size ?? 0) > 0
}

const renamed = ['release', 'preparation', 'message', 'decision', 'image', 'plan'] as const

/**
 * Brings a ledger of version 2 up to this version, as a whole or not at all. Version 2 had a write-ahead log, a journal in
 * place of the claim log, and no seals. Sends stay as they are, with their keys.
 *
 * @throws LedgerError `corrupt` for a ledger that is damaged: sealing it would hide that
 */
function upgrade(connection: Connection, meta: Meta, now: number): void {
  // A crash may have come after the last of it was written and before the write-ahead log was given up.
  if (meta.version < schemaVersion) upgradeTables(connection, meta, now)
  connection.makeDurable()
  verify(connection)
  connection.exec('PRAGMA journal_mode = DELETE')
}

function upgradeTables(connection: Connection, { lineage, target, secret }: Meta, now: number): void {
  connection.exec('PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON')
  connection.transaction(() => {
    verifySends(connection)
    verifyTemplates(connection)
    for (const name of ['send_transition', 'send_born', 'send_kept']) connection.exec(`DROP TRIGGER ${name}`)
    for (const name of renamed) connection.exec(`ALTER TABLE ${name} RENAME TO old_${name}`)
    connection.exec(smallTables)
    for (const name of renamed) {
      // The rows of images had no numbers.
      const order = name === 'image' ? 'uploaded_at' : name
      for (const row of connection.all(`SELECT * FROM old_${name} ORDER BY ${order}`)) {
        insertSealed(connection, name, name === 'release' ? withNormalName(row) : row)
      }
      connection.exec(`DROP TABLE old_${name}`)
    }
    connection.exec(triggers)
    replay(connection, readJournal(connection), now)
    connection.exec(`DROP TABLE journal; DROP TABLE meta; ${metaTable}`)
    insertMeta(
      connection,
      new Map<string, string | Uint8Array>([
        ['lineage', lineage],
        ['target', target],
        ['secret', secret],
      ]),
    )
    writeState(connection, { changes: 1, run: null, next: 0, replayFrom: 0, replayOffset: 0 })
    connection.exec(`PRAGMA user_version = ${schemaVersion}`)
  })
}

function withNormalName(row: SqlRow): SqlRow {
  return { ...row, normal_name: normalName(String(row['name'])) }
}

function verifyTemplates(connection: Connection): void {
  for (const { message, digest, template } of connection.all('SELECT message, digest, template FROM message')) {
    if (templateDigest(String(template)) === digest) continue
    throw new LedgerError({ type: 'corrupt', path: connection.path, detail: `message ${String(message)}` })
  }
}

function templateDigest(text: string): string | undefined {
  try {
    return digestOf(JSON.parse(text) as CompiledTemplate)
  } catch {
    // Neither is it what was written when it cannot be read.
    return undefined
  }
}

type JournalRecord =
  | readonly ['claimed', at: number, row: number, sends: number, attempt: number]
  | readonly [
      'settled',
      at: number,
      row: number,
      sends: number,
      state: SendState,
      code: string | null,
      description: string | null,
    ]

/** What the journal of version 2 says of sends that the table does not know yet. */
function readJournal(connection: Connection): ReadonlyMap<number, SendProgress> {
  const sends = new Map<number, SendProgress>()
  const entries = connection.all('SELECT entry, data, checksum FROM journal ORDER BY entry')
  for (const [index, { entry = null, data, checksum }] of entries.entries()) {
    const text = String(data)
    const detail = `journal ${String(entry)}`
    if (entry !== index + 1 || crc32(text) !== checksum) {
      throw new LedgerError({ type: 'corrupt', path: connection.path, detail })
    }
    for (const record of JSON.parse(text) as readonly JournalRecord[]) {
      const [, at, first, count] = record
      for (let row = first; row < first + count; row++) {
        const claimed = sends.get(row)
        if (record[0] === 'claimed') sends.set(row, claimedProgress(record[4], at))
        else if (claimed === undefined) throw new LedgerError({ type: 'corrupt', path: connection.path, detail })
        else sends.set(row, settledProgress(claimed, { state: record[4], code: record[5], description: record[6] }, at))
      }
    }
  }
  return sends
}

/** Compares the main file with everything that is known of it, and verifies it. */
export function examined(connection: Connection, meta: Meta, { marks }: Pick<LedgerOptions, 'marks'>): Standing {
  const { path } = connection
  const state = readState(connection)
  const standing = standingOf({ path, meta, state, marks })
  if (standing.type === 'sound') verifyAs(connection, state, standing)
  return standing
}

/** Reads as much of the main file as nothing vouches for. @throws LedgerError `corrupt` */
export function verifyAs(
  connection: Connection,
  { run }: Pick<LedgerState, 'run'>,
  { closed }: Pick<Extract<Standing, { type: 'sound' }>, 'closed'>,
): void {
  // After a crash nobody knows what the file should be, so it is looked through.
  if (run !== null) verifyStructure(connection)
  else if (closed === undefined || !isFile(connection.path, closed)) verify(connection)
}

/**
 * Says in the main file, and beside it, that it is whole and that nobody is sending, and closes it.
 *
 * @param next number of the entry of the claim log that comes next
 * @throws LedgerError `corrupt` for a file that somebody damaged meanwhile: it must not be taken for what was written
 */
export function closeInOrder(main: MainFile, { lineage, target }: Meta, next: number): void {
  const { connection } = main
  const { path } = connection
  // By another connection: this one knows what it wrote, and does not read it again.
  Connection.using(path, 'read', (reading) => {
    readMeta(reading, { target })
    verifyStructure(reading)
  })
  main.follow({ run: null, next })
  // The journal goes with its last commit.
  connection.exec('PRAGMA journal_mode = DELETE')
  connection.close()
  const { changes } = main.state
  closeLog(path, { lineage, run: randomUUID(), first: next, changes, closed: checksumOfFile(path) })
}

/** Writes down how far the ledger is. What keeps this from being written is told, and keeps nobody from sending. */
export function mark(
  main: MainFile,
  { lineage, target }: Meta,
  { marks, account = marks?.of(lineage)?.account }: LedgerOptions,
): readonly LedgerNotice[] {
  if (marks === undefined) return []
  const { changes, next } = main.state
  const { path } = main.connection
  const sequence = sequenceOf(changes, next)
  try {
    const releases = newestReleases(main.connection, maxMarkedReleases)
    marks.write({ lineage, target, path, releases, sequence, ...(account !== undefined && { account }) })
    return []
  } catch (error) {
    return [{ type: 'unmarked', folder: marks.folder, code: codeOf(error) }]
  }
}

/**
 * Two copies of a ledger have two locks of their own, so the ledger has another one on this machine.
 *
 * @throws LedgerError `locked`
 */
export function lockLineage(
  lineage: string,
  { marks, path, now = Date.now }: LedgerOptions,
  locks: DeployLock[],
): readonly LedgerNotice[] {
  if (marks === undefined) return []
  try {
    locks.push(DeployLock.acquire(marks.lockFile(lineage), { path, now }))
    return []
  } catch (error) {
    if (error instanceof LedgerError && error.problem.type === 'locked') throw error
    // Who cannot write there can hold no lock there.
    return [{ type: 'unmarked', folder: marks.folder, code: codeOf(error) }]
  }
}

function codeOf(error: unknown): string {
  if (error instanceof LedgerError) return 'code' in error.problem ? error.problem.code : error.problem.type
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? code : String(error)
}
