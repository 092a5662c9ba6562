import { randomUUID } from 'node:crypto'
import { LedgerError } from '../ledger-error.ts'
import type { Batch, Settlement } from '../ledger.ts'
import { ClaimLog } from './claim-log.ts'
import type { ClaimOptions, Claims, LogPlace } from './claims.ts'
import type { MainFile } from './main-file.ts'

type Claiming = Omit<ClaimOptions, 'place'>

interface Waiting<T> {
  readonly resolve: (value: T) => void
  readonly reject: (error: unknown) => void
}

interface ClaimJob extends Waiting<Batch | undefined> {
  readonly type: 'claim'
  readonly wanted: Claiming
  batch?: Batch
}

interface SettleJob extends Waiting<void> {
  readonly type: 'settle'
  readonly settlements: readonly Settlement[]
  readonly now: number
}

type Job = ClaimJob | SettleJob

type ClaimingJob = Exclude<Job, SettleJob>

/** What a run writes to, and who is told of it. */
interface GroupCommitOptions {
  readonly main: MainFile
  readonly claims: Claims
  readonly lineage: string
  /** @throws LedgerError when another process may have the ledger's lock */
  readonly checkLock: () => void
  /** Settles what must not be claimed any more, before anything is. @throws LedgerError */
  readonly beforeClaims: () => void
  /** Bytes of a claim log after which another one is begun; a program that sends message by message runs for months. */
  readonly maxLogBytes?: number | undefined
  /** Is told of a log that was begun, before anything is claimed in it. */
  readonly onBegin: () => void
  /** Is told once an entry is on the disk. */
  readonly onFlush: () => void
}

const defaultMaxLogBytes = 33_554_432
/** A log that is so many times as large is no longer written to before what is in flight has an outcome. */
const patience = 2

/** A claim in the log takes less, whatever its numbers are. */
const claimBytes = 80

