import { randomUUID } from 'node:crypto'
import { maxMarkedReleases } from '../high-water.ts'
import { LedgerError } from '../ledger-error.ts'
import type { LedgerNotice } from '../ledger.ts'
import { closeLog } from './claim-log.ts'
import { Connection } from './connection.ts'
import { DeployLock } from './deploy-lock.ts'
import type { LedgerOptions } from './ledger-file.ts'
import { type LedgerState, type MainFile, readState } from './main-file.ts'
import { type Meta, readMeta } from './meta.ts'
import { newestReleases } from './releases.ts'
import { sequenceOf, type Standing, standingOf } from './standing.ts'
import { checksumOfFile, isFile, verify, verifyStructure } from './verify.ts'

/** Compares the main file with everything that is known of it, and verifies it. */
export function examined(connection: Connection, meta: Meta, { marks }: Pick<LedgerOptions, 'marks'>): Standing {
  const { path } = connection
  const state = readState(connection)
  const standing = standingOf({ path, meta, state, ...(marks && { marks }) })
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
  const reading = Connection.open(path, 'read')
  try {
    readMeta(reading, { target })
    verifyStructure(reading)
  } finally {
    reading.close()
  }
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
