import {
  mkdirSync,
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Run } from './driver.ts'
import { inboxOver } from './inbox.ts'
import { busy, corrupt, exists, LedgerError, missing, notALedger, older } from './ledger-error.ts'
import type { LedgerStore } from './ledger.ts'
import { type FileLock, lockHeld, takeLock } from './lock.ts'
import { markOf } from './marks.ts'
import { errorName, guarded, openSqlite, type SqliteDriver } from './sqlite.ts'
import { type Seat, sql } from './statements.ts'
import {
  changeBeside,
  type EnterOptions,
  type Entering,
  type Fill,
  identified,
  type Opened,
  once,
  type Session,
  storeOver,
  type StoreOwner,
} from './store-over.ts'
import { giveUpIn, isAsFarAs, readMeta, refuseMoved, setMeta } from './tables.ts'

/** A ledger in a file: one process at a time sends from it. */
export interface FileLocation {
  /** Absolute path of its file. */
  readonly path: string
}

export interface FileOptions extends StoreOwner, FileLocation {
  readonly now?: () => number
}

const lockFile = (path: string): string => `${path}-lock`
const markFile = (path: string): string => `${path}-mark`

/** Types of file systems that ignore locks of other machines: NFS, SMB (two), CIFS, 9P, Ceph, AFS. */
const networkFileSystems: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x01021997, 0x00c36400, 0x5346414f,
])

/** Returns a ledger in a SQLite file, from which one process at a time sends. */
export function fileStore(options: FileOptions): LedgerStore {
  const { path, now = Date.now } = options
  const enter = (how: Entering, entering: EnterOptions = {}): Promise<FileSession> => enterFile(options, how, entering)
  const holder: LedgerStore['holder'] = async () => lockHeld(lockFile(path), path)
  const isHeld = (): boolean => lockHeld(lockFile(path), path) !== undefined
  return storeOver({
    owner: options,
    path,
    place: path,
    state: async () => stateAt(path),
    enter,
    workers: async () => (isHeld() ? 1 : 0),
    holder,
    results: () =>
      inboxOver({
        change: (work) =>
          // No guard is needed: a result is true for an older copy too.
          once(enter('beside'), async (session) => {
            const value = await changeBeside(session, await identified(session), work)
            // Erases from the log the numbers of those who are proven to have it; a deploy that has the ledger does so itself.
            if (!isHeld()) await leftToNext(async () => isCheckpointed(session.driver))
            return value
          }),
        isShared: isHeld,
        now,
        close: async () => {},
      }),
  })
}

function stateAt(path: string): 'none' | 'left' | 'made' {
  const size = guarded(path, () => (existsSync(path) ? statSync(path).size : 0))
  if (size > 0) return 'made'
  return existsSync(path) || hasLog(path) ? 'left' : 'none'
}

/** Returns whether there is a write-ahead log with content. */
function hasLog(path: string): boolean {
  return existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0
}

/**
 * Returns the one path of a ledger, whatever links lead to it.
 *
 * @throws LedgerError for a network file system, for a path that is no file, and `missing` unless it may be created
 */
function realPath(path: string, ifMissing: 'refuse' | 'create'): string {
  return guarded(path, () => {
    if (ifMissing === 'create') mkdirSync(dirname(resolve(path)), { recursive: true, mode: 0o700 })
    if (!existsSync(dirname(path))) throw missing(path)
    const isThere = existsSync(path)
    // SQLite would wait for a pipe for ever.
    if (isThere && !statSync(path).isFile()) throw notALedger(path)
    const real = isThere ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path))
    const type = statfsSync(dirname(real)).type >>> 0
    if (networkFileSystems.has(type)) {
      throw new LedgerError('network-file-system', {
        en: [
          `${path}: is on a network file system (0x${type.toString(16)}), where two deploys could run at once.`,
          'Give a path on a disk of this machine as "ledger" in the configuration.',
        ],
        ko: [
          `${path}: 네트워크 파일 시스템(0x${type.toString(16)})에 있어 배포가 동시에 두 번 실행될 수 있습니다.`,
          '설정의 "ledger"에 이 컴퓨터의 디스크에 있는 경로를 적으세요.',
        ],
      })
    }
    if (ifMissing === 'refuse') checkIsThere(real)
    return real
  })
}

/** @throws LedgerError `missing`, or `main-lost` if only the write-ahead log is there: a new ledger would take it up */
function checkIsThere(path: string): void {
  if (existsSync(path) && statSync(path).size > 0) return
  if (!hasLog(path)) throw missing(path)
  throw new LedgerError('main-lost', {
    en: [
      `${path}: there is no ledger, but what was written to it last is there (${path}-wal).`,
      'Put the ledger back, from a backup if need be: without it everything would be sent again.',
    ],
    ko: [
      `${path}: 발송 기록은 없고 마지막에 쓴 내용만 있습니다(${path}-wal).`,
      '발송 기록을 되돌려 놓거나 백업에서 복원하세요. 없이 배포하면 이미 보낸 메시지가 다시 발송됩니다.',
    ],
  })
}

