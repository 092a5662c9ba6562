import { rmSync } from 'node:fs'
import { createPrivateFile, moveDurably, stateOf } from '../durable-file.ts'
import type { LedgerIdentity } from '../identity.ts'
import { LedgerError, type LockHolder } from '../ledger-error.ts'
import type { WaitingSend } from '../hold.ts'
import type { IfMissing, Ledger, LedgerReader } from '../ledger.ts'
import { keyTakenSql, refuseTakenKey } from '../states.ts'
import { isAtRest, logFiles, progressIn } from './claim-log.ts'
import { Claims } from './claims.ts'
import { Connection, problemOf } from './connection.ts'
import { DeployLock } from './file.ts'
import { Erasure, GroupCommit } from './group-commit.ts'
import {
  type LedgerOptions,
  checkIsThere,
  closeInOrder,
  companions,
  examined,
  giveBack,
  lockLineage,
  locked,
  lostOrMissing,
  makeReadableFirst,
  mark,
  realPath,
  refuseUnfinished,
  verifyAs,
} from './ledger-file.ts'
import { MainFile, readMeta, readState, writeMeta } from './main-file.ts'
import { prepare } from './prepare.ts'
import { type Ahead, readerOf } from './reader.ts'
import {
  hold,
  messagesOf,
  reconcile,
  releaseNumber,
  resume,
  takeBackUnfinished,
  unfinishedPreparations,
} from './releases.ts'
import { ReadResults, ResultFollower } from './results.ts'
import { resultsPath } from './results-file.ts'
import { insertSealed, replay, sealedRows, updateSealed, waitingRows } from './rows.ts'
import { sequenceOf, type Standing, standingOf } from './standing.ts'

const eraseAfterSends = 5_000
/** So many results take longer to look at again than a ledger takes to be closed. */
const markAfterResults = 10_000

/**
 * Opens a ledger for the one process that changes it: takes its lock, and makes what a crash left `inflight` unknown.
 *
 * @param options `ifMissing` says whether a file that is not there is made; it must never be made by accident, because
 *   an empty ledger sends everything again
 * @throws LedgerError for a ledger that cannot be used
 */
export async function openLedger(options: LedgerOptions & { readonly ifMissing: IfMissing }): Promise<Ledger> {
  const { main, meta, locks, found, follower, recovered, notices } = openMain(options)
  return { ...ledgerOf(main, { meta, locks, options, found, follower }), recovered, notices }
}

/** The main file of a ledger that this process has the lock of. */
export interface OpenedMain extends Pick<Ledger, 'recovered' | 'notices'> {
  readonly main: MainFile
  readonly meta: LedgerIdentity
  readonly locks: readonly DeployLock[]
  /** How often it had been changed when it was opened. */
  readonly found: number
  readonly follower: ResultFollower
}

/** Opens a ledger as `openLedger`; everything that the last run left is in its main file then. */
export function openMain(options: LedgerOptions & { readonly ifMissing: IfMissing }): OpenedMain {
  const { now = Date.now, ifMissing, marks } = options
  const path = realPath(options.path, ifMissing === 'refuse' ? 'refuse' : 'create')
  refuseUnfinished(path)
  if (stateOf(path) === undefined) checkMayCreate(path, options)
  return locked(path, options, (locks) => {
    if (stateOf(path) === undefined) createLedger(path, options)
    const connection = Connection.open(path, 'write')
    try {
      connection.checkAlone()
      const meta = readMeta(connection, options)
      const notices = [...lockLineage(meta.lineage, options, locks)]
      const standing = examined(connection, meta, options)
      if (standing.type === 'refused') throw new LedgerError(standing.problem)
      if (standing.isRepaired) notices.push({ type: 'repaired' })
      connection.makeDurable()
      const main = new MainFile(connection, readState(connection))
      const found = main.state.changes
      const recovered = takeOver(main, standing, now())
      const follower = new ResultFollower(main, resultsPath(path, meta.target))
      const proven = follower.follow(now())
      if (proven.unknown + proven.behind > 0) notices.push({ type: 'proven', ...proven })
      if (notices.every(({ type }) => type !== 'unmarked')) notices.push(...mark(main, meta, options))
      return { main, meta, locks, found, follower, recovered, notices }
    } catch (error) {
      connection.close()
      marks?.close()
      throw error
    }
  })
}

/**
 * Opens a ledger to read it, also while a deploy changes it. Nothing is recovered and nothing is locked, except for a
 * moment to upgrade a ledger of an older version, or to take back what a crash left half written. The file is verified
 * unless somebody changes it: the engine reads a damaged table without a word, as far as it goes.
 *
 * @throws LedgerError for a ledger that cannot be used
 */