/**
 * Puts what several requests claim and settle at the same time into one entry of the claim log: a flush of the disk
 * takes longer than all of their writing. A claim is only given away once both files of the log have it.
 *
 * When the log fails nothing more is claimed. Outcomes that come in then are written to the main file.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions
  #log: ClaimLog | undefined
  #jobs: Job[] = []
  /** Claims that wait for another log. */
  #waiting: ClaimingJob[] = []
  #isRunning = false
  #failure: LedgerError | undefined

  constructor(options: GroupCommitOptions) {
    this.#options = options
  }

  /** The claim log; undefined before the first claim. */
  get log(): ClaimLog | undefined {
    return this.#log
  }

  claim(wanted: Claiming): Promise<Batch | undefined> {
    return new Promise((resolve, reject) => this.#add({ type: 'claim', wanted, resolve, reject }))
  }

  settle(settlements: readonly Settlement[], now: number): Promise<void> {
    return new Promise((resolve, reject) => this.#add({ type: 'settle', settlements, now, resolve, reject }))
  }

  #add(job: Job): void {
    this.#jobs.push(job)
    if (this.#isRunning) return
    this.#isRunning = true
    setImmediate(() => void this.#run())
  }

  async #run(): Promise<void> {
    // The check behind a flush holds for the jobs that follow at once; claims are checked again before they are given away.
    for (let isChecked = false; this.#jobs.length > 0;) {
      const jobs = this.#jobs
      this.#jobs = []
      isChecked = await this.#write(this.#withoutWaiting(jobs), isChecked)
      if (this.#options.claims.inflight === 0) this.#jobs.push(...this.#waiting.splice(0))
    }
    this.#isRunning = false
  }

  /** Holds claims back while the log is too long, for as long as something is in flight. */
  #withoutWaiting(jobs: readonly Job[]): readonly Job[] {
    const { claims, maxLogBytes = defaultMaxLogBytes } = this.#options
    const isTooLong = (this.#log?.offset ?? 0) > maxLogBytes * patience
    if (!isTooLong || claims.inflight === 0 || this.#failure) return jobs
    this.#waiting.push(...jobs.filter((job) => job.type !== 'settle'))
    return jobs.filter((job) => job.type === 'settle')
  }

  /** Begins another log in the place of one that is too long, when nothing is in flight. */
  #renewLog(): void {
    const { main, claims, maxLogBytes = defaultMaxLogBytes } = this.#options
    if (this.#log === undefined || this.#log.offset <= maxLogBytes || claims.inflight > 0) return
    claims.bringUpToDate(this.place)
    const { next } = this.#log
    // Everything is in the main file; until the next log is begun nobody is sending.
    main.follow({ run: null, next, replayFrom: next, replayOffset: 0 })
    this.#log.close()
    this.#log = undefined
    claims.forgetLog()
  }

  /**
   * @param isChecked whether the ledger was just found to be this process's alone
   * @returns whether it was found so behind this flush
   */
  async #write(jobs: readonly Job[], isChecked: boolean): Promise<boolean> {
    const claiming = jobs.filter((job) => job.type !== 'settle')
    const refusal = claiming.length > 0 ? this.#refusalOf(claiming, isChecked) : undefined
    const done: Job[] = []
    for (const job of jobs) {
      try {
        if (job.type !== 'settle' && refusal !== undefined) throw refusal.error
        this.#work(job)
        done.push(job)
      } catch (error) {
        if (job.type !== 'settle') this.#takeBack(job)
        job.reject(error)
      }
    }
    try {
      await this.#flush()
    } catch (error) {
      this.#failed(error, done)
      return false
    }
    const claimed = done.filter((job) => job.type !== 'settle')
    const lost = claimed.length > 0 ? this.#lost() : undefined
    for (const job of done) {
      if (job.type === 'settle') job.resolve()
      else if (lost) {
        this.#takeBack(job)
        job.reject(lost.error)
      } else job.resolve(job.batch)
    }
    return claimed.length > 0 && lost === undefined
  }

  /** Why claims are not given away though they are on the disk: they are only worth something while the main file is in its place. */
  #lost(): { readonly error: unknown } | undefined {
    try {
      this.#options.main.connection.checkAlone()
      return undefined
    } catch (error) {
      return { error }
    }
  }

  #takeBack(job: ClaimingJob): void {
    const [first, ...rest] = job.batch?.sends ?? []
    if (first) this.#options.claims.takeBack({ sends: [first, ...rest] })
  }

  /** Why nothing can be claimed: what is claimed must fit, and so must its outcome. */
  #refusalOf(claiming: readonly ClaimingJob[], isChecked: boolean): { readonly error: unknown } | undefined {
    const { main, claims, checkLock, beforeClaims } = this.#options
    const sends = claiming.reduce((sum, job) => sum + job.wanted.maxSends, 0)
    try {
      if (this.#failure) throw this.#failure
      if (main.connection.broken) throw new LedgerError(main.connection.broken)
      if (!isChecked) {
        checkLock()
        main.connection.checkAlone()
      }
      beforeClaims()
      this.#renewLog()
      this.#log ??= this.#begin()
      this.#log.reserve((sends + 1) * claimBytes, claims.inflight + sends)
      return undefined
    } catch (error) {
      return { error }
    }
  }

  /** Begins a run: from now on the main file alone does not say what was sent. */
  #begin(): ClaimLog {
    const { main, lineage, onBegin } = this.#options
    // What this machine knows durably is that a run began: it has to be more than any copy of before knows.
    main.change(() => {})
    const { changes, next } = main.state
    const run = randomUUID()
    const log = ClaimLog.begin(main.connection.path, { lineage, run, first: next, changes })
    main.follow({ run, next, replayFrom: next, replayOffset: log.offset })
    onBegin()
    return log
  }

  #work(job: Job): void {
    const { claims } = this.#options
    if (job.type === 'settle') {
      claims.settle(job.settlements, job.now)
      return
    }
    const place = this.place ?? { number: 0, offset: 0 }
    const batch = claims.claim({ ...job.wanted, place })
    if (batch) job.batch = batch
  }

  /** Where the claim log is. */
  get place(): LogPlace | undefined {
    return this.#log && { number: this.#log.next, offset: this.#log.offset }
  }

  async #flush(): Promise<void> {
    const { main, claims, checkLock, onFlush } = this.#options
    const text = claims.takeRecords()
    if (text === undefined) return
    if (this.#failure) throw this.#failure
    const log = this.#log
    if (log === undefined) throw new Error('Something was claimed before the claim log was begun.')
    log.append(main.state.changes, text)
    const flushed = log.flush()
    try {
      claims.readAhead()
    } finally {
      await flushed
    }
    // Whoever took the ledger over meanwhile has read the log before or after this entry: before, and this sees it.
    checkLock()
    log.checkPlace()
    onFlush()
  }

  /** What was claimed is taken back: it was given to nobody. What was settled may still be written to the main file. */
  #failed(error: unknown, jobs: readonly Job[]): void {
    const { claims } = this.#options
    if (error instanceof LedgerError) this.#failure ??= error
    for (const job of jobs) {
      if (job.type === 'settle') continue
      this.#takeBack(job)
      job.reject(error)
    }
    const settling = jobs.filter((job) => job.type === 'settle')
    if (settling.length === 0) return
    try {
      claims.bringUpToDate(this.place)
      for (const job of settling) job.resolve()
    } catch (reason) {
      for (const job of settling) job.reject(reason)
    }
  }
}

const settledForMs = 1_000

/**
 * Erases people soon after their sends are settled: the table follows the claim log. What fails here is no failure of
 * the outcomes, which are on the disk: it is tried again, and what keeps it from succeeding is told to whoever writes
 * next.
 */
export class Erasure {
  readonly #main: MainFile
  readonly #claims: Claims
  readonly #bringUpToDate: () => void
  #later: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(main: MainFile, claims: Claims, bringUpToDate: () => void) {
    this.#main = main
    this.#claims = claims
    this.#bringUpToDate = bringUpToDate
  }

  /** To be told after outcomes were written; of so many that are settled none waits for its second to be over. */
  settled(settledAtOnce: number): void {
    if (this.#isStopped) return
    if (this.#claims.behind >= settledAtOnce) this.#erase()
    this.#eraseLater()
  }

  /** Nothing is tried again. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#later)
  }

  #erase(): void {
    try {
      this.#main.connection.withoutWaiting(this.#bringUpToDate)
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error
    }
  }

  #eraseLater(): void {
    const isOver = this.#claims.behind === 0 || this.#main.connection.broken !== undefined
    if (isOver || this.#isStopped || this.#later !== undefined) return
    this.#later = setTimeout(() => {
      this.#later = undefined
      this.#erase()
      this.#eraseLater()
    }, settledForMs).unref()
  }
}
