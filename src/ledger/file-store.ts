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
import { checkIdentity, type LedgerIdentity } from './identity.ts'
import { Inbox } from './inbox.ts'
import {
  busy,
  corrupt,
  exists,
  knownElsewhere,
  LedgerError,
  type LedgerNotice,
  missing,
  notALedger,
  notComplete,
  older,
} from './ledger-error.ts'
import type {
  Acceptance,
  Accepted,
  Cancellation,
  IfMissing,
  Ledger,
  LedgerReader,
  LedgerStore,
  OpenOptions,
} from './ledger.ts'
import { type FileLock, lockHeld, takeLock } from './lock.ts'
import { type KnownLedgers, Mark, Marks, type Progress, unmarked } from './marks.ts'
import type { ArrivingLedger, LeavingLedger, Run } from './driver.ts'
import { readerOver, templateIn } from './reader.ts'
import { errorName, guarded, openSqlite, type SqliteDriver } from './sqlite.ts'
import { sql } from './statements.ts'
import { cancelIn, ledgerOver } from './store.ts'
import {
  type Change,
  changeIn,
  createLedger,
  createTables,
  giveUpIn,
  identityIn,
  isAsFarAs,
  type Meta,
  readMeta,
  recoverIn,
  refuseMoved,
  setMeta,
} from './tables.ts'

export interface FileOptions {
  /** Absolute path. */
  readonly path: string
  readonly target: string
  readonly account?: string | undefined
  /** What this machine knows of ledgers; without it older copies are noticed only by what lies beside them. */
  readonly known?: KnownLedgers
  readonly now?: () => number
}

const lockFile = (path: string): string => `${path}-lock`
const markFile = (path: string): string => `${path}-mark`

/** Numbers of file systems on which locks of other machines do not hold: NFS, SMB (two), CIFS, 9P, Ceph, AFS. */
const networkFileSystems: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x01021997, 0x00c36400, 0x5346414f,
])

/** Returns a ledger in a SQLite file, from which one process at a time sends. */
export function fileStore(options: FileOptions): LedgerStore {
  const { path, target } = options
  return {
    path,
    place: path,
    target,
    state: async () => stateAt(path),
    open: (opening) => openLedger(options, opening),
    read: () => openReader(options),
    workers: async () => (lockHeld(lockFile(path), path) === undefined ? 0 : 1),
    holder: async () => lockHeld(lockFile(path), path),
    check: (reads = 'all') => check(options, reads),
    accept: (acceptance) => accept(options, acceptance),
    cancel: (cancellation) => cancel(options, cancellation),
    leave: () => leave(options),
    receive: () => receive(options),
    results: () =>
      new Inbox({
        change: (work) =>
          changeBeside(options, work, {
            // A result is true of an older copy too.
            mayBeBehind: true,
            // Whom they prove to have it is in the log no more; a deploy that has the ledger sees to that itself.
            cleanUp: async (driver) => void (lockHeld(lockFile(path), path) === undefined && isCheckpointed(driver)),
          }),
        isShared: () => lockHeld(lockFile(path), path) !== undefined,
        now: options.now ?? Date.now,
        close: async () => {},
      }),
  }
}

function stateAt(path: string): 'none' | 'left' | 'made' {
  const size = guarded(path, () => (existsSync(path) ? statSync(path).size : 0))
  if (size > 0) return 'made'
  return existsSync(path) || hasLog(path) ? 'left' : 'none'
}

/** Whether a write-ahead log is there in which something is. */
function hasLog(path: string): boolean {
  return existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0
}

/**
 * Returns the one path of a ledger, whatever links lead to it.
 *
 * @throws LedgerError for a file system that other machines write to, for what is no file, and `missing` where it has to be
 */
