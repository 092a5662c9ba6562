import { existsSync } from 'node:fs'
import { stateOf } from '../durable-file.ts'
import { HighWaterMarks } from '../high-water.ts'
import type { LedgerIdentity } from '../identity.ts'
import { LedgerError, type LedgerNotice } from '../ledger-error.ts'
import type { Acceptance, Accepted, LedgerStore, StoreState } from '../ledger.ts'
import { nothingMissing } from '../states.ts'
import { isAtRest, logFiles, progressIn } from './claim-log.ts'
import { Connection, problemOf } from './connection.ts'
import {
  arrivingFile,
  checkIsThere,
  closeInOrder,
  type LedgerOptions,
  lockLineage,
  makeReadableFirst,
  mark,
  realPath,
  withLock,
} from './ledger-file.ts'
import { MainFile, readMeta, readState } from './main-file.ts'
import { leaveFile, receiveFile } from './moving.ts'
import { sqliteInbox } from './result-inbox.ts'
import { lockOf, openLedger, openLedgerReader } from './open-ledger.ts'
import { ReadResults } from './results.ts'
import { ResultsFile, resultsPath } from './results-file.ts'
import { recordLostRelease, takeBackUnfinished } from './releases.ts'
import { giveUpUnsent, holdForGood, replay } from './rows.ts'
import { standingOf, verify } from './standing.ts'

/**
 * Compares a ledger with everything that is known of it, also while a deploy changes it.
 *
 * @param reads whether every row is read as well
 * @returns what is wrong; undefined for a ledger that a deploy would use
 */
export function checkLedger(options: LedgerOptions, reads: 'all' | 'records' = 'all'): LedgerError | undefined {
  try {
    const path = realPath(options.path, 'refuse')
    checkIsThere(path)
    makeReadableFirst(path, options)
    const marks = options.marks?.known()
    Connection.using(path, 'read', (connection) => {
      const standing = connection.snapshot(() => {
        const meta = readMeta(connection, options)
        return standingOf({ path, meta, state: readState(connection), marks })
      })
      if (standing.type === 'refused') throw new LedgerError(standing.problem)
      if (reads === 'all') verify(connection)
    })
    if (reads === 'all') verifyResults(resultsPath(path, options.target))
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
 * it was sent, unless somebody says so of a backup. Its main file must be whole.
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
  { now = Date.now, marks, who, reason, isComplete = false }: LedgerOptions & Acceptance,
): { readonly main: MainFile; readonly unknown: number } {
  const state = readState(connection)
  const found = { path: connection.path, meta, state }
  const standing = standingOf({ ...found, marks })
  const problem = standing.type === 'refused' ? standing.problem.type : 'none'
  // Of every other one something is missing.
  if (isComplete && problem !== 'backup') throw new LedgerError({ type: 'not-complete', path: connection.path })
  // Whatever was sent since, what the claim log of a copy says stays true.
  const left = standingOf(found)
  const entries = left.type === 'sound' ? left.entries : []
  // Further than everything that is known of it, so that this one is the newest from now on.
  const known = marks?.of(meta.lineage)
  const main = new MainFile(connection, { ...state, changes: Math.max(state.changes, known?.sequence ?? 0) })
  const unknown = main.change(() => {
    takeBackUnfinished(connection)
    const interrupted = replay(connection, progressIn(entries), now())
    // Some were begun since; whom they went to is not known here.
    for (const name of known?.releases ?? []) recordLostRelease(connection, name)
    const sends = interrupted + (isComplete ? 0 : giveUpUnsent(connection, now()))
    if (!isComplete) holdForGood(connection)
    // Not before anything in it, whatever the clocks of other machines say.
    const at = 'max(?, coalesce((SELECT max(settled_at) FROM send), 0))'
    const sql = `INSERT INTO recovery (who, reason, problem, sends, at) VALUES (?, ?, ?, ?, ${at})`
    connection.run(sql, who, reason, isComplete ? nothingMissing : problem, sends, now())
    return sends
  })
  return { main, unknown }
}

/**
 * Settles the unknown sends of a ledger that results prove. A ledger that somebody has, or that has more to tell to whoever
 * sends next, is left as it is: one that was not closed in order, that is behind its results, or that is refused.
 */
async function settleUnknown(options: LedgerOptions): Promise<readonly LedgerNotice[]> {
  try {
    const path = realPath(options.path, 'refuse')
    if (lockOf(path) !== undefined || !isOnlyUnknownProven(path, options)) return []
    const ledger = await openLedger({ ...options, ifMissing: 'refuse' })
    await ledger.close()
    return ledger.notices
  } catch (error) {
    if (error instanceof LedgerError) return []
    throw error
  }
}

function isOnlyUnknownProven(path: string, options: LedgerOptions): boolean {
  return Connection.using(path, 'read', (connection) => {
    const { target } = readMeta(connection, options)
    if (!isAtRest(readState(connection))) return false
    const results = new ReadResults(connection, resultsPath(path, target))
    try {
      const proven = [...results.proven(new Map()).values()]
      return proven.length > 0 && proven.every(({ before }) => before === 'unknown')
    } finally {
      results.close()
    }
  })
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
    place: path,
    target,
    state: async () => stateAt(path),
    open: async ({ ifMissing, lineage }) =>
      openLedger({ ...marked(), ifMissing, ...(lineage !== undefined && { lineage }) }),
    // Also an older copy may be looked at: nothing is compared.
    read: async () => openLedgerReader(options),
    workers: async () => (lockOf(path) === undefined ? 0 : 1),
    holder: async () => lockOf(path),
    check: async (reads) => checkLedger(marked(), reads),
    results: () => sqliteInbox(options, () => settleUnknown(marked())),
    accept: async (acceptance) => acceptLedger({ ...marked(), ...acceptance }),
    leave: () => leaveFile(marked()),
    receive: () => receiveFile(marked()),
  }
}

function stateAt(path: string): StoreState {
  // A crash while it was made leaves a file in which nothing is yet.
  if ((stateOf(path)?.size ?? 0) > 0) return 'made'
  return [path, arrivingFile(path), ...logFiles(path)].some((file) => existsSync(file)) ? 'left' : 'none'
}