interface FileSession extends Session {
  readonly driver: SqliteDriver
}

async function enterFile(options: FileOptions, how: Entering, { ifMissing }: EnterOptions): Promise<FileSession> {
  const path = realPath(options.path, ifMissing ? 'create' : 'refuse')
  const locks = how === 'send' || how === 'alone' ? [takeLock(lockFile(path), path)] : []
  try {
    if (ifMissing && stateAt(path) !== 'made') {
      if (hasLog(path)) checkIsThere(path)
      await makeFile(path, ifMissing())
    }
    return sessionOver(openSqlite(path, how === 'read' ? 'read' : 'write'), options, locks)
  } catch (error) {
    for (const lock of locks) lock.release()
    throw error
  }
}

function sessionOver(driver: SqliteDriver, options: FileOptions, locks: FileLock[]): FileSession {
  const { now = Date.now } = options
  const { path, run } = driver
  const notePlace = (within: Run): Promise<void> => setMeta(within, 'place', inodeOf(path))
  const close = async (): Promise<void> => {
    await driver.close()
    for (const lock of locks.splice(0)) lock.release()
  }
  // The mark is written before the ledger is open, so only a loss leaves an open ledger without it.
  const isComplete = async ({ meta, identity, marks }: Opened): Promise<boolean> => {
    const { progress = [] } = markOf(markFile(path), identity.lineage) ?? {}
    return (progress.length > 0 || !meta.has('open')) && isAsFarAs(run, marks.read())
  }
  return {
    owner: options,
    path,
    place: path,
    driver,
    now,
    readMeta: () =>
      readMeta(run).catch((error: unknown) => {
        const isOther =
          error instanceof LedgerError &&
          error.code === 'corrupt' &&
          /^SQLITE_ERROR|no such table/.test(errorName(error.cause))
        throw isOther ? notALedger(path) : error
      }),
    marksBeside: [markFile(path)],
    lockLineage: (file) => void locks.push(takeLock(file, path)),
    guard: async (opened) => {
      if (opened.meta.has('backup')) {
        throw new LedgerError('backup', {
          en: [
            `${path}: this is a backup, and it is not known whether messages were sent since it was taken.`,
            'Put the newest ledger there. If it is lost, friendtalk ledger recover --reason "…" makes everything unknown that may have been sent since.',
          ],
          ko: [
            `${path}: 발송 기록의 백업입니다. 백업한 뒤에 발송했는지 알 수 없습니다.`,
            '가장 최근 발송 기록을 그 자리에 두세요. 잃어버렸다면 friendtalk ledger recover --reason "…"을 실행하세요. 그 뒤에 발송했을 수 있는 메시지는 모두 확인 필요 상태가 됩니다.',
          ],
        })
      }
      if (!(await isComplete(opened))) throw older(path)
      const place = opened.meta.get('place')
      if (place !== undefined && place !== inodeOf(path)) {
        throw new LedgerError('copied', {
          en: [
            `${path}: this ledger is not where it was used last: it is a copy, or it was moved. What was sent from the other one since is not in it.`,
            'Use the other one. If it was moved here and is not used there any more, add --complete to friendtalk ledger recover --reason "…"; if the other one is lost, without --complete everything becomes unknown that may have been sent.',
          ],
          ko: [
            `${path}: 마지막으로 쓰던 위치가 아닙니다. 복사했거나 옮긴 발송 기록이라, 원래 위치에서 그 뒤에 발송한 내용이 빠져 있을 수 있습니다.`,
            '원래 위치의 발송 기록을 쓰세요. 여기로 옮겼고 원래 위치에서 더 쓰지 않는다면 friendtalk ledger recover --complete --reason "…"을 실행하세요. 원래 기록을 잃어버렸다면 --complete 없이 실행하세요. 발송했을 수 있는 메시지는 모두 확인 필요 상태가 됩니다.',
          ],
        })
      }
    },
    isComplete,
    verifyPages: (how) => {
      const [row] = driver.pragma(`PRAGMA ${how}(1)`)
      const detail = String(Object.values(row ?? {})[0])
      if (detail !== 'ok') throw corrupt(path, detail)
    },
    notePlace,
    renew: async (within, { marked, at, isComplete: isWhole }) => {
      // Further than every mark, so that this ledger is the newest from now on.
      const seat = await seatIn(within)
      const [own] = await within(sql.worker, seat.worker)
      const sequence = Math.max(own?.sequence ?? 0, ...marked.map((mark) => mark.sequence)) + 1
      const worker = Math.max(seat.worker, ...marked.map((mark) => mark.worker))
      for (let id = seat.worker; id < worker; id++) await within(sql.addWorker, '', 0, at)
      await within(sql.setSequence, worker, sequence)
      for (const name of ['open', 'backup']) await setMeta(within, name, undefined)
      await notePlace(within)
      if (isWhole) await giveUpIn(within, at)
      return { worker, sequence }
    },
    send: async ({ meta, marks }) => {
      driver.pragma('PRAGMA journal_mode = WAL')
      if (!meta.has('place')) await notePlace(run)
      const recovered = meta.has('open') ? await driver.transaction((within) => giveUpIn(within, now())) : 0
      const seat = await seatIn(run)
      let isBegun = false
      return {
        driver,
        now,
        recovered,
        underWay: new Map(),
        seat: () => seat,
        ready: async () => {
          if (isBegun) return
          for (const own of await run(sql.worker, seat.worker)) marks.raise(own)
          await setMeta(run, 'open', '1')
          await checkpoint(driver, 'needed')
          isBegun = true
        },
        cleanUp: () => isCheckpointed(driver),
        close: async (isSettled) => {
          try {
            await run(dropForgotten)
            if (isSettled && (isBegun || meta.has('open'))) await setMeta(run, 'open', undefined)
            await checkpoint(driver, 'if-possible')
          } finally {
            await close()
          }
        },
      }
    },
    copyTo: (to) => backUp(driver, to),
    cleanUp: () =>
      leftToNext(async () => {
        await run(dropForgotten)
        await checkpoint(driver, 'if-possible')
      }),
    scrub: () => checkpoint(driver, 'needed'),
    close,
  }
}

