import { randomUUID } from 'node:crypto'
import { constants, copyFileSync, existsSync, rmSync } from 'node:fs'
import { flushFile, flushFolder, stateOf } from '../durable-file.ts'
import { HighWaterMarks } from '../high-water.ts'
import type { LedgerIdentity } from '../identity.ts'
import { LedgerError, type LedgerProblem } from '../ledger-error.ts'
import type { Acceptance, Accepted, LedgerStore, StoreState } from '../ledger.ts'
import { closeLog, logFiles } from './claim-log.ts'
import { Connection, problemOf } from './connection.ts'
import { createFolder, ledgerPath } from './file.ts'
import {
  checkIsThere,
  closeInOrder,
  companions,
  type LedgerOptions,
  lockLineage,
  makeReadableFirst,
  mark,
  realPath,
  withLock,
} from './ledger-file.ts'
import { insertMeta, type LedgerState, MainFile, readMeta, readState } from './main-file.ts'
import { sqliteInbox } from './result-inbox.ts'
import { lockOf, openLedger, openLedgerReader } from './open-ledger.ts'
import { copyResults, ResultsFile, resultsPath } from './results-file.ts'
import { loseRelease, takeBackUnfinished } from './releases.ts'
import { giveUpUnsent } from './rows.ts'
import { checksumOfFile, standingOf, verify } from './standing.ts'

/**
 * Compares a ledger with everything that is known of it, and reads all of it, also while a deploy changes it.
 *
 * @returns what is wrong; undefined for a ledger that a deploy would use
 */
export function checkLedger(options: LedgerOptions): LedgerError | undefined {
  const { marks } = options
  try {
    const path = realPath(options.path, 'refuse')
    checkIsThere(path)
    makeReadableFirst(path, options)
    Connection.using(path, 'read', (connection) => {
      const standing = connection.snapshot(() => {
        const meta = readMeta(connection, options)
        return standingOf({ path, meta, state: readState(connection), marks })
      })
      if (standing.type === 'refused') throw new LedgerError(standing.problem)
      verify(connection)
    })
    verifyResults(resultsPath(path, options.target))
    return undefined
  } catch (error) {
    const problem = problemOf(error, options.path)
    if (problem instanceof LedgerError) return problem
    throw error
  }
}

function verifyResults(path: string): void {
  const results = ResultsFile.read(path)
  try {
    results?.verify()
  } finally {
    results?.close()
  }
}

/**
 * Accepts a ledger that is refused: everything that is left to send in it becomes unknown, because nobody can say whether
 * it was sent. Its main file must be whole.
 */
export function acceptLedger(options: LedgerOptions & Acceptance): Accepted {
  const path = realPath(options.path, 'refuse')
  checkIsThere(path)
  return withLock(path, options, (locks) => {
    const connection = Connection.open(path, 'write')
    try {
      const meta = readMeta(connection, options)
      const notices = [...lockLineage(meta.lineage, options, locks)]
      verify(connection)
      connection.makeDurable()
      const { main, unknown } = accepted(connection, meta, options)
      // This machine may have known another ledger at the path, which is given up.
      options.marks?.forgetAt(path, meta.lineage)
      if (notices.length === 0) notices.push(...mark(main, meta, options))
      closeInOrder(main, meta, main.state.next)
      return { unknown, notices }
    } finally {
      connection.close()
      options.marks?.close()
    }
  })
}

function accepted(
  connection: Connection,
  meta: LedgerIdentity,
  { now = Date.now, marks, who, reason }: LedgerOptions & Acceptance,
): { readonly main: MainFile; readonly unknown: number } {
  const state = readState(connection)
  const standing = standingOf({ path: connection.path, meta, state, marks })
  const problem = standing.type === 'refused' ? standing.problem.type : 'none'
  // Further than everything that is known of it, so that this one is the newest from now on.
  const known = marks?.of(meta.lineage)
  const main = new MainFile(connection, { ...state, changes: Math.max(state.changes, known?.sequence ?? 0) })
  const unknown = main.change(() => {
    takeBackUnfinished(connection)
    // Some were begun since; whom they went to is not known here.
    for (const name of known?.releases ?? []) loseRelease(connection, name)
    const sends = giveUpUnsent(connection, now())
    const sql = 'INSERT INTO recovery (who, reason, problem, sends, at) VALUES (?, ?, ?, ?, ?)'
    connection.run(sql, who, reason, problem, sends, now())
    return sends
  })
  return { main, unknown }
}

/**
 * Moves a ledger to another path, a backup to the place of the ledger for instance. What the last run left is brought in
 * order first; then the file is copied, every send of the copy is checked, and the old file says where the ledger is now:
 * nobody sends from it any more. A backup that is too old to be used stays so.
 *
 * @returns how many sends it has
 * @throws LedgerError while a deploy is running, and when something is at the path already
 */
