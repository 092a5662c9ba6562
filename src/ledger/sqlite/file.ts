import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { readFileSync, realpathSync, truncateSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { makeFolder } from '../../make-folder.ts'
import { createPrivateFile, stateOf } from '../durable-file.ts'
import { LedgerError, type LockHolder } from '../ledger-error.ts'
import { guarded, problemOf } from './connection.ts'

/** File systems that other machines write to. Locks on them hold on one machine at best, and then two deploys run. */
const shared = /^(?:nfs\d?|cifs|smb\d?|smbfs|afs|ceph|lustre|gpfs|9p|glusterfs|ocfs2|gfs2|davfs|vboxsf|fuse\..+)$/
/** These are disks or the host's own disk, in spite of how they are reached. */
const local = /^fuse\.(?:grpcfuse|osxfs|fuse-overlayfs|ecryptfs|encfs|gocryptfs|cryfs)$/

/**
 * Returns the one path of a ledger, whatever links lead to it.
 *
 * @throws LedgerError for a file system that other machines write to, and `missing` for a folder that is not there
 */
export function ledgerPath(path: string): string {
  const absolute = resolve(path)
  if (stateOf(dirname(absolute)) === undefined) throw new LedgerError({ type: 'missing', path })
  const isThere = stateOf(absolute) !== undefined
  // The engine would wait for a pipe for ever.
  if (isThere && !stateOf(absolute)?.isFile()) throw new LedgerError({ type: 'not-a-ledger', path })
  const real = isThere ? realpathSync(absolute) : join(realpathSync(dirname(absolute)), basename(absolute))
  const fileSystem = networkFileSystem(real)
  if (fileSystem !== undefined) throw new LedgerError({ type: 'network-file-system', path, fileSystem })
  return real
}

/** Makes the folder of a ledger. @throws LedgerError where the system refuses */
export function createFolder(path: string): void {
  // It holds the numbers of those who wait for their messages.
  guarded(path, () => makeFolder(dirname(resolve(path)), 0o700))
}

/** @throws LedgerError for a file that a lock would not protect */
export function checkSingleName(path: string): void {
  if ((stateOf(path)?.nlink ?? 1) > 1) throw new LedgerError({ type: 'several-names', path })
}

function networkFileSystem(path: string): string | undefined {
  if (process.platform === 'win32') return path.startsWith('\\\\') ? 'UNC' : undefined
  if (process.platform !== 'linux') return undefined
  return networkTypeOf(path, readFileSync('/proc/self/mountinfo', 'utf8'))
}

/**
 * Returns the type of the network file system that a path is on, by Linux's table of mounts.
 *
 * @returns undefined for a local one
 */
export function networkTypeOf(path: string, mountInfo: string): string | undefined {
  let best: { readonly point: string; readonly type: string } | undefined
  for (const line of mountInfo.split('\n')) {
    const [before = '', after = ''] = line.split(' - ')
    const point = before
      .split(' ')[4]
      ?.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8)))
    const [type] = after.split(' ')
    if (point === undefined || type === undefined) continue
    const holds = path === point || path.startsWith(point.endsWith('/') ? point : `${point}/`)
    // Of two mounts on one point the later one is seen.
    if (holds && point.length >= (best?.point.length ?? 0)) best = { point, type }
  }
  return best && shared.test(best.type) && !local.test(best.type) ? best.type : undefined
}

/** Somebody is writing the name of the holder; it takes a moment. */
const waitMs = 1_000
const maxRounds = 20

/**
 * A lock: a second, tiny database in which a write transaction is kept open. The operating system gives
 * it back when the process ends, however it ends. Readers see the holder's name all the time.
 *
 * The file stays; deleting it would let two processes lock two files of one name. Nothing else in this process may open
 * it: on POSIX systems closing any descriptor of a file gives up the process's locks on it.
 */
export class DeployLock {
  readonly #database: DatabaseSyncInstance
  readonly #file: string
  readonly #inode: number | undefined

  constructor(database: DatabaseSyncInstance, file: string) {
    this.#database = database
    this.#file = file
    this.#inode = stateOf(file)?.ino
  }

  /**
   * @param file of the lock; it is made when it is missing
   * @param options `path` is the ledger's, for what is told
   * @throws LedgerError `locked`, with the holder's name, when another process has it
   */
  static acquire(file: string, { path, now }: { readonly path: string; readonly now: () => number }): DeployLock {
    const me = { pid: process.pid, host: hostname(), since: now() }
    try {
      return lock(file, path, me)
    } catch (error) {
      if (!isDamage(error) && !isOfNewerEngine(error, file)) throw problemOf(error, path)
    }
    return guarded(path, () => {
      // In its place: others may have opened it, and a lock is of the file, whatever is in it.
      truncateSync(file)
      return lock(file, path, me)
    })
  }