/** Cleans up after a change that is durable: where that fails, the next one who opens the ledger does it. */
async function leftToNext(cleanUp: () => Promise<unknown>): Promise<void> {
  try {
    await cleanUp()
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
  }
}

const dropForgotten = `DELETE FROM personal WHERE typeof(data) = 'blob'`

/** Returns device and inode of a file; a copy has others. */
function inodeOf(path: string): string {
  const { dev, ino } = statSync(path)
  return `${dev}:${ino}`
}

/** Makes a ledger beside its place, then puts it there: a crash leaves none, or a whole one. */
async function makeFile(path: string, fill: Fill): Promise<void> {
  const draft = `${path}-new`
  guarded(path, () => {
    for (const file of [draft, `${draft}-wal`, `${draft}-shm`]) rmSync(file, { force: true })
    closeSync(openSync(draft, 'wx', 0o600))
  })
  const driver = openSqlite(draft, 'write')
  try {
    await driver.transaction(fill)
  } finally {
    // Before it is renamed: its write-ahead log has the name of the draft.
    await driver.close()
  }
  guarded(path, () => {
    renameSync(draft, path)
    flushFolder(path)
  })
}

function flushFolder(path: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(dirname(path), 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Returns the one worker of a file. */
async function seatIn(run: Run): Promise<Seat> {
  const [newest] = await run(sql.newestWorker)
  // A worker that ended came with a ledger that was moved from a database.
  const seat = newest?.endedAt === null ? newest : (await run(sql.addWorker, '', 0, 0))[0]
  if (seat === undefined) throw new Error('The ledger gave no seat.')
  return seat
}

/** Brings the write-ahead log into the main file and empties it: what was forgotten is in neither then. */
async function checkpoint(driver: SqliteDriver, mode: 'needed' | 'if-possible'): Promise<void> {
  for (let tries = mode === 'needed' ? 500 : 20; !isCheckpointed(driver); tries--) {
    if (tries === 0 && mode === 'needed') throw busy(driver.path)
    if (tries === 0) return
    await new Promise((later) => setTimeout(later, 10))
  }
}

/** Returns false while it is read or written. */
function isCheckpointed(driver: SqliteDriver): boolean {
  try {
    return Number(driver.pragma('PRAGMA wal_checkpoint(TRUNCATE)')[0]?.['busy'] ?? 0) === 0
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'busy') return false
    throw error
  }
}

async function backUp(driver: SqliteDriver, to: string): Promise<void> {
  guarded(to, () => {
    if (existsSync(to)) throw exists(to)
    mkdirSync(dirname(to), { recursive: true })
    closeSync(openSync(to, 'wx', 0o600))
  })
  try {
    driver.pragma(`VACUUM INTO '${to.replaceAll("'", "''")}'`)
    chmodSync(to, 0o600)
    const copy = openSqlite(to, 'write')
    try {
      // The ledger may have moved since it was opened: its copy would say for ever that it is elsewhere.
      refuseMoved(await readMeta(copy.run), driver.path)
      await setMeta(copy.run, 'backup', '1')
      await setMeta(copy.run, 'open', undefined)
    } finally {
      await copy.close()
    }
  } catch (error) {
    rmSync(to, { force: true })
    throw error
  }
}
