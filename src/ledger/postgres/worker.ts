import { setTimeout as delay } from 'node:timers/promises'
import { LedgerError, type LedgerNotice, type LedgerProblem } from '../ledger-error.ts'
import type { Batch, ClaimedSend, ClaimRequest, Ledger, Settlement } from '../ledger.ts'
import { keyOfSend } from '../send.ts'
import { claimedProgress, outcomesOf, type SendProgress } from '../states.ts'
import {
  ChosenRows,
  type ClaimedRow,
  claimRows,
  recordOutcomes,
  type ClaimCursor,
  type CursorMessage,
  type RowClaim,
  cursorOf,
  isAnyPending,
  isUndefinedTable,
} from './claims.ts'
import type { Run, Session } from './connection.ts'
import { amendPlan, reconcile, rememberImage, usePlan } from './decisions.ts'
import { NamedTurns, whileAlone } from './locks.ts'
import { type LateOutcome, OutcomeFile, OutcomeQueue } from './outcome-file.ts'
import { prepare, preparingKey } from './prepare.ts'
import { readerOf } from './reader.ts'
import type { LedgerRef } from './rows.ts'
import { sharedWork } from './shared.ts'
import { isStale, reserveSlot } from './slots.ts'
import { beginSending, resume, waitingIn } from './waiting.ts'
import { dropIfOver, endWorker, recordLeft, recoverDead, refusePaused, register, takeOver } from './workers.ts'

export interface WorkerOptions {
  readonly session: Session
  readonly ledger: LedgerRef
  /** Connects again; the ledger is the same one, or it rejects. */
  readonly reconnect: () => Promise<Session>
  /** Where outcomes are kept that the database could not be told; they are lost with the process without one. */
  readonly outcomesIn?: string | undefined
  readonly now: () => number
  /** Told how many claims this worker made. */
  readonly onClaim: (worker: number, claims: number) => void
  readonly onClose: () => void
  readonly recovered: number
  readonly notices: readonly LedgerNotice[]
}

interface Inflight extends ClaimedRow {
  readonly progress: SendProgress
  readonly release: number
}

/** How long a lost connection is tried again before a deploy gives up. */
const reconnectMs = 30_000
const retryAfterMs = [100, 250, 500, 1_000, 2_000]
const pollMs = 100
/** How long a worker tries to say that it ends. */
const farewellMs = 10_000

/** One worker of a ledger in PostgreSQL. */
export class PostgresLedger {
  readonly #options: WorkerOptions
  readonly #ledger: LedgerRef
  readonly #outcomes: OutcomeFile
  readonly #waiting: OutcomeQueue
  readonly #inflight = new Map<number, Inflight>()
  /** Rows whose outcome is known, until the database has it. */
  readonly #settling = new Set<number>()
  /** Behind which rows claims are under way. */
  readonly #claiming = new Set<{ readonly after: number }>()
  readonly #chosen = new ChosenRows()
  readonly #sending = new Map<string, ClaimCursor>()
  readonly #turns = new NamedTurns()
  #session: Session
  #worker = 0
  #tooLate = 0
  #isClosed = false
  #reconnecting: Promise<void> | undefined