  /** Who holds the lock of a ledger; undefined when nobody does. */
  static isHeld(path: string): { readonly holder?: LockHolder } | undefined {
    if (stateOf(lockFile(path)) === undefined) return undefined
    let database: DatabaseSyncInstance | undefined
    try {
      database = new DatabaseSync(lockFile(path), { timeout: 0 })
      if (begin(database)) {
        database.exec('ROLLBACK')
        return undefined
      }
      const holder = holderIn(database)
      return holder ? { holder } : {}
    } catch (error) {
      if (isDamage(error)) return undefined
      throw problemOf(error, path)
    } finally {
      database?.close()
    }
  }

  /**
   * @throws LedgerError `gone` when the file was removed, `changed` when it is not the locked one any more: another process
   *   may have a new one
   */
  check(path: string): void {
    const state = stateOf(this.#file)
    if (state?.ino === this.#inode) return
    if (state) throw new LedgerError({ type: 'changed', path })
    let gone = this.#file
    while (stateOf(dirname(gone)) === undefined) gone = dirname(gone)
    throw new LedgerError({ type: 'gone', path: gone })
  }

  release(): void {
    this.#database.exec('ROLLBACK')
    this.#database.close()
  }
}

function lock(file: string, path: string, me: LockHolder): DeployLock {
  // The engine would let others read it.
  const state = stateOf(file)
  if (state === undefined) createPrivateFile(file)
  else if (!state.isFile()) throw new LedgerError({ type: 'failed', path: file, code: 'EFTYPE' })
  const database = new DatabaseSync(file, { timeout: waitMs })
  try {
    for (let round = 0; round < maxRounds; round++) {
      if (!begin(database)) throw lockedBy(database, path, me)
      database.exec('CREATE TABLE IF NOT EXISTS holder (pid INTEGER, host TEXT, since INTEGER)')
      database.exec('DELETE FROM holder')
      database.prepare('INSERT INTO holder VALUES (?, ?, ?)').run(me.pid, me.host, me.since)
      database.exec('COMMIT')
      // Only what is committed can be read by others; the lock itself is taken anew, and may be lost to another.
      if (!begin(database)) throw lockedBy(database, path, me)
      const holder = holderIn(database)
      if (isSame(holder, me)) return new DeployLock(database, file)
      database.exec('ROLLBACK')
      // Nobody else was writing, and yet what is committed cannot be read.
      if (holder === undefined) throw new LedgerError({ type: 'corrupt', path: file, detail: 'holder' })
    }
    throw lockedBy(database, path, me)
  } catch (error) {
    database.close()
    throw error
  }
}

/** Returns whether the file is no database any more. It holds nothing but the holder's name. */
function isDamage(error: unknown): boolean {
  const problem = problemOf(error, '')
  return (
    problem instanceof LedgerError && (problem.problem.type === 'not-a-ledger' || problem.problem.type === 'corrupt')
  )
}

/** Where a file says with which version of its format the engine has to write to it, and the highest that there is. */
const writeVersion = { at: 18, highest: 2 }

/** Returns whether the engine only reads a file because it seems to be of a newer one. */
function isOfNewerEngine(error: unknown, file: string): boolean {
  const problem = problemOf(error, '')
  const isReadOnly = problem instanceof LedgerError && problem.problem.type === 'read-only'
  return isReadOnly && (readFileSync(file)[writeVersion.at] ?? 0) > writeVersion.highest
}

/** Returns where the lock of the ledger at a real path is. */
export function lockFile(path: string): string {
  return `${path}-lock`
}

/** Takes the write lock. */
function begin(database: DatabaseSyncInstance): boolean {
  try {
    database.exec('BEGIN IMMEDIATE')
    return true
  } catch (error) {
    const problem = problemOf(error, '')
    if (problem instanceof LedgerError && problem.problem.type === 'busy') return false
    throw error
  }
}

function lockedBy(database: DatabaseSyncInstance, path: string, me: LockHolder): LedgerError {
  const holder = holderIn(database)
  // The other one has not written its name yet.
  const isKnown = holder !== undefined && !isSame(holder, me)
  return new LedgerError({ type: 'locked', path, ...(isKnown && { holder }) })
}

function holderIn(database: DatabaseSyncInstance): LockHolder | undefined {
  try {
    // The engine gives a column the name that the file has for it, in whatever letters.
    const sql = 'SELECT pid AS pid, host AS host, since AS since FROM holder'
    const row = database.prepare(sql).get() as LockHolder | undefined
    return row && { pid: row.pid, host: row.host, since: row.since }
  } catch {
    // No table yet, or a name that is being written: then the holder stays without a name.
    return undefined
  }
}

function isSame(a: LockHolder | undefined, b: LockHolder): boolean {
  return a?.pid === b.pid && a.host === b.host && a.since === b.since
}
