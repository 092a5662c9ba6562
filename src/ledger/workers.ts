import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { Driver, Run } from './driver.ts'
import { inTurns } from './groups.ts'
import { busy, holderName, LedgerError, type LockHolder } from './ledger-error.ts'
import type { SharedWork } from './ledger.ts'
import type { rangeOf } from './reader.ts'
import { type Seat, sql } from './statements.ts'
import { giveUpIn, readMeta, refuseMoved } from './tables.ts'

/** Interval at which a worker counts the others, and time that a new worker waits until they have counted it. */
export const refreshMs = 2_000
const tryAgainMs = 100

/** The class of the locks by which the workers of a ledger are known to be alive. */
function classOf(schema: string): number {
  return crc32(`friendtalk ${schema}`) & 0x7fffffff
}

/** The number of a lock with a name, as a text: JavaScript has no whole numbers of 64 bits. */
export function lockNumber(schema: string, name: string): string {
  return createHash('sha256').update(`friendtalk ${schema} ${name}`).digest().readBigInt64BE().toString()
}

/** Lock that workers share when they open a ledger; moving or accepting the ledger takes it alone. */
const openLock = 'open'

/** Returns who sends from a ledger at the moment. */
export function workersAlive(run: Run, schema: string): Promise<readonly (LockHolder & { readonly id: number })[]> {
  return run(sql.workersAlive, classOf(schema))
}

export interface WorkerOptions {
  readonly driver: Driver
  readonly schema: string
  readonly now: () => number
  readonly refreshMs: number
}

export class Workers implements SharedWork {
  readonly #options: WorkerOptions
  #seat: Seat | undefined
  #share = 1
  #isKnownAt = 0
  #timer: NodeJS.Timeout | undefined
  /** Turns by the names of works: a session can take its own lock again. */
  readonly #turns = new Map<string, ReturnType<typeof inTurns>>()

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  /** Begins to be one of them, once it has a seat. @returns how many sends those had in flight that are gone */
  async join(): Promise<number> {
    const { now } = this.#options
    const recovered = await this.takeOver()
    await this.#refresh()
    this.#isKnownAt = this.#share > 1 ? now() + this.#options.refreshMs : 0
    this.#timer = setInterval(() => void this.#refresh().catch(() => {}), this.#options.refreshMs).unref()
    return recovered
  }

  /** Takes a seat within a transaction: no other worker sees it without its lock. @throws LedgerError */
  async takeSeat(run: Run): Promise<void> {
    const { schema, driver, now } = this.#options
    const [open] = await run(sql.lockNameShared, lockNumber(schema, openLock))
    if (!open?.locked) throw inUse(driver.path, [])
    refuseMoved(await readMeta(run), driver.path)
    this.#seat = (await run(sql.addWorker, hostname(), process.pid, now()))[0]
    if (!(await this.lockSeat(run))) throw busy(driver.path)
  }

  /** @returns whether the lock of the seat could be taken: a session that is lost may still have it */
  async lockSeat(run: Run): Promise<boolean> {
    const [row] = await run(sql.lockWorker, classOf(this.#options.schema), this.seat().worker)
    return row?.locked ?? false
  }

  readonly seat = (): Seat => {
    if (this.#seat === undefined) throw new Error('The worker has no seat.')
    return this.#seat
  }

  readonly share = (): number => this.#share

  readonly workers = async (): Promise<number> => {
    await this.#refresh()
    return this.#share
  }

  async #refresh(): Promise<void> {
    const { driver, schema } = this.#options
    this.#share = Math.max(1, (await workersAlive(driver.run, schema)).length)
  }

  readonly ready = async (stop?: AbortSignal): Promise<void> => {
    const waitMs = this.#isKnownAt - this.#options.now()
    if (waitMs > 0) await delay(waitMs, undefined, { signal: stop }).catch(() => {})
  }

  readonly pause = async (note: string): Promise<void> => {
    await this.#options.driver.run(sql.pause, this.seat().worker, note)
  }

  readonly takeOver = async (sends?: ReturnType<typeof rangeOf>): Promise<number> => {
    const { driver, schema, now } = this.#options
    const alive = new Set((await workersAlive(driver.run, schema)).map(({ id }) => id))
    const rows = [...(await driver.run(sql.workersThere)), ...(sends ? await driver.run(sql.workersIn, ...sends) : [])]
    const gone = new Set(rows.map(({ id }) => id).filter((id) => !alive.has(id)))
    let recovered = 0
    for (const id of gone) {
      recovered += await driver.transaction(async (run) => {
        const [row] = await run(sql.lockDeadWorker, classOf(schema), id)
        if (!row?.locked) return 0
        // First, so that it claims nothing more.
        await run(sql.endWorker, id, now())
        return giveUpIn(run, now(), id)
      })
    }
    return recovered
  }

  readonly alone = <T>(name: string, work: () => Promise<T>, stop?: AbortSignal): Promise<T> => {
    const inTurn = this.#turns.get(name) ?? inTurns()
    this.#turns.set(name, inTurn)
    return inTurn(() => this.#alone(name, work, stop))
  }

  async #alone<T>(name: string, work: () => Promise<T>, stop?: AbortSignal): Promise<T> {
    const { driver, schema } = this.#options
    const number = lockNumber(schema, name)
    for (;;) {
      stop?.throwIfAborted()
      const [row] = await driver.run(sql.lockName, number)
      if (row?.locked) break
      await delay(tryAgainMs, undefined, { signal: stop }).catch(() => {})
    }
    try {
      return await work()
    } finally {
      // A lost session has no locks.
      await driver.run(sql.unlockName, number).catch(() => {})
    }
  }

  /** Leaves; `isSettled` says that nothing of it is in flight. */
  async leave(isSettled: boolean): Promise<void> {
    clearInterval(this.#timer)
    if (isSettled) await this.#options.driver.run(sql.endWorker, this.seat().worker, this.#options.now())
  }
}

/** Keeps others from opening a ledger, for as long as the session lasts. @throws LedgerError while it is open */
export async function keepOthersOut({ run, path }: Driver, schema: string): Promise<void> {
  const [row] = await run(sql.lockName, lockNumber(schema, openLock))
  const workers = await workersAlive(run, schema).catch(() => [])
  if (!row?.locked || workers.length > 0) throw inUse(path, workers)
}

/** @param workers those that send from it; none if another process moves it */
const inUse = (path: string, workers: readonly LockHolder[]): LedgerError =>
  new LedgerError('in-use', {
    en: [
      workers.length === 0
        ? `${path}: another process is moving the ledger or opening it.`
        : `${path}: workers send from the ledger: ${workers.map(holderName.en).join('; ')}.`,
      'Wait until they end, or stop them, then run the same command again.',
    ],
    ko: [
      workers.length === 0
        ? `${path}: 다른 프로세스가 발송 기록을 옮기거나 여는 중입니다.`
        : `${path}: 이 발송 기록으로 발송 중인 작업자가 있습니다(${workers.map(holderName.ko).join('; ')}).`,
      '작업자가 끝날 때까지 기다리거나 중지한 뒤 같은 명령을 다시 실행하세요.',
    ],
  })