export async function openLedgerReader(options: LedgerOptions): Promise<LedgerReader> {
  const path = realPath(options.path, 'refuse')
  checkIsThere(path)
  makeReadableFirst(path, options)
  const connection = Connection.open(path, 'read')
  try {
    const meta = readMeta(connection, options)
    if (DeployLock.isHeld(path) === undefined) verifyAtRest(connection, meta)
    const ahead = aheadInLog(connection, meta)
    const results = new ReadResults(connection, resultsPath(path, meta.target))
    return {
      ...readerOf(connection, meta, { ahead, results, joins: 'results' }),
      close: async () => {
        results.close()
        connection.close()
      },
    }
  } catch (error) {
    connection.close()
    throw problemOf(error, path)
  }
}

/** Returns who is changing a ledger at the moment; undefined when nobody is. */
export function lockOf(path: string): { readonly holder?: LockHolder } | undefined {
  return DeployLock.isHeld(realPath(path, 'refuse'))
}

/** Brings the main file up to date with what the last run left. Returns how many sends have no outcome. */
function takeOver(main: MainFile, { entries, next }: Extract<Standing, { type: 'sound' }>, now: number): number {
  const { connection, state } = main
  const isLeft = unfinishedPreparations(connection).length > 0
  // A backup stays one until something is changed in it.
  if (isAtRest(state) && !isLeft) return 0
  const recovered = main.change(() => {
    takeBackUnfinished(connection)
    return replay(connection, progressIn(entries), now)
  })
  main.follow({ run: null, next, replayFrom: next, replayOffset: 0 })
  return recovered
}

/**
 * Checks that a ledger may be made: an empty one sends everything again.
 *
 * @throws LedgerError when none is to be made, there was one, or this machine knows one
 */
function checkMayCreate(path: string, options: LedgerOptions & { readonly ifMissing: IfMissing }): void {
  const { ifMissing, marks, account, target } = options
  const problem = lostOrMissing(path)
  if (ifMissing === 'refuse') throw new LedgerError(problem)
  if (typeof ifMissing === 'object') return
  if (problem.type === 'main-lost') throw new LedgerError(problem)
  if (account === undefined) return
  const known = marks?.all().find((each) => each.account === account && each.target === target)
  if (known) throw new LedgerError({ type: 'known', path, target, known: known.path })
}

/** Makes a ledger beside its path and moves it there: a crash leaves no file behind that is none. */
function createLedger(path: string, options: LedgerOptions & { readonly ifMissing: IfMissing }): void {
  const { target, ifMissing, marks } = options
  const draft = `${path}-new`
  for (const left of [draft, ...companions(draft), ...companions(path), ...logFiles(path)])
    rmSync(left, { force: true })
  createPrivateFile(draft)
  Connection.using(draft, 'write', (connection) => {
    writeMeta(connection, { target, reason: typeof ifMissing === 'object' ? ifMissing.reason : undefined })
  })
  // Whatever was at the path is no more.
  marks?.forgetAt(path)
  moveDurably(draft, path)
}

/** Verifies a file that nobody changes, whatever else is to be said about it. */
function verifyAtRest(connection: Connection, meta: LedgerIdentity): void {
  const state = readState(connection)
  const standing = standingOf({ path: connection.path, meta, state })
  verifyAs(connection, state, standing.type === 'sound' ? standing : {})
}

/** Returns what only the claim log of a run knows, read from its files. */
function aheadInLog(connection: Connection, meta: LedgerIdentity): Ahead {
  return () => {
    const state = readState(connection)
    if (isAtRest(state)) return { version: 'closed', read: () => new Map() }
    const standing = standingOf({ path: connection.path, meta, state })
    if (standing.type === 'refused') throw new LedgerError(standing.problem)
    const { run, replayFrom } = state
    return { version: `${run} ${replayFrom} ${standing.next}`, read: () => progressIn(standing.entries) }
  }
}

interface Opened extends Pick<OpenedMain, 'meta' | 'locks' | 'found' | 'follower'> {
  readonly options: LedgerOptions
}

