import { setMaxListeners } from 'node:events'
import type { Kind } from '../contract/kinds.ts'
import { limits } from '../contract/limits.ts'
import { LedgerError } from '../ledger/ledger-error.ts'
import type { ClaimedSend, ClaimRequest, Settlement } from '../ledger/ledger.ts'
import type { SharedWork } from '../ledger/shared-work.ts'
import { isNotTaken, messageOutcomes, type RequestOutcome, type SendAnswer, type SentMessage } from '../service/send.ts'
import type { MessageRecord, Service } from '../service/service.ts'
import { Pace, stopwatch, Turns } from './pace.ts'
import { ledgerEnd, type PausingEnd } from './pausing.ts'
import type { RunClock, RunEnd, RunEvent } from './run.ts'
import { clockEnd, windowByBoth } from './window.ts'

export interface SendLoopOptions {
  readonly service: Pick<Service, 'sendMessages' | 'clock'>
  readonly source: SendSource
  /** Where several workers send. */
  readonly shared: SharedWork | undefined
  /** Messages a second. */
  readonly rate: number
  /** Requests in flight. */
  readonly concurrency: number
  readonly requestTimeoutMs: number
  readonly window: 'restricted' | 'off'
  /** What the operator states of a request that is answered 429. */
  readonly tooManyRequests: 'unknown' | 'not-taken'
  /** Messages that this run sends at most. */
  readonly maxMessages: number
  readonly clock: RunClock
  /** Ends new requests; those in flight are waited for. */
  readonly stop: AbortSignal
  readonly onEvent: (event: RunEvent) => void
  /** Waits before further tries when no connection came about; as many tries as there are waits. */
  readonly retryDelaysMs: readonly number[]
}

/** Where the loop takes its messages from, and what is told what became of them. */
export interface SendSource {
  /** Whether nothing is there to be claimed, unless a request that is under way comes to nothing. */
  readonly isDry: () => boolean
  /** Waits until something is there, or to stop. Returns how many messages a request may carry, so many at most; 0 for no more. */
  readonly ready: (maxMessages: number, stop: AbortSignal) => Promise<number>
  /** Claims messages for one request; undefined where there were none to send. */
  readonly claim: (wanted: Pick<ClaimRequest, 'maxSends' | 'slot' | 'stop'>) => Promise<Outgoing | undefined>
  readonly settle: (outgoing: Outgoing, settlements: readonly Settlement[]) => Promise<void>
}

/** Claimed messages of one kind, for one request. */
export interface Outgoing {
  readonly kind: Kind
  readonly sends: readonly OutgoingSend[]
  /** How long the claim waited for other workers before it was written down. */
  readonly waitedMs?: number | undefined
}

export interface OutgoingSend extends Pick<ClaimedSend, 'row' | 'attempt' | 'key'> {
  /** Of its message. */
  readonly id: string
  /** Undefined where its values leave a gap: a defect, as they were checked. */
  readonly record: MessageRecord | undefined
}

const maxUnknownInARow = 3
/** Requests in a row that the service refuses as too many. */
const maxRefusedInARow = 10
/** A ledger that is as slow as that would be claimed from again and again, and nothing would ever leave. */
const maxExpiredInARow = 3

/**
 * Sends what is pending until there is no more, or until something ends it. The first request carries one message, and
 * so do the next ones as long as nobody knows what became of it; then as many requests as allowed are in flight.
 */
export async function sendPending(options: SendLoopOptions): Promise<RunEnd> {
  return new SendLoop(options).run()
}

class SendLoop {
  readonly #options: SendLoopOptions
  readonly #pace: Pace
  readonly #turns: Turns
  readonly #stop: AbortSignal
  readonly #ended = new AbortController()
  #end: RunEnd | undefined
  #defect: { readonly error: unknown } | undefined
  #left: number
  #isProbed = false
  #unknownInARow = 0
  #refusedInARow = 0
  #failedTries = 0
  #expiredInARow = 0
  #isHandedOn = false