  private constructor(options: WorkerOptions) {
    this.#options = options
    this.#ledger = options.ledger
    this.#session = options.session
    this.#outcomes = new OutcomeFile(options.outcomesIn, options.ledger.lineage)
    this.#waiting = new OutcomeQueue(this.#outcomes, {
      record: (outcomes) => this.#record(this.#query, outcomes),
      isLost,
      reconnect: (lost) => this.#connectAgain(lost),
    })
  }

  /** Registers a worker; what was left for the database by workers of this machine is recorded first. */
  static async start(options: WorkerOptions): Promise<Ledger> {
    const worker = new PostgresLedger(options)
    worker.#worker = await register(options.session, options.ledger)
    const { session, ledger, outcomesIn } = options
    worker.#tooLate += await recordLeft(session, ledger, { outcomesIn, worker: worker.#worker })
    return worker.#port()
  }

  #port(): Ledger {
    const { recovered, notices } = this.#options
    const shared = sharedWork(this.#ledger, {
      query: this.#query,
      live: () => this.#live(),
      number: () => this.#worker,
      alone: (name, work, stop) => this.#alone(name, (key, session) => whileAlone(session, key, work, stop), stop),
      tooLate: () => this.#tooLate,
    })
    const onLive: Run = async (sql, ...values) => (await this.#live()).query(sql, ...values)
    return {
      ...readerOf(() => this.#live(), this.#ledger),
      ...waitingIn(onLive, this.#ledger),
      recovered,
      notices,
      shared,
      prepare: (preparation) => {
        const { release, stop } = preparation
        this.#sending.delete(release)
        return this.#alone(
          preparingKey(this.#ledger, release),
          (_, session) =>
            session.unlessStopped(stop, () => prepare(session, this.#ledger, preparation, this.#options.now())),
          stop,
        )
      },
      resume: (release) => {
        this.#sending.delete(release)
        return this.#transaction((run) => resume(run, this.#ledger, release))
      },
      beginSending: (release) =>
        this.#transaction((run) => beginSending(run, this.#ledger, { release, worker: this.#worker })),
      claim: (wanted) => this.#claim(wanted),
      settle: (settlements) => this.#settle(settlements),
      reconcile: (decision) => this.#transaction((run) => reconcile(run, this.#ledger, decision, this.#options.now())),
      rememberImage: (key, image) => this.#transaction((run) => rememberImage(run, this.#ledger, key, image)),
      usePlan: (plan, release) =>
        this.#transaction((run) => usePlan(run, this.#ledger, { ...plan, release, now: this.#options.now() })),
      amendPlan: (digest, amend) => this.#transaction((run) => amendPlan(run, this.#ledger, { digest, amend })),
      close: () => this.#close(),
    }
  }

  /** Returns a session that lives as far as this worker knows. */
  async #live(): Promise<Session> {
    const { path } = this.#ledger
    if (this.#session.isLost)
      await this.#connectAgain(new LedgerError({ type: 'connection-lost', path, code: 'closed' }))
    return this.#session
  }

  /** Does work on a session when no other work of this worker has the name. */
  #alone<T>(name: string, work: (name: string, session: Session) => Promise<T>, stop?: AbortSignal): Promise<T> {
    return this.#turns.take(name, async () => {
      stop?.throwIfAborted()
      return work(name, await this.#live())
    })
  }

  async #transaction<T>(work: (run: Run) => Promise<T>): Promise<T> {
    return (await this.#live()).transaction(work)
  }

  /** Runs a short statement on the session of the moment. */
  readonly #query: Run = (sql, ...values) => this.#session.quick(sql, ...values)

  async #claim(request: ClaimRequest): Promise<Batch | undefined> {
    const { release, maxSends, stop } = request
    let { slot } = request
    const begun = performance.now()
    for (;;) {
      if (stop?.aborted === true) return undefined
      const waitedMs = performance.now() - begun
      let waitMs = pollMs
      try {
        const batch = await this.#claimOnce({ ...request, ...(slot && { slot }) })
        if (batch !== 'wait' && batch !== 'stale') return batch && { ...batch, waitedMs }
        if (batch === 'stale' && slot) {
          slot = await reserveSlot(this.#query, this.#ledger, { messages: maxSends, rate: slot.rate })
          ;({ waitMs } = slot)
        }
      } catch (error) {
        // The release came to its end meanwhile, and its numbers and values were dropped.
        if (isUndefinedTable(error)) this.#sending.delete(release)
        else if (isLost(error)) await this.#connectAgain(error)
        else throw error
      }
      // Rejects when it is aborted, and then waiting is over.
      await delay(waitMs, undefined, stop && { signal: stop }).catch(() => {})
    }
  }

  /** @returns `wait` while others may make sends pending again, `stale` when the slot holds no longer */
  async #claimOnce(request: ClaimRequest): Promise<Batch | 'wait' | 'stale' | undefined> {
    const { release: name } = request
    const known = this.#sending.get(name)
    const sending =
      known ?? (await this.#transaction((run) => cursorOf(run, this.#ledger, { name, worker: this.#worker })))
    if (sending === 'wait') return 'wait'
    this.#sending.set(name, sending)
    for (let message = sending.messages[sending.at]; message; message = sending.messages[sending.at]) {
      const batch = await this.#claimOf(sending, message, request)
      if (batch) return batch
      if (request.slot && (await isStale(this.#query, this.#ledger, request.slot))) {
        // Rows that were chosen may have been passed.
        if (request.only) this.#sending.delete(name)
        return 'stale'
      }
      // Another claim of this worker may have gone on meanwhile.
      if (sending.messages[sending.at] === message) {
        sending.at++
        sending.after = 0
      }
    }
    await refusePaused(this.#query, this.#ledger, this.#worker)
    return this.#othersDone(name, sending, request.only)
  }

  async #claimOf(
    sending: ClaimCursor,
    message: CursorMessage,
    { maxSends, only, slot }: ClaimRequest,
  ): Promise<Batch | undefined> {
    const slowed = slot?.slowed
    if (only === undefined) return this.#claimFrom(sending, { message, maxSends, only, slowed })
    for (;;) {
      const from = Math.max(sending.after, message.first - 1)
      const rows = this.#chosen.next(only, { after: from, last: message.last, max: maxSends })
      const last = rows.at(-1)
      if (last === undefined || sending.messages[sending.at] !== message) return undefined
      // Another claim of this worker takes the next ones meanwhile.
      sending.after = last
      const batch = await this.#claimFrom({ ...sending, after: from }, { message, maxSends, only: rows, slowed })
      if (batch || (slot && (await isStale(this.#query, this.#ledger, slot)))) return batch
    }
  }

  async #claimFrom(
    sending: ClaimCursor,
    { message, ...wanted }: Pick<RowClaim, 'message' | 'maxSends' | 'only' | 'slowed'>,
  ): Promise<Batch | undefined> {
    const now = this.#options.now()
    const claiming = { after: Math.max(sending.after, message.first - 1) }
    this.#claiming.add(claiming)
    try {
      const claim = { worker: this.#worker, message, ...claiming, lowest: this.#lowest(), ...wanted, now }
      const { claims, sends } = await claimRows(this.#query, this.#ledger, sending, claim)
      const [first, ...rest] = sends.map(({ row, personal }): ClaimedSend => {
        const { attempt } = row.progress
        this.#inflight.set(row.row, {
          row,
          personal,
          progress: claimedProgress(attempt, now),
          release: sending.release,
        })
        return { row: row.row, attempt, key: keyOfSend(row), masked: row.masked, ...personal }
      })
      if (first === undefined) return undefined
      const last = rest.at(-1) ?? first
      if (sending.messages[sending.at] === message) sending.after = Math.max(sending.after, last.row)
      this.#options.onClaim(this.#worker, claims)
      return { id: message.id, sends: [first, ...rest] }
    } finally {
      this.#claiming.delete(claiming)
    }
  }

  /** Returns a row below which this worker has nothing in flight, nor will have of claims that are under way. */
  #lowest(): number {
    const claiming = [...this.#claiming].map(({ after }) => after + 1)
    return Math.min(...claiming, ...this.#inflight.keys(), ...this.#settling)
  }

  /** Returns `wait` while another worker may make sends of a release pending again. */
  async #othersDone(
    name: string,
    sending: ClaimCursor,
    only: ReadonlySet<number> | undefined,
  ): Promise<'wait' | undefined> {
    const { release, reopened } = sending
    await recoverDead(this.#session, this.#ledger, this.#worker)
    const [row] = await this.#query(
      'SELECT reopened, (SELECT coalesce(sum(inflight), 0) FROM worker WHERE worker.release = $1 AND worker <> $2 ' +
        'AND ended_at IS NULL) AS inflight FROM release WHERE release = $1',
      release,
      this.#worker,
    )
    // Sends came back behind where this worker is.
    if (Number(row?.['reopened']) !== reopened) {
      this.#sending.delete(name)
      return 'wait'
    }
    if (Number(row?.['inflight']) > 0) return 'wait'
    const run: Run = (sql, ...values) => this.#session.query(sql, ...values)
    if (!(await isAnyPending(run, sending, only && this.#chosen.sorted(only)))) return undefined
    this.#sending.delete(name)
    return 'wait'
  }

  async #settle(settlements: readonly Settlement[]): Promise<void> {
    const claimed = settlements.map(({ row, attempt }) => {
      const inflight = this.#inflight.get(row)
      if (inflight?.progress.attempt === attempt) return inflight
      throw new Error(`Send ${row} is not in flight: attempt ${attempt} was settled or never claimed.`)
    })
    const outcomes = outcomesOf(claimed, settlements, this.#options.now()).map(({ send, progress }): LateOutcome => ({
      row: send.row.row,
      release: send.release,
      recipient: send.row.recipient,
      progress,
    }))
    // Whatever happens to the connection, this worker knows what became of them.
    for (const { row } of outcomes) {
      this.#inflight.delete(row)
      this.#settling.add(row)
    }
    await this.#waiting.add(outcomes, this.#session.isLost)
    for (const { row } of outcomes) this.#settling.delete(row)
  }

  async #record(run: Run, outcomes: readonly LateOutcome[]): Promise<void> {
    this.#tooLate += await recordOutcomes(run, outcomes, this.#worker)
  }

  /**
   * Connects again, and takes over what the session before had claimed: the server ends that session first, and what it
   * had claimed without this worker knowing was never sent.
   */
  #connectAgain(lost: unknown): Promise<void> {
    this.#reconnecting ??= this.#reconnected(lost).finally(() => (this.#reconnecting = undefined))
    return this.#reconnecting
  }

  async #reconnected(lost: unknown): Promise<void> {
    if (this.#isClosed) throw lost
    if (!this.#session.isLost) return
    const begun = performance.now()
    for (let tries = 0; ; tries++) {
      let session: Session | undefined
      try {
        session = await this.#options.reconnect()
        const before = this.#worker
        const now = await register(session, this.#ledger, before)
        await takeOver(session, this.#ledger, { before, now, inflight: [...this.#inflight.keys(), ...this.#settling] })
        this.#worker = now
        this.#session = session
        this.#sending.clear()
        return
      } catch (error) {
        // Its worker has claimed nothing.
        await session?.close()
        if (this.#isClosed) throw lost
        if (!(error instanceof LedgerError) || lasting.has(error.problem.type)) throw error
        if (performance.now() - begun > reconnectMs) throw isLost(error) ? error : lost
        await delay(retryAfterMs[Math.min(tries, retryAfterMs.length - 1)])
      }
    }
  }

  async #close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    const session = this.#session
    const timer = setTimeout(() => session.drop('ETIMEDOUT'), farewellMs)
    try {
      if (session.isLost) return
      for (const { release } of this.#sending.values()) await dropIfOver(session, release)
      await endWorker(session, this.#worker)
    } catch (error) {
      // The server ends it by itself, and whoever comes next finds nothing else.
      if (!isLost(error)) throw error
    } finally {
      clearTimeout(timer)
      await session.close()
      this.#options.onClose()
    }
  }
}

/** What a further try does not change. */
const lasting: ReadonlySet<LedgerProblem['type']> = new Set(['newer-version', 'restored', 'older', 'moved-away'])

function isLost(error: unknown): boolean {
  return error instanceof LedgerError && error.problem.type === 'connection-lost'
}