export async function moveLedger({ to, ...options }: LedgerOptions & { readonly to: string }): Promise<number> {
  const from = realPath(options.path, 'refuse')
  createFolder(to)
  const path = ledgerPath(to)
  if (stateOf(path) !== undefined) throw new LedgerError({ type: 'exists', path })
  await bringInOrder(options)
  return withLock(from, options, () => {
    return Connection.using(from, 'write', (old) => {
      const meta = readMeta(old, options)
      const state = readState(old)
      const sends = copied({ from, to: path }, options)
      old.makeDurable()
      old.transaction(() => insertMeta(old, new Map([['moved-to', path]])))
      // Whoever receives results beside the old one finds out that it was moved, and answers none of what comes late.
      copyResults(resultsPath(from, meta.target), resultsPath(path, meta.target))
      if (state.run === null) sayClosed(path, meta, state)
      remember(path, meta, options.marks)
      return sends
    })
  })
}

/** @throws LedgerError for a ledger that is refused where it is and might not be elsewhere */
async function bringInOrder(options: LedgerOptions): Promise<void> {
  try {
    const ledger = await openLedger({ ...options, ifMissing: 'refuse' })
    await ledger.close()
  } catch (error) {
    if (!(error instanceof LedgerError) || !isRefusedAnywhere(error.problem)) throw error
  }
}

function isRefusedAnywhere(problem: LedgerProblem): boolean {
  return problem.type === 'taken-while-sending' || (problem.type === 'older' && problem.known === 'machine')
}

/** Copies a main file and reads all of the copy. Nothing is left of one that is not whole. Returns how many sends it has. */
function copied({ from, to }: { readonly from: string; readonly to: string }, options: LedgerOptions): number {
  for (const left of companions(to)) rmSync(left, { force: true })
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL)
    flushFile(to)
    flushFolder(to)
    return Connection.using(to, 'read', (connection) => {
      readMeta(connection, options)
      verify(connection)
      return Number(connection.get('SELECT count(*) AS sends FROM send')?.['sends'])
    })
  } catch (error) {
    rmSync(to, { force: true })
    throw problemOf(error, to)
  }
}

/** Says beside a copy that it is whole, unless a claim log is there that it does not fit: then the next start tells. */
function sayClosed(path: string, meta: LedgerIdentity, state: LedgerState): void {
  if (standingOf({ path, meta, state }).type === 'refused') return
  const { changes, next } = state
  closeLog(path, { lineage: meta.lineage, run: randomUUID(), first: next, changes, closed: checksumOfFile(path) })
}

/** This machine knows the ledger at its new place. What it does not know it learns when it is used there. */
function remember(path: string, { lineage }: LedgerIdentity, marks: HighWaterMarks | undefined): void {
  const known = marks?.of(lineage)
  try {
    if (known) marks?.write({ ...known, path })
  } catch (error) {
    // What cannot be written there stays as it is: whoever sends next is told.
    if (!(problemOf(error, path) instanceof LedgerError)) throw error
  } finally {
    marks?.close()
  }
}

interface SqliteOptions extends Omit<LedgerOptions, 'marks'> {
  /** Absolute path of the folder that says how far this machine knows ledgers to be. */
  readonly marksIn?: string
}

/** Returns a ledger in a SQLite file with its claim log beside it. */
export function sqliteStore({ marksIn, ...options }: SqliteOptions): LedgerStore {
  const { path, target } = options
  const marked = (): LedgerOptions => ({
    ...options,
    ...(marksIn !== undefined && { marks: new HighWaterMarks(marksIn) }),
  })
  return {
    path,
    target,
    state: async () => stateAt(path),
    open: async ({ ifMissing, lineage }) =>
      openLedger({ ...marked(), ifMissing, ...(lineage !== undefined && { lineage }) }),
    // Also an older copy may be looked at: nothing is compared.
    read: async () => openLedgerReader(options),
    workers: async () => (lockOf(path) === undefined ? 0 : 1),
    holder: async () => lockOf(path),
    check: async () => checkLedger(marked()),
    results: () => sqliteInbox(options),
    accept: async (acceptance) => acceptLedger({ ...marked(), ...acceptance }),
    moveTo: async (to) => moveLedger({ ...marked(), to }),
  }
}

function stateAt(path: string): StoreState {
  // A crash while it was made leaves a file in which nothing is yet.
  if ((stateOf(path)?.size ?? 0) > 0) return 'made'
  return [path, ...logFiles(path)].some((file) => existsSync(file)) ? 'left' : 'none'
}
