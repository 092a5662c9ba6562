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

/** What a run writes to, and who is told of it. */
interface GroupCommitOptions {
  readonly main: MainFile
  readonly claims: Claims
  readonly lineage: string
  /** @throws LedgerError when another process may have the ledger's lock */
  readonly checkLock: () => void
  /** Settles what must not be claimed any more, before anything is. @throws LedgerError */
  readonly beforeClaims: () => void
  /** Is told once an entry is on the disk. */
  readonly onFlush: () => void
}

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
    while (this.#jobs.length > 0) {
      const jobs = this.#jobs
      this.#jobs = []
      await this.#write(jobs)
    }
    this.#isRunning = false
  }

  async #write(jobs: readonly Job[]): Promise<void> {
    const claiming = jobs.filter((job) => job.type === 'claim')
    const refusal = claiming.length > 0 ? this.#refusalOf(claiming) : undefined
    const done: Job[] = []
    for (const job of jobs) {
      try {
        if (job.type === 'claim' && refusal !== undefined) throw refusal.error
        this.#work(job)
        done.push(job)
      } catch (error) {
        job.reject(error)
      }
    }
    try {
      await this.#flush()
    } catch (error) {
      this.#failed(error, done)
      return
    }
    for (const job of done) {
      if (job.type === 'settle') job.resolve()
      else this.#giveAway(job)
    }
  }

  /** A claim is only worth something while the main file is in its place. */
  #giveAway(job: ClaimJob): void {
    try {
      this.#options.main.connection.checkAlone()
      job.resolve(job.batch)
    } catch (error) {
      if (job.batch) this.#options.claims.takeBack(job.batch)
      job.reject(error)
    }
  }

  /** Why nothing can be claimed: what is claimed must fit, and so must its outcome. */
  #refusalOf(claiming: readonly ClaimJob[]): { readonly error: unknown } | undefined {
    const { main, claims, lineage, checkLock, beforeClaims } = this.#options
    const sends = claiming.reduce((sum, { wanted }) => sum + wanted.maxSends, 0)
    try {
      if (this.#failure) throw this.#failure
      if (main.connection.broken) throw new LedgerError(main.connection.broken)
      checkLock()
      main.connection.checkAlone()
      beforeClaims()
      this.#log ??= begin(main, lineage)
      this.#log.reserve((sends + 1) * claimBytes, claims.inflight + sends)
      return undefined
    } catch (error) {
      return { error }
    }
  }

  #work(job: Job): void {
    const { claims } = this.#options
    if (job.type === 'settle') {
      claims.settle(job.settlements, job.now)
      return
    }
    const batch = claims.claim({ ...job.wanted, place: this.place ?? { number: 0, offset: 0 } })
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
    await log.flush()
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
      if (job.type !== 'claim') continue
      if (job.batch) claims.takeBack(job.batch)
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

/** Begins a run: from now on the main file alone does not say what was sent. */
function begin(main: MainFile, lineage: string): ClaimLog {
  const { changes, next } = main.state
  const run = randomUUID()
  const log = ClaimLog.begin(main.connection.path, { lineage, run, first: next, changes })
  main.follow({ run, next, replayFrom: next, replayOffset: log.offset })
  return log
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