  constructor(options: SendLoopOptions) {
    this.#options = options
    const { rate, clock, shared, source } = options
    this.#pace = new Pace(rate, clock.now)
    this.#left = options.maxMessages
    this.#stop = AbortSignal.any([options.stop, this.#ended.signal])
    // Each request in flight may listen.
    setMaxListeners(0, this.#stop)
    this.#turns = new Turns({
      rate,
      clock,
      pace: this.#pace,
      reserve: shared?.reserve,
      isOver: () => source.isDry() || this.#hasEnded(),
      stop: this.#stop,
    })
  }

  async run(): Promise<RunEnd> {
    for (let hasMore = true; hasMore && !this.#isProbed;) {
      const made = await this.#request(1)
      await made.written
      hasMore = made.hasMore
    }
    if (this.#isProbed) {
      await Promise.all(Array.from({ length: this.#options.concurrency }, () => this.#work()))
    }
    if (this.#defect) throw this.#defect.error
    return this.#end ?? { type: this.#left === 0 ? 'limit' : 'done' }
  }

  /** Makes one request after the other. Outcomes are written down together with the next claim: one flush serves both. */
  async #work(): Promise<void> {
    let made: Made = { hasMore: true }
    while (made.hasMore) made = await this.#request(limits.messagesPerRequest.max, made.written)
    await made.written
  }

  /**
   * Makes a request of so many messages at most.
   *
   * @param before is over once the outcomes of the request before are written down; this one leaves after that
   */
  async #request(maxMessages: number, before?: Promise<unknown>): Promise<Made> {
    const { source } = this.#options
    const ready = this.#left === 0 || this.#hasEnded() ? 0 : await source.ready(maxMessages, this.#stop)
    const wanted = Math.min(ready, this.#left)
    // Others may still be sending the last that are allowed.
    if (wanted === 0 || this.#hasEnded()) return { hasMore: false, written: before }
    this.#left -= wanted
    try {
      // In a database they are transactions of their own: nothing is saved by making them at the same time.
      if (this.#options.shared) await before
      const claim = await this.#claim(wanted)
      this.#left += wanted - (claim?.outgoing.sends.length ?? 0)
      // Or a crash would leave more messages unknown than requests in flight can carry.
      await before
      const sent = claim && (await this.#send(claim))
      return { hasMore: !source.isDry() && !this.#hasEnded(), written: sent?.written }
    } catch (error) {
      this.#fail(error, 0)
      return { hasMore: false, written: before }
    }
  }

  /** Waits until it is this request's turn, then claims what it will carry. Nothing is claimed while waiting. */
  async #claim(maxSends: number): Promise<Claim | undefined> {
    const { source, clock } = this.#options
    const { slot, leave } = await this.#turns.take(maxSends)
    let leaving = 0
    try {
      if (source.isDry() || this.#hasEnded() || !this.#isOpen()) return undefined
      // When exactly it was written down nobody here knows: it is not older than this.
      const age = stopwatch(clock)
      const expiredBefore = this.#expiredInARow
      const outgoing = await source.claim({ maxSends, stop: this.#stop, ...(slot && { slot }) })
      leaving = outgoing?.sends.length ?? 0
      return outgoing && { outgoing, age: () => age() - (outgoing.waitedMs ?? 0), expiredBefore }
    } finally {
      leave(leaving)
    }
  }

  /** @returns the outcomes that are still being written down; undefined when everything is done */
  async #send({ outgoing, age, expiredBefore }: Claim): Promise<Pick<Made, 'written'> | undefined> {
    const { service, source } = this.#options
    const { kind, sends } = outgoing
    const records = sends.map(({ record }) => record)
    if (!records.every((record) => record !== undefined)) {
      await source.settle(outgoing, notWritten(outgoing))
      const { id } = sends.find(({ record }) => record === undefined) ?? {}
      throw new Error(`A recipient's values do not fit message ${id}, although they were checked.`)
    }
    // Claiming took its time: the window may have closed, or somebody stopped.
    if (this.#hasEnded() || !this.#isOpen()) {
      await source.settle(outgoing, notWritten(outgoing))
      this.#left += sends.length
      return undefined
    }
    // Others may have been told meanwhile that these were not sent: a machine that slept must not send them now.
    if (age() > this.#options.requestTimeoutMs) {
      await source.settle(outgoing, notWritten(outgoing))
      this.#left += sends.length
      this.#countExpired(expiredBefore)
      return undefined
    }
    this.#expiredInARow = 0
    const tries = this.#failedTries
    const sinceRequest = stopwatch(this.#options.clock)
    const left = this.#turns.hand(sends.length)
    const answer = await service.sendMessages(kind, records, { onWrite: () => left(true) }).finally(() => left(false))
    const { tooManyRequests } = this.#options
    const outcome = messageOutcomes(
      sends.map(({ key }) => key),
      answer,
      tooManyRequests,
    )
    const settlements = settlementsOf(outgoing, outcome)
    const pausing = pausingEnd(outcome, answer)
    // Nothing more begins, however long it takes until the outcomes are written down.
    if (pausing) this.#finish(pausing)
    const written = this.#settle(outgoing, settlements)
    // Anything else decides whether and how the next request is made.
    if (!pausing && settlements.every((one) => one.outcome === 'accepted' || one.outcome === 'rejected')) {
      this.#judge(outcome)
      return { written }
    }
    if (!(await written)) return undefined
    if (answer.type === 'not-written') {
      this.#left += sends.length
      this.#retryLater(answer, tries)
    } else if (answer.type === 'unknown' && isNotTaken(answer, tooManyRequests)) {
      this.#left += sends.length
      await this.#slowDown(answer.retryAfterMs, { requestMs: sinceRequest(), messages: sends.length })
    } else this.#judge(outcome)
    if (pausing) await this.#handOn(pausing)
    return undefined
  }

  /** Writes down what came of a request, and tells it. Returns whether that worked. */
  async #settle(outgoing: Outgoing, settlements: readonly Settlement[]): Promise<boolean> {
    const { source, onEvent } = this.#options
    let unrecorded = settlements.length
    try {
      await source.settle(outgoing, settlements)
      unrecorded = 0
      onEvent({ type: 'request', id: outgoing.sends[0]?.id ?? '', outcomes: settlements })
      return true
    } catch (error) {
      this.#fail(error, unrecorded)
      return false
    }
  }

  /** Claims that were under way at the same time are one. */
  #countExpired(before: number): void {
    if (before < this.#expiredInARow) return
    this.#expiredInARow++
    if (this.#expiredInARow >= maxExpiredInARow) {
      this.#finish({ type: 'claims-expired', afterMs: this.#options.requestTimeoutMs })
    }
  }

  #judge({ messages }: RequestOutcome): void {
    this.#failedTries = 0
    this.#refusedInARow = 0
    const isUnknown = messages.some(({ outcome }) => outcome === 'unknown')
    this.#unknownInARow = isUnknown ? this.#unknownInARow + 1 : 0
    if (!isUnknown) this.#isProbed = true
    if (this.#unknownInARow >= maxUnknownInARow) {
      this.#finish({ type: 'unknown-outcomes', requests: this.#unknownInARow })
    }
  }

  /** Goes on more slowly, and with it the workers of other machines. */
  async #slowDown(
    retryAfterMs: number | undefined,
    { requestMs, messages }: { readonly requestMs: number; readonly messages: number },
  ): Promise<void> {
    this.#failedTries = 0
    this.#refusedInARow++
    if (this.#refusedInARow >= maxRefusedInARow) {
      const end = { type: 'pause', reasons: ['too-many-requests'], foreignKeys: [] } as const
      this.#finish(end)
      await this.#handOn(end)
      return
    }
    const { shared, rate, onEvent } = this.#options
    const waitMs = retryAfterMs ?? defaultRetryAfterMs
    const refused = { requestMs, waitMs, takesMs: (messages / rate) * 1_000 }
    try {
      this.#turns.forget()
      const factor = (await shared?.slow(refused)) ?? this.#pace.slow(refused)
      onEvent({ type: 'slowed', inMs: Math.max(waitMs, refused.takesMs / factor), rate: rate * factor })
    } catch (error) {
      this.#fail(error, 0)
    }
  }

  /** Stops the workers of other machines too. */
  async #handOn(end: PausingEnd): Promise<void> {
    if (this.#isHandedOn) return
    this.#isHandedOn = true
    try {
      await this.#options.shared?.pause(JSON.stringify(end))
    } catch (error) {
      this.#fail(error, 0)
    }
  }

  /** Requests that began before a try failed say nothing more when they fail too: together they are one try. */
  #retryLater({ reason, errorCode }: Extract<SendAnswer, { type: 'not-written' }>, triesBefore: number): void {
    const { retryDelaysMs, onEvent } = this.#options
    if (triesBefore < this.#failedTries) return
    const delayMs = retryDelaysMs[this.#failedTries]
    this.#failedTries++
    if (delayMs === undefined) {
      this.#finish({ type: 'not-reachable', reason, ...(errorCode !== undefined && { errorCode }) })
      return
    }
    this.#pace.hold(delayMs)
    onEvent({ type: 'retrying', inMs: delayMs, reason })
  }

  /** Returns whether a request may start at this moment; where it may not, that is the end. */
  #isOpen(): boolean {
    const { window, clock, requestTimeoutMs, service } = this.#options
    if (window === 'off') return true
    const now = windowByBoth(clock.now(), requestTimeoutMs, service.clock())
    if (now.type === 'closed') this.#finish({ type: 'window', opensAtMs: now.opensAtMs })
    return now.type === 'open'
  }

  #hasEnded(): boolean {
    if (this.#options.stop.aborted) this.#finish({ type: 'interrupted' })
    return this.#end !== undefined || this.#defect !== undefined
  }

  /** Ends new requests. What came first is the reason. */
  #finish(end: RunEnd): void {
    this.#end ??= end
    this.#ended.abort()
  }

  #fail(error: unknown, unrecorded: number): void {
    if (!(error instanceof LedgerError)) this.#defect ??= { error }
    else if (this.#end?.type === 'ledger') {
      this.#end = { ...this.#end, unrecorded: this.#end.unrecorded + unrecorded }
    } else if (error.problem.type === 'paused') this.#end ??= ledgerEnd(error.problem)
    else this.#end = { type: 'ledger', problem: error.problem, unrecorded }
    this.#ended.abort()
  }
}

/** A request that was made. */
interface Made {
  /** Whether there may be more to do. */
  readonly hasMore: boolean
  /** Its outcomes as they are being written down. It never rejects: what fails ends the loop. */
  readonly written?: Promise<unknown> | undefined
}

/** What was claimed, and for how long. */
interface Claim {
  readonly outgoing: Outgoing
  /** In milliseconds; it may be younger. */
  readonly age: () => number
  /** How many had expired in a row when it began. */
  readonly expiredBefore: number
}

function pausingEnd({ pauses, foreignKeys }: RequestOutcome, answer: SendAnswer): PausingEnd | undefined {
  if (pauses.length > 0) return { type: 'pause', reasons: pauses, foreignKeys }
  return answer.type === 'not-written' ? undefined : clockEnd(answer.clock)
}

function notWritten({ sends }: Outgoing): readonly Settlement[] {
  return sends.map(({ row, attempt }) => ({ row, attempt, outcome: 'not-written' }))
}

function settlementsOf({ sends }: Outgoing, { messages }: RequestOutcome): readonly Settlement[] {
  return sends.map(({ row, attempt, key }, index) => {
    // They come in the order of the sends; what did not would be of another send.
    const message = messages[index]
    const said: Omit<SentMessage, 'key'> = message?.key === key ? message : { outcome: 'unknown' }
    const { outcome, code, description } = said
    return {
      row,
      attempt,
      outcome,
      ...(code !== undefined && { code }),
      ...(description !== undefined && { description }),
    }
  })
}

/** How long nothing leaves after an answer of 429 that does not say. */
const defaultRetryAfterMs = 1_000
