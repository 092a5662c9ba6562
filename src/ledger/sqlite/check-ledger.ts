import { LedgerError } from '../ledger-error.ts'
import type { LedgerNotice } from '../ledger.ts'
import { Connection } from './connection.ts'
import { closeInOrder, lockLineage, mark } from './examine.ts'
import { checkIsThere, type LedgerOptions, makeReadableFirst, realPath, withLock } from './ledger-file.ts'
import { MainFile, readState } from './main-file.ts'
import { type Meta, readMeta } from './meta.ts'
import { takeBackUnfinished } from './prepare.ts'
import { problemOf } from './problem-of.ts'
import { loseRelease } from './releases.ts'
import { giveUpUnsent } from './send.ts'
import { standingOf } from './standing.ts'
import { verify } from './verify.ts'

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
    const connection = Connection.open(path, 'read')
    try {
      const standing = connection.snapshot(() => {
        const meta = readMeta(connection, options)
        return standingOf({ path, meta, state: readState(connection), ...(marks && { marks }) })
      })
      if (standing.type === 'refused') throw new LedgerError(standing.problem)
      verify(connection)
    } finally {
      connection.close()
    }
    return undefined
  } catch (error) {
    const problem = problemOf(error, options.path)
    if (problem instanceof LedgerError) return problem
    throw error
  }
}

export interface Acceptance {
  readonly who: string
  readonly reason: string
}

export interface Accepted {
  /** How many sends are unknown now. */
  readonly unknown: number
  readonly notices: readonly LedgerNotice[]
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
      forgetOthers(path, meta, options)
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
  meta: Meta,
  { now = Date.now, marks, who, reason }: LedgerOptions & Acceptance,
): { readonly main: MainFile; readonly unknown: number } {
  const state = readState(connection)
  const standing = standingOf({ path: connection.path, meta, state, ...(marks && { marks }) })
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

/** This machine knew another ledger at the path, which is given up. */
function forgetOthers(path: string, { lineage }: Meta, { marks }: LedgerOptions): void {
  for (const other of marks?.all() ?? []) {
    if (other.path === path && other.lineage !== lineage) marks?.forget(other.lineage)
  }
}
