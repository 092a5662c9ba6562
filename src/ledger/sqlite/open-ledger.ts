import { rmSync } from 'node:fs'
import { LedgerError, type LockHolder } from '../ledger-error.ts'
import type { Ledger, LedgerReader } from '../ledger.ts'
import { Claims } from './claims.ts'
import { Connection } from './connection.ts'
import { DeployLock } from './deploy-lock.ts'
import { checkSingleName, createFolder, createPrivateFile, ledgerPath, moveDurably, stateOf } from './file-system.ts'
import { Erasure } from './erasure.ts'
import { GroupCommit } from './group-commit.ts'
import { type ExpectedMeta, type Meta, readMeta, writeMeta } from './meta.ts'
import { prepare, takeBackUnfinished } from './prepare.ts'
import { problemOf } from './problem-of.ts'
import { readerOf } from './reader.ts'
import { reconcile } from './reconcile.ts'
import { releaseNumber } from './releases.ts'
import { recover, resume } from './send.ts'

export interface LedgerOptions extends ExpectedMeta {
  readonly path: string
  /** In milliseconds since 1970. */
  readonly now?: () => number
  /** Settled sends after which the people they went to are erased at once; a second later they are in any case. */
  readonly eraseAfter?: number
}

const eraseAfterSends = 5_000

/**
 * Opens a ledger for the one process that changes it: takes its lock, and makes what a crash left `inflight` unknown.
 *
 * @param options `ifMissing` says whether a file that is not there is made; it must never be made by accident, because
 *   an empty ledger sends everything again
 * @throws LedgerError for a ledger that cannot be used
 */
export function openLedger(options: LedgerOptions & { readonly ifMissing: 'refuse' | 'create' }): Ledger {
  const { now = Date.now } = options
  const path = realPath(options.path, options.ifMissing)
  const isMissing = stateOf(path) === undefined
  if (isMissing && options.ifMissing === 'refuse') throw new LedgerError({ type: 'missing', path: options.path })
  checkSingleName(path)
  const lock = DeployLock.acquire(path, now)
  let connection: Connection | undefined
  try {
    if (stateOf(path) === undefined) createLedger(path, options.target)
    connection = Connection.open(path, 'write')
    const opened = connection
    const meta = readMeta(opened, options)
    opened.makeDurable()
    const recovered = opened.transaction(() => {
      takeBackUnfinished(opened)
      return recover(opened, now())
    })
    opened.emptyLog()
    return ledgerOf(opened, { meta, lock, now, recovered, eraseAfter: options.eraseAfter ?? eraseAfterSends })
  } catch (error) {
    connection?.close()
    lock.release()
    throw problemOf(error, path)
  }
}

/**
 * Opens a ledger to read it, also while a deploy changes it. Nothing is recovered and nothing is locked.
 *
 * @throws LedgerError for a ledger that cannot be used
 */
export function openLedgerReader(options: LedgerOptions): LedgerReader {
  const path = realPath(options.path, 'refuse')
  if (stateOf(path) === undefined) throw new LedgerError({ type: 'missing', path: options.path })
  const connection = Connection.open(path, 'read')
  try {
    return { ...readerOf(connection, readMeta(connection, options)), close: () => connection.close() }
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Who is changing a ledger at the moment; undefined when nobody is. */
export function lockOf(path: string): { readonly holder?: LockHolder } | undefined {
  return DeployLock.isHeld(realPath(path, 'refuse'))
}

function realPath(path: string, ifMissing: 'refuse' | 'create'): string {
  try {
    if (ifMissing === 'create') createFolder(path)
    return ledgerPath(path)
  } catch (error) {
    throw problemOf(error, path)
  }
}

/** Makes a ledger beside its path and moves it there: a crash leaves no file behind that is none. */
function createLedger(path: string, target: string): void {
  const draft = `${path}-new`
  for (const left of [draft, `${draft}-journal`]) rmSync(left, { force: true })
  createPrivateFile(draft)
  const connection = Connection.open(draft, 'write')
  try {
    writeMeta(connection, target)
  } finally {
    connection.close()
  }
  moveDurably(draft, path)
}

interface Opened {
  readonly meta: Meta
  readonly lock: DeployLock
  readonly now: () => number
  readonly recovered: number
  readonly eraseAfter: number
}

function ledgerOf(connection: Connection, { meta, lock, now, recovered, eraseAfter }: Opened): Ledger {
  const claims = new Claims(connection)
  const group = new GroupCommit(connection, () => claims.write())
  const erasure = new Erasure(connection, claims, eraseAfter)
  /** The table `send` is read and changed by more than claims, so it must not be behind them. */
  const bringUpToDate = (): void => {
    group.flush()
    claims.bringUpToDate()
    erasure.emptyLog()
  }
  return {
    ...readerOf(connection, meta),
    recovered,
    prepare: async (preparation) => {
      bringUpToDate()
      // While recipients are copied in nothing of their release may be claimed.
      claims.forget()
      const prepared = await prepare(connection, { secret: meta.secret, now: now() }, preparation)
      claims.forget()
      erasure.emptyLog()
      return prepared
    },
    resume: (release) => {
      bringUpToDate()
      claims.forget()
      return connection.transaction(() => resume(connection, releaseNumber(connection, release)))
    },
    claim: ({ release, maxSends }) => group.add(() => claims.claim({ release, maxSends, now: now() })),
    settle: async (settlements) => {
      await group.add(() => claims.settle(settlements, now()))
      erasure.settled()
    },
    reconcile: (decision) => {
      bringUpToDate()
      const reconciled = connection.transaction(() => reconcile(connection, decision, now()))
      erasure.emptyLog()
      return reconciled
    },
    rememberImage: ({ sha256, operation, account }, { url, uploadedAt }) => {
      const sql = 'INSERT OR REPLACE INTO image VALUES (?, ?, ?, ?, ?)'
      connection.transaction(() => connection.run(sql, sha256, operation, account, url, uploadedAt))
    },
    usePlan: ({ digest, text }, release) =>
      connection.transaction(() => {
        const sql = 'INSERT INTO plan (digest, release, used_at, text) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING'
        if (connection.run(sql, digest, release, now(), text).changes > 0) return undefined
        const row = connection.get('SELECT release, used_at FROM plan WHERE digest = ?', digest)
        return row && { release: String(row['release']), usedAt: Number(row['used_at']) }
      }),
    close: () => {
      erasure.stop()
      group.flush()
      try {
        if (!connection.isBroken) {
          claims.bringUpToDate()
          // Somebody who reads is waited for: nobody comes back to do it.
          connection.emptyLog()
        }
      } finally {
        connection.close()
        lock.release()
      }
    },
  }
}
