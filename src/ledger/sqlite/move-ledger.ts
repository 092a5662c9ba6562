import { constants, copyFileSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import type { HighWaterMarks } from '../high-water.ts'
import { LedgerError, type LedgerProblem } from '../ledger-error.ts'
import { closeLog } from './claim-log.ts'
import { Connection } from './connection.ts'
import { createFolder, flushFile, flushFolder, ledgerPath, stateOf } from './file-system.ts'
import { companions, type LedgerOptions, realPath, withLock } from './ledger-file.ts'
import { type LedgerState, readState } from './main-file.ts'
import { insertMeta, type Meta, readMeta } from './meta.ts'
import { openLedger } from './open-ledger.ts'
import { problemOf } from './problem-of.ts'
import { standingOf } from './standing.ts'
import { checksumOfFile, verify } from './verify.ts'

/**
 * Moves a ledger to another path, a backup to the place of the ledger for instance. What the last run left is brought in
 * order first; then the file is copied, every send of the copy is checked, and the old file says where the ledger is now:
 * nobody sends from it any more. A backup that is too old to be used stays so.
 *
 * @returns how many sends it has
 * @throws LedgerError while a deploy is running, and when something is at the path already
 */
export function moveLedger({ to, ...options }: LedgerOptions & { readonly to: string }): number {
  const from = realPath(options.path, 'refuse')
  createFolder(to)
  const path = ledgerPath(to)
  if (stateOf(path) !== undefined) throw new LedgerError({ type: 'exists', path })
  bringInOrder(options)
  return withLock(from, options, () => {
    const old = Connection.open(from, 'write')
    try {
      const meta = readMeta(old, options)
      const state = readState(old)
      const sends = copied({ from, to: path }, options)
      old.makeDurable()
      old.transaction(() => insertMeta(old, new Map([['moved-to', path]])))
      if (state.run === null) sayClosed(path, meta, state)
      remember(path, meta, options.marks)
      return sends
    } finally {
      old.close()
    }
  })
}

/** @throws LedgerError for a ledger that is refused where it is and might not be elsewhere */
function bringInOrder(options: LedgerOptions): void {
  try {
    openLedger({ ...options, ifMissing: 'refuse' }).close()
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
    const connection = Connection.open(to, 'read')
    try {
      readMeta(connection, options)
      verify(connection)
      return Number(connection.get('SELECT count(*) AS sends FROM send')?.['sends'])
    } finally {
      connection.close()
    }
  } catch (error) {
    rmSync(to, { force: true })
    throw problemOf(error, to)
  }
}

/** Says beside a copy that it is whole, unless a claim log is there that it does not fit: then the next start tells. */
function sayClosed(path: string, meta: Meta, state: LedgerState): void {
  if (standingOf({ path, meta, state }).type === 'refused') return
  const { changes, next } = state
  closeLog(path, { lineage: meta.lineage, run: randomUUID(), first: next, changes, closed: checksumOfFile(path) })
}

/** This machine knows the ledger at its new place. What it does not know it learns when it is used there. */
function remember(path: string, { lineage }: Meta, marks: HighWaterMarks | undefined): void {
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
