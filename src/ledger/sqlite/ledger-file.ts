import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { createPrivateFile, flushFile, moveDurably, stateOf } from '../durable-file.ts'
import { type HighWaterMarks, maxMarkedReleases } from '../high-water.ts'
import type { ExpectedIdentity, LedgerIdentity } from '../identity.ts'
import { LedgerError, type LedgerNotice, type LedgerProblem } from '../ledger-error.ts'
import { backupRun, closeLog, copyRun, isAtRest, logFiles, progressIn, readLogFile } from './claim-log.ts'
import { Connection, guarded, problemOf } from './connection.ts'
import { checkSingleName, createFolder, DeployLock, ledgerPath, lockFile } from './file.ts'
import { type LedgerState, MainFile, readMeta, readState } from './main-file.ts'
import { newestReleases, unfinishedPreparations } from './releases.ts'
import { replay } from './rows.ts'
import { checksumOfFile, isFile, sequenceOf, type Standing, standingOf, verify, verifyStructure } from './standing.ts'
import { needsUpgrade, upgrade } from './upgrade.ts'

export interface LedgerOptions extends ExpectedIdentity {
  readonly path: string
  /** In milliseconds since 1970. */
  readonly now?: () => number
  /** Settled sends after which the people they went to are erased at once; a second later they are in any case. */
  readonly eraseAfter?: number
  /** Bytes of a claim log after which another one is begun. */
  readonly maxLogBytes?: number
  /** How far this machine knows ledgers to be; nothing is compared with it when absent. */
  readonly marks?: HighWaterMarks | undefined
  /** Whose messages are sent: the user ID. */
  readonly account?: string
}

/** Returns the one path of a ledger; its folder is made, or must be there. */
export function realPath(path: string, ifMissing: 'refuse' | 'create'): string {
  return guarded(path, () => {
    if (ifMissing === 'create') createFolder(path)
    return ledgerPath(path)
  })
}

/**
 * @throws LedgerError `missing`, or `main-lost` where only the claim log is left, or `move-unfinished` where a ledger was
 *   being moved to
 */
export function checkIsThere(path: string): void {
  refuseUnfinished(path)
  if (stateOf(path) === undefined) throw new LedgerError(lostOrMissing(path))
}

/** Where a ledger that is moved to a path stands until it is whole and the old one is given up. */
export function arrivingFile(path: string): string {
  return `${path}-moving`
}

/** @throws LedgerError `move-unfinished` where the ledger of a path may be one that was being moved there */
export function refuseUnfinished(path: string): void {
  if (stateOf(arrivingFile(path)) !== undefined) throw new LedgerError({ type: 'move-unfinished', path })
}

/** Files of the engine beside a main file. Those of one that is no more would be taken for those of the next one. */
export function companions(path: string): readonly string[] {
  return ['-journal', '-wal', '-shm'].map((ending) => path + ending)
}

/** Returns what is wrong where there is no main file. */
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

/** Does the same as `locked`, and gives the locks back. */
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

/** Returns whether the main file is what it was when it was closed in order. */
function isClosed(path: string): boolean {
  return logFiles(path)
    .map((name) => readLogFile(name))
    .some((log) => log.type === 'read' && log.header.closed !== undefined && isFile(path, log.header.closed))
}

/** Returns whether there is a journal: of a change that is under way, or of one that was broken off. */
function hasJournal(path: string): boolean {
  return (stateOf(`${path}-journal`)?.size ?? 0) > 0
}

/** Compares the main file with everything that is known of it, and verifies it. */
export function examined(
  connection: Connection,
  meta: LedgerIdentity,
  { marks }: Pick<LedgerOptions, 'marks'>,
): Standing {
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
  if (!isAtRest({ run })) verifyStructure(connection)
  else if (closed === undefined || !isFile(connection.path, closed)) verify(connection)
}

/**
 * Says in the main file, and beside it, that it is whole and that nobody is sending, and closes it.
 *
 * @param next number of the entry of the claim log that comes next
 * @throws LedgerError `corrupt` for a file that somebody damaged meanwhile: it must not be taken for what was written
 */
export function closeInOrder(main: MainFile, { lineage, target }: LedgerIdentity, next: number): void {
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
  { lineage, target }: LedgerIdentity,
  { marks, account = marks?.of(lineage)?.account }: LedgerOptions,
): readonly LedgerNotice[] {
  if (marks === undefined) return []
  const { path } = main.connection
  const sequence = sequenceOf(main.state.changes, main.state.next)
  return marks.note(() => {
    const releases = newestReleases(main.connection, maxMarkedReleases)
    return { lineage, target, path, releases, sequence, ...(account !== undefined && { account }) }
  })
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
    return [marks.unmarked(error)]
  }
}

/** The log of a run that came to its end while the main file was copied says nothing of the copy. */
const maxTries = 3

/**
 * Writes a copy of what the main file and the claim log say together, marked as one. What is in flight is unknown in it. From
 * a copy that is taken while a deploy runs nobody may send; from another one whose machine knows the ledger to be as far.
 */
export function copyTo(connection: Connection, { lineage, secret }: LedgerIdentity, path: string): void {
  if (stateOf(path) !== undefined) throw new LedgerError({ type: 'exists', path })
  // Under another name until it is whole: half a ledger must not be taken for one.
  const draft = `${path}-new`
  const remove = (): void => {
    for (const left of [draft, ...companions(draft)]) rmSync(left, { force: true })
  }
  createFolder(path)
  try {
    for (let tries = 1; ; tries++) {
      remove()
      createPrivateFile(draft)
      connection.run('VACUUM INTO ?', draft)
      const ifUnknown = tries < maxTries ? 'try-again' : 'mark'
      if (completed(draft, { original: connection.path, lineage, secret, ifUnknown })) break
    }
    flushFile(draft)
    moveDurably(draft, path)
  } catch (error) {
    remove()
    throw problemOf(error, path)
  }
}

interface Original extends Pick<LedgerIdentity, 'lineage' | 'secret'> {
  readonly original: string
  /** What happens to a copy of whose run no log is there. */
  readonly ifUnknown: 'try-again' | 'mark'
}

/** @returns whether the copy says all that is known */
function completed(path: string, { original, lineage, secret, ifUnknown }: Original): boolean {
  return Connection.using(path, 'write', (copy) => {
    copy.secret = secret
    copy.makeDurable()
    const state = readState(copy)
    if (isAtRest(state)) {
      // Whoever has it copies recipients in, or is about to send.
      const isInUse = DeployLock.isHeld(original) !== undefined || unfinishedPreparations(copy).length > 0
      new MainFile(copy, state).follow({ run: isInUse ? copyRun : backupRun })
      copy.exec('PRAGMA journal_mode = DELETE')
      return true
    }
    const standing = standingOf({ path: original, meta: { lineage }, state })
    if (standing.type === 'refused' && ifUnknown === 'try-again') return false
    const entries = standing.type === 'refused' ? [] : standing.entries
    const main = new MainFile(copy, state)
    main.follow({ run: copyRun }, () => {
      replay(copy, progressIn(entries), Date.now())
    })
    copy.exec('PRAGMA journal_mode = DELETE')
    return true
  })
}
