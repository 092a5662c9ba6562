import { existsSync, rmSync } from 'node:fs'
import type { HighWaterMarks } from '../high-water.ts'
import { LedgerError, type LedgerProblem } from '../ledger-error.ts'
import { logFiles, readLogFile } from './claim-log.ts'
import { Connection } from './connection.ts'
import { DeployLock, lockFile } from './deploy-lock.ts'
import { checkSingleName, createFolder, ledgerPath, stateOf } from './file-system.ts'
import { type ExpectedMeta, needsUpgrade, readMeta } from './meta.ts'
import { problemOf } from './problem-of.ts'
import { upgrade } from './upgrade.ts'
import { isFile } from './verify.ts'

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
    changing(path, (connection) => connection.get('PRAGMA schema_version'))
  }
  if (needsUpgrade(path)) changing(path, (connection) => upgrade(connection, readMeta(connection, expected), now()))
}

function changing(path: string, work: (connection: Connection) => void): void {
  const connection = Connection.open(path, 'write')
  try {
    work(connection)
  } finally {
    connection.close()
  }
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