function realPath(path: string, ifMissing: 'refuse' | 'create'): string {
  return guarded(path, () => {
    if (ifMissing === 'create') mkdirSync(dirname(resolve(path)), { recursive: true, mode: 0o700 })
    if (!existsSync(dirname(path))) throw missing(path)
    const isThere = existsSync(path)
    // The engine would wait for a pipe for ever.
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

/** @throws LedgerError `missing`, and `main-lost` where only the write-ahead log is there: a new ledger would take it up */
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

interface Opened {
  readonly driver: SqliteDriver
  readonly meta: Meta
  readonly identity: LedgerIdentity
}

/** Opens a ledger that is there. @throws LedgerError for one that was moved away, is being moved, or is another one */
async function openFile(
  { path, target }: FileOptions,
  mode: 'read' | 'write',
  { lineage, allows }: { readonly lineage?: string | undefined; readonly allows?: 'moved' } = {},
): Promise<Opened> {
  const driver = openSqlite(path, mode)
  try {
    const meta = await readMeta(driver.run).catch((error: unknown) => {
      const isOther =
        error instanceof LedgerError &&
        error.code === 'corrupt' &&
        /^SQLITE_ERROR|no such table/.test(errorName(error.cause))
      throw isOther ? notALedger(path) : error
    })
    if (allows !== 'moved') refuseMoved(meta, path)
    const identity = identityIn(meta, path)
    checkIdentity(identity, { target, lineage }, path)
    return { driver, meta, identity }
  } catch (error) {
    await driver.close()
    throw error
  }
}

/** How far the ledger is said to be by what lies beside it and by this machine. */
function marksOf({ path, target, account, known }: FileOptions, lineage: string): Marks {
  const marks = [new Mark(markFile(path), lineage), ...(known ? [known.of(lineage)] : [])]
  return new Marks(marks, { lineage, target, account, place: path })
}

/** Where the file is: a copy has another number. */
function inodeOf(path: string): string {
  const { dev, ino } = statSync(path)
  return `${dev}:${ino}`
}

/** @throws LedgerError where what was sent may be missing: a copy, a backup, or a write-ahead log that was lost or damaged */
async function guard(opened: Opened, path: string, marked: readonly Progress[]): Promise<void> {
  await refuseBehind(opened, path, marked)
  if (opened.meta.has('open')) verifyPages(opened.driver, 'quick_check')
}

/** The same without reading all of it. */
async function refuseBehind(opened: Opened, path: string, marked: readonly Progress[]): Promise<void> {
  const { meta } = opened
  if (meta.has('backup')) throw isBackup(path)
  if (!(await isComplete(opened, path, marked))) throw older(path)
  const place = meta.get('place')
  if (place !== undefined && place !== inodeOf(path)) throw copied(path)
}

const isBackup = (path: string): LedgerError =>
  new LedgerError('backup', {
    en: [
      `${path}: this is a backup, and it is not known whether messages were sent since it was taken.`,
      'Put the newest ledger there. If it is lost, friendtalk ledger recover --reason "…" makes everything unknown that may have been sent since.',
    ],
    ko: [
      `${path}: 발송 기록의 백업입니다. 백업한 뒤에 발송했는지 알 수 없습니다.`,
      '가장 최근 발송 기록을 그 자리에 두세요. 잃어버렸다면 friendtalk ledger recover --reason "…"을 실행하세요. 그 뒤에 발송했을 수 있는 메시지는 모두 확인 필요 상태가 됩니다.',
    ],
  })

const copied = (path: string): LedgerError =>
  new LedgerError('copied', {
    en: [
      `${path}: this ledger is not where it was used last: it is a copy, or it was moved. What was sent from the other one since is not in it.`,
      'Use the other one. If it was moved here and is not used there any more, add --complete to friendtalk ledger recover --reason "…"; if the other one is lost, without --complete everything becomes unknown that may have been sent.',
    ],
    ko: [
      `${path}: 마지막으로 쓰던 위치가 아닙니다. 복사했거나 옮긴 발송 기록이라, 원래 위치에서 그 뒤에 발송한 내용이 빠져 있을 수 있습니다.`,
      '원래 위치의 발송 기록을 쓰세요. 여기로 옮겼고 원래 위치에서 더 쓰지 않는다면 friendtalk ledger recover --complete --reason "…"을 실행하세요. 원래 기록을 잃어버렸다면 --complete 없이 실행하세요. 발송했을 수 있는 메시지는 모두 확인 필요 상태가 됩니다.',
    ],
  })

/** Whether all is there that marks know. The one beside it is written before it is open, so only a loss leaves it alone. */
async function isComplete(
  { driver, meta, identity }: Opened,
  path: string,
  marked: readonly Progress[],
): Promise<boolean> {
  const isMarked = new Mark(markFile(path), identity.lineage).read().length > 0
  return (isMarked || !meta.has('open')) && isAsFarAs(driver.run, marked)
}

function verifyPages(driver: SqliteDriver, how: 'quick_check' | 'integrity_check'): void {
  const [row] = driver.pragma(`PRAGMA ${how}(1)`)
  const detail = String(Object.values(row ?? {})[0])
  if (detail !== 'ok') throw corrupt(driver.path, detail)
}

async function verify(driver: SqliteDriver): Promise<void> {
  verifyPages(driver, 'integrity_check')
  for (const { id } of await driver.run(sql.releases)) {
    for (const row of await driver.run(sql.templates, Number(id))) templateIn(row, driver.path)
  }
}

async function openLedger(options: FileOptions, { ifMissing, lineage }: OpenOptions): Promise<Ledger> {
  const path = realPath(options.path, ifMissing === 'refuse' ? 'refuse' : 'create')
  return withLock(path, async (locks) => {
    if (!existsSync(path) || statSync(path).size === 0) await create(options, path, ifMissing)
    return openLocked({ ...options, path }, { lineage, locks })
  })
}

/** Does work under the lock of a ledger; what is left open gives it back when it is closed. */
async function withLock<T>(path: string, work: (locks: FileLock[]) => Promise<T>): Promise<T> {
  const locks = [takeLock(lockFile(path), path)]
  try {
    return await work(locks)
  } catch (error) {
    for (const lock of locks.splice(0)) lock.release()
    throw error
  }
}

/** Makes a new ledger beside its place, then puts it there: a crash leaves none, or a whole one. */
async function create({ target, account, known }: FileOptions, path: string, ifMissing: IfMissing): Promise<void> {
  if (ifMissing === 'refuse' || hasLog(path)) checkIsThere(path)
  const there = account === undefined || ifMissing !== 'create' ? undefined : known?.placeOf(target, account)
  if (there !== undefined) throw knownElsewhere(path, target, there)
  await makeFile(path, (driver) =>
    driver.transaction((run) =>
      createLedger(run, driver, { target, reason: typeof ifMissing === 'object' ? ifMissing.reason : undefined }),
    ),
  )
}

async function makeFile(path: string, fill: (driver: SqliteDriver) => Promise<void>): Promise<void> {
  const draft = `${path}-new`
  guarded(path, () => {
    for (const file of [draft, `${draft}-wal`, `${draft}-shm`]) rmSync(file, { force: true })
    closeSync(openSync(draft, 'wx', 0o600))
  })
  const driver = openSqlite(draft, 'write')
  try {
    // Its write-ahead log would have the name of the draft.
    await fill(driver)
  } finally {
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

interface Locked {
  readonly lineage?: string | undefined
  readonly locks: FileLock[]
}

async function openLocked(options: FileOptions, { lineage, locks }: Locked): Promise<Ledger> {
  const { path, now = Date.now } = options
  const opened = await openFile(options, 'write', { lineage })
  const { driver, meta, identity } = opened
  try {
    const notices = lockLineage(identity.lineage, options, locks)
    const marks = marksOf(options, identity.lineage)
    await guard(opened, path, marks.read())
    driver.pragma('PRAGMA journal_mode = WAL')
    if (!meta.has('place')) await setMeta(driver.run, 'place', inodeOf(path))
    const recovered = meta.has('open') ? await driver.transaction((run) => giveUpIn(run, now())) : 0
    const seat = await seatIn(driver)
    let isBegun = false
    const begin = async (): Promise<void> => {
      if (isBegun) return
      const [own] = await driver.run(sql.worker, seat.worker)
      marks.raise({ worker: seat.worker, sequence: Number(own?.['sequence']) })
      await setMeta(driver.run, 'open', '1')
      await checkpoint(driver, 'needed')
      isBegun = true
    }
    return ledgerOver({
      driver,
      identity,
      now,
      recovered,
      notices,
      seat: () => seat,
      ready: begin,
      onRaised: marks.raise,
      verify: () => verify(driver),
      copyTo: (to) => backUp(driver, to),
      cleanUp: () => isCheckpointed(driver),
      close: async (isSettled) => {
        try {
          await driver.run(sqlFile.dropForgotten)
          if (isSettled && (isBegun || meta.has('open'))) await setMeta(driver.run, 'open', undefined)
          await checkpoint(driver, 'if-possible')
        } finally {
          await driver.close()
          marks.close()
          for (const lock of locks.splice(0)) lock.release()
        }
      },
    })
  } catch (error) {
    await driver.close()
    throw error
  }
}

const sqlFile = { dropForgotten: `DELETE FROM personal WHERE typeof(data) = 'blob'` } as const

/** The worker that this process is: a file has one. */
async function seatIn({ run }: SqliteDriver): Promise<{ readonly worker: number; readonly pause: number }> {
  const [newest] = await run(sql.newestWorker)
  // One that ended came with a ledger that was moved from a database.
  const row = newest?.['ended_at'] === null ? newest : (await run(sql.addWorker, '', 0, 0))[0]
  return { worker: Number(row?.['id']), pause: Number(row?.['pause']) }
}

/** Two copies of a ledger must not be used at the same moment. @returns what keeps this machine from remembering */
function lockLineage(lineage: string, { known, path }: FileOptions, locks: FileLock[]): readonly LedgerNotice[] {
  if (known === undefined) return []
  try {
    locks.push(takeLock(known.lockFile(lineage), path))
    return []
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'locked') throw error
    return [unmarked(known.folder, error)]
  }
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

async function openReader(options: FileOptions): Promise<LedgerReader> {
  const path = realPath(options.path, 'refuse')
  const { driver, identity } = await openFile({ ...options, path }, 'read')
  return {
    ...readerOver({ path, run: driver.run, identity }),
    verify: () => verify(driver),
    copyTo: (to) => backUp(driver, to),
    close: () => driver.close(),
  }
}

interface BesideOptions {
  readonly mayBeBehind: boolean
  readonly cleanUp: (driver: SqliteDriver) => Promise<void>
}

/** Makes a short change, also while a deploy has the ledger. It is durable even where cleaning up after it fails. */
async function changeBeside<T>(
  options: FileOptions,
  work: (run: Run) => Promise<Change<T>>,
  { cleanUp, mayBeBehind }: BesideOptions,
): Promise<T> {
  const at = { ...options, path: realPath(options.path, 'refuse') }
  const opened = await openFile(at, 'write')
  const { driver, identity } = opened
  const marks = marksOf(at, identity.lineage)
  try {
    if (!mayBeBehind) await refuseBehind(opened, at.path, marks.read())
    const value = await changeIn(driver, work, { marked: marks.read, onRaised: marks.raise })
    await cleanUp(driver).catch((error: unknown) => {
      // The next one who opens the ledger cleans up.
      if (!(error instanceof LedgerError)) throw error
    })
    return value
  } finally {
    marks.close()
    await driver.close()
  }
}

async function check(options: FileOptions, reads: 'all' | 'records'): Promise<LedgerError | undefined> {
  try {
    const path = realPath(options.path, 'refuse')
    const opened = await openFile({ ...options, path }, 'read')
    try {
      // What is claimed meanwhile raises the marks once it is in the ledger, which is looked at after them.
      await guard(opened, path, marksOf({ ...options, path }, opened.identity.lineage).read())
      if (reads === 'all') await verify(opened.driver)
      return undefined
    } finally {
      await opened.driver.close()
    }
  } catch (error) {
    if (error instanceof LedgerError) return error
    throw error
  }
}

async function accept(options: FileOptions, { who, reason, isComplete: isWhole }: Acceptance): Promise<Accepted> {
  const path = realPath(options.path, 'refuse')
  return withLock(path, async (locks) => {
    const opened = await openFile({ ...options, path }, 'write')
    const { driver, identity } = opened
    try {
      const notices = lockLineage(identity.lineage, options, locks)
      await verify(driver)
      const marks = marksOf({ ...options, path }, identity.lineage)
      const seat = await seatIn(driver)
      const at = (options.now ?? Date.now)()
      // Further than everything that is known of it, so that this one is the newest from now on.
      const [own] = await driver.run(sql.worker, seat.worker)
      const known = marks.read()
      if (isWhole && !(await isComplete(opened, path, known))) throw notComplete(path)
      const sequence = Math.max(Number(own?.['sequence'] ?? 0), ...known.map((mark) => mark.sequence)) + 1
      const worker = Math.max(seat.worker, ...known.map((mark) => mark.worker))
      const unknown = await driver.transaction(async (run) => {
        for (let id = seat.worker; id < worker;) id = Number((await run(sql.addWorker, '', 0, at))[0]?.['id'])
        await run(sql.setSequence, worker, sequence)
        for (const name of ['open', 'backup']) await setMeta(run, name, undefined)
        await setMeta(run, 'place', inodeOf(path))
        if (isWhole) {
          await giveUpIn(run, at)
          return 0
        }
        return recoverIn(run, { who, reason, at, sent: marks.releases() })
      })
      await checkpoint(driver, 'if-possible')
      marks.raise({ worker, sequence })
      marks.close()
      return { unknown, notices }
    } finally {
      await driver.close()
      for (const lock of locks.splice(0)) lock.release()
    }
  })
}

function cancel(options: FileOptions, cancellation: Cancellation): Promise<number> {
  const cleanUp = async (driver: SqliteDriver): Promise<void> => {
    await driver.run(sqlFile.dropForgotten)
    await checkpoint(driver, 'if-possible')
  }
  return changeBeside(options, (run) => cancelIn(run, cancellation, (options.now ?? Date.now)()), {
    cleanUp,
    mayBeBehind: false,
  })
}

async function leave(options: FileOptions): Promise<LeavingLedger> {
  const path = realPath(options.path, 'refuse')
  return withLock(path, async (locks) => {
    const opened = await openFile({ ...options, path }, 'write', { allows: 'moved' })
    const { driver, meta, identity } = opened
    try {
      if (!meta.has('moved_to')) {
        lockLineage(identity.lineage, options, locks)
        refuseMoved(meta, path)
        await guard(opened, path, marksOf({ ...options, path }, identity.lineage).read())
        if (meta.has('open')) await driver.transaction((run) => giveUpIn(run, (options.now ?? Date.now)()))
        await setMeta(driver.run, 'open', undefined)
      }
      return {
        path,
        driver,
        close: async () => {
          await checkpoint(driver, 'if-possible')
          await driver.close()
          for (const lock of locks.splice(0)) lock.release()
        },
      }
    } catch (error) {
      await driver.close()
      throw error
    }
  })
}

async function receive(options: FileOptions): Promise<ArrivingLedger> {
  const path = realPath(options.path, 'create')
  return withLock(path, async (locks) => {
    if (!existsSync(path)) {
      await makeFile(path, (driver) =>
        driver.transaction(async (run) => {
          await createTables(run, driver)
          await setMeta(run, 'arriving', '1')
        }),
      )
    }
    const driver = openSqlite(path, 'write')
    return {
      path,
      place: path,
      driver,
      notePlace: () => setMeta(driver.run, 'place', inodeOf(path)),
      occupied: exists(path),
      close: async () => {
        // What was known of one that was here before is not known of this one.
        await checkpoint(driver, 'if-possible')
        await driver.close()
        for (const lock of locks.splice(0)) lock.release()
      },
    }
  })
}