function ledgerOf(
  main: MainFile,
  { meta, locks, options, found, follower }: Opened,
): Omit<Ledger, 'recovered' | 'notices'> {
  const { now = Date.now, marks, eraseAfter = eraseAfterSends } = options
  const { connection } = main
  const claims = new Claims(main)
  const nextEntry = (): number => group.log?.next ?? main.state.next
  const raise = (): void => marks?.raise(sequenceOf(main.state.changes, nextEntry()))
  const results = new ReadResults(connection, resultsPath(connection.path, meta.target))
  const follow = (): void => {
    follower.follow(now(), { claims, log: group.place })
  }
  const group = new GroupCommit({
    beforeClaims: follow,
    maxLogBytes: options.maxLogBytes,
    main,
    claims,
    lineage: meta.lineage,
    checkLock: () => {
      try {
        for (const lock of locks) lock.check(connection.path)
      } catch (error) {
        connection.giveUp(error)
        throw error
      }
    },
    // The mark that is raised with each claim does not outlive the power: after that a copy of before the run is older too.
    onBegin: () => void mark(main, meta, options),
    onFlush: raise,
  })
  main.onChange = raise
  /** The table `send` is read and changed by more than claims, so it must not be behind them. */
  const bringUpToDate = (): void => claims.bringUpToDate(group.place)
  const erasure = new Erasure(main, claims, bringUpToDate)
  return {
    ...readerOf(connection, meta, { ahead: () => claims.ahead, results, joins: 'nothing' }),
    prepare: async (preparation) => {
      bringUpToDate()
      follow()
      // While recipients are copied in nothing of their release may be claimed.
      claims.forget()
      const prepared = await prepare(main, preparation, now())
      claims.forget()
      // This machine is to know the release before anything of it is sent.
      mark(main, meta, options)
      return prepared
    },
    resume: async (release) => {
      bringUpToDate()
      follow()
      claims.forget()
      return main.change(() => resume(connection, releaseNumber(connection, release)))
    },
    waiting: (release) => waitingIn(connection, release, bringUpToDate),
    hold: async (_release, held) => {
      bringUpToDate()
      claims.forget()
      // What is under way stands as pending in the table.
      const underWay = claims.ahead.read()
      const waiting = held.filter(({ row }) => !underWay.has(row))
      return main.change(() => hold(connection, waiting))
    },
    beginSending: async (release) => {
      bringUpToDate()
      const sql = `${keyTakenSql('FALSE')} AND message.release = ? LIMIT 1`
      refuseTakenKey(release, connection.get(sql, releaseNumber(connection, release)))
    },
    claim: ({ release, maxSends, only }) => group.claim({ release, maxSends, now: now(), ...(only && { only }) }),
    settle: async (settlements) => {
      await group.settle(settlements, now())
      erasure.settled(eraseAfter)
    },
    reconcile: async (decision) => {
      bringUpToDate()
      follow()
      return main.change(() => reconcile(connection, decision, now()))
    },
    rememberImage: async ({ sha256, operation, account }, { url, uploadedAt }) => {
      const changes = { url, uploaded_at: uploadedAt }
      const where = 'WHERE sha256 = ? AND operation = ? AND account = ?'
      main.change(() => {
        const [row] = sealedRows(connection, 'image', where, sha256, operation, account)
        if (row) updateSealed(connection, 'image', { row, changes })
        else insertSealed(connection, 'image', { sha256, operation, account, ...changes })
      })
    },
    usePlan: async ({ digest, text }, release) => {
      const [used] = sealedRows(connection, 'plan', 'WHERE digest = ?', digest)
      if (used) return { release: String(used['release']), usedAt: Number(used['used_at']) }
      main.change(() => insertSealed(connection, 'plan', { digest, release, used_at: now(), text }))
      return undefined
    },
    amendPlan: async (digest, amend) =>
      main.change(() => {
        const [row] = sealedRows(connection, 'plan', 'WHERE digest = ?', digest)
        if (row) updateSealed(connection, 'plan', { row, changes: { text: amend(String(row['text'])) } })
      }),
    close: async () => {
      erasure.stop()
      try {
        group.log?.close()
        if (connection.broken) {
          // The claim log has what became of them, but whoever they went to is not erased.
          if (claims.behind > 0) throw new LedgerError(connection.broken)
          return
        }
        bringUpToDate()
        // What is in flight was not waited for: the next start makes it unknown.
        if (claims.inflight > 0) return
        follow()
        const isChanged = group.log !== undefined || main.state.changes !== found
        if (!isChanged && follower.unmarked < markAfterResults) return
        follower.mark()
        closeInOrder(main, meta, nextEntry())
      } finally {
        follower.close()
        results.close()
        connection.close()
        marks?.close()
        giveBack(locks)
      }
    },
  }
}

async function* waitingIn(
  connection: Connection,
  release: string,
  bringUpToDate: () => void,
): AsyncGenerator<readonly WaitingSend[]> {
  bringUpToDate()
  for (const { message, id } of messagesOf(connection, releaseNumber(connection, release))) {
    for (const rows of waitingRows(connection, message)) yield rows.map(([row, number]) => ({ row, id, number }))
  }
}
