import type { Kind } from '../contract/kinds.ts'
import { limits } from '../contract/limits.ts'
import { LedgerError } from '../ledger/ledger-error.ts'
import type { Batch, Ledger, Settlement } from '../ledger/ledger.ts'
import { isNotTaken, messageOutcomes, type RequestOutcome, type SendAnswer, type SentMessage } from '../service/send.ts'
import type { MessageRecord, Service } from '../service/service.ts'
import { Pace, stopwatch, Turns } from './pace.ts'
import { ledgerEnd, type PausingEnd } from './pausing.ts'
import type { Addressee } from './record.ts'
import type { RunClock, RunEnd, RunEvent } from './run.ts'
import { clockEnd, windowAt } from './window.ts'

export interface SendLoopOptions {
  readonly service: Pick<Service, 'sendMessages'>
  readonly ledger: Pick<Ledger, 'claim' | 'settle' | 'shared'>
  readonly release: string
  /** How to make the records of each message, by its id. */
  readonly messages: ReadonlyMap<string, PreparedMessage>
  /** Messages a second. */
  readonly rate: number
  /** Requests in flight. */
  readonly concurrency: number
  readonly requestTimeoutMs: number
  readonly window: 'restricted' | 'off'
  /** What the operator states of a request that is answered 429. */
  readonly tooManyRequests: 'unknown' | 'not-taken'
  /** Row numbers of the sends of a sample; nothing else is sent. */
  readonly only?: ReadonlySet<number> | undefined
  /** Messages that this run sends at most. */
  readonly maxMessages: number
  readonly clock: RunClock
  /** Ends new requests; those in flight are waited for. */
  readonly stop: AbortSignal
  readonly onEvent: (event: RunEvent) => void
  /** Waits before further tries when no connection came about; as many tries as there are waits. */
  readonly retryDelaysMs: readonly number[]
}

export interface PreparedMessage {
  readonly kind: Kind
  readonly record: (addressee: Addressee) => MessageRecord | undefined
}

const maxUnknownInARow = 3
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
  #failedTries = 0
  #expiredInARow = 0
  #isHandedOn = false
  /** Whether a claim found nothing: only what comes back of requests in flight is left, and they see to it. */
  #isDry = false

  constructor(options: SendLoopOptions) {
    this.#options = options
    const { rate, clock, ledger } = options
    this.#pace = new Pace(rate, clock.now)
    this.#left = options.maxMessages
    this.#stop = AbortSignal.any([options.stop, this.#ended.signal])
    this.#turns = new Turns({
      rate,
      clock,
      pace: this.#pace,
      reserve: ledger.shared?.reserve,
      isOver: () => this.#isDry || this.#hasEnded(),
      stop: this.#stop,
    })
  }

  async run(): Promise<RunEnd> {
    while (!this.#isProbed && (await this.#request(1)));
    if (this.#isProbed) {
      await Promise.all(Array.from({ length: this.#options.concurrency }, () => this.#work()))
    }
    if (this.#defect) throw this.#defect.error
    return this.#end ?? { type: this.#left === 0 ? 'limit' : 'done' }
  }

  async #work(): Promise<void> {
    while (await this.#request(limits.messagesPerRequest.max));
  }

  /** Makes a request of so many messages at most. Returns whether there may be more to do. */
  async #request(maxMessages: number): Promise<boolean> {
    const wanted = Math.min(maxMessages, this.#left)
    // Others may still be sending the last that are allowed.
    if (wanted === 0 || this.#hasEnded()) return false
    this.#left -= wanted
    try {
      const claim = await this.#claim(wanted)
      this.#giveBack(wanted - (claim?.batch.sends.length ?? 0))
      if (claim === undefined) return false
      await this.#send(claim)
      return !this.#hasEnded()
    } catch (error) {
      this.#fail(error, 0)
      return false
    }
  }

  /** Waits until it is this request's turn, then claims what it will carry. Nothing is claimed while waiting. */
  async #claim(maxSends: number): Promise<Claim | undefined> {
    const { ledger, release, clock, only } = this.#options
    const { slot, leave } = await this.#turns.take(maxSends)
    let leaving = 0
    try {
      if (this.#isDry || this.#hasEnded() || !this.#isOpen()) return undefined
      // When exactly it was written down nobody here knows: it is not older than this.
      const age = stopwatch(clock)
      const expiredBefore = this.#expiredInARow
      const batch = await ledger.claim({
        release,
        maxSends,
        stop: this.#stop,
        ...(slot && { slot }),
        ...(only && { only }),
      })
      leaving = batch?.sends.length ?? 0
      this.#isDry = batch === undefined
      return batch && { batch, age: () => age() - (batch.waitedMs ?? 0), expiredBefore }
    } finally {
      leave(leaving)
    }
  }

  async #send({ batch, age, expiredBefore }: Claim): Promise<void> {
    const { service, messages } = this.#options
    const message = messages.get(batch.id)
    const records = batch.sends.map((send) => message?.record(send))
    if (message === undefined || !records.every((record) => record !== undefined)) {
      await this.#settle(notWritten(batch))
      throw new Error(`A recipient's values do not fit message ${batch.id}, although they were checked.`)
    }
    // Claiming took its time: the window may have closed, or somebody stopped.
    if (this.#hasEnded() || !this.#isOpen()) {
      await this.#settle(notWritten(batch))
      this.#giveBack(batch.sends.length)
      return
    }
    // Others may have been told meanwhile that these were not sent: a machine that slept must not send them now.
    if (age() > this.#options.requestTimeoutMs) {
      await this.#settle(notWritten(batch))
      this.#giveBack(batch.sends.length)
      this.#countExpired(expiredBefore)
      return
    }
    this.#expiredInARow = 0
    const tries = this.#failedTries
    const sinceRequest = stopwatch(this.#options.clock)
    const answer = await service.sendMessages(message.kind, records)
    const { tooManyRequests } = this.#options
    const outcome = messageOutcomes(
      batch.sends.map(({ key }) => key),
      answer,
      tooManyRequests,
    )
    const settlements = settlementsOf(batch, outcome)
    try {
      await this.#settle(settlements)
    } catch (error) {
      this.#fail(error, batch.sends.length)
      return
    }
    this.#options.onEvent({ type: 'request', id: batch.id, outcomes: settlements })
    if (answer.type === 'not-written') {
      this.#giveBack(batch.sends.length)
      this.#retryLater(answer, tries)
    } else if (answer.type === 'unknown' && isNotTaken(answer, tooManyRequests)) {
      this.#giveBack(batch.sends.length)
      await this.#slowDown(answer.retryAfterMs, sinceRequest())
    } else await this.#judge(outcome, answer)
  }

  /** Claims that were under way at the same time are one. */
  #countExpired(before: number): void {
    if (before < this.#expiredInARow) return
    this.#expiredInARow++
    if (this.#expiredInARow >= maxExpiredInARow) {
      this.#finish({ type: 'claims-expired', afterMs: this.#options.requestTimeoutMs })
    }
  }

  async #settle(settlements: readonly Settlement[]): Promise<void> {
    await this.#options.ledger.settle(settlements)
    if (settlements.some(({ outcome }) => outcome === 'not-written')) this.#isDry = false
  }

  async #judge(
    { messages, pauses, foreignKeys }: RequestOutcome,
    answer: Exclude<SendAnswer, { type: 'not-written' }>,
  ): Promise<void> {
    this.#failedTries = 0
    const isUnknown = messages.some(({ outcome }) => outcome === 'unknown')
    this.#unknownInARow = isUnknown ? this.#unknownInARow + 1 : 0
    if (!isUnknown) this.#isProbed = true
    const pause = pauses.length > 0 && ({ type: 'pause', reasons: pauses, foreignKeys } as const)
    if (pause) this.#finish(pause)
    if (this.#unknownInARow >= maxUnknownInARow) {
      this.#finish({ type: 'unknown-outcomes', requests: this.#unknownInARow })
    }
    const clock = clockEnd(answer.clock)
    if (clock) this.#finish(clock)
    const pausing = pause || clock
    if (pausing) await this.#handOn(pausing)
  }

  /** Goes on more slowly, and with it the workers of other machines. */
  async #slowDown(retryAfterMs: number | undefined, requestMs: number): Promise<void> {
    this.#failedTries = 0
    const waitMs = retryAfterMs ?? defaultRetryAfterMs
    const { ledger, rate, onEvent } = this.#options
    try {
      this.#turns.forget()
      const factor = (await ledger.shared?.slow(requestMs, waitMs)) ?? this.#pace.slow(requestMs, waitMs)
      onEvent({ type: 'slowed', inMs: waitMs, rate: rate * factor })
    } catch (error) {
      this.#fail(error, 0)
    }
  }

  /** Stops the workers of other machines too. */
  async #handOn(end: PausingEnd): Promise<void> {
    if (this.#isHandedOn) return
    this.#isHandedOn = true
    try {
      await this.#options.ledger.shared?.pause(JSON.stringify(end))
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
    const { window, clock, requestTimeoutMs } = this.#options
    if (window === 'off') return true
    const now = windowAt(clock.now(), requestTimeoutMs)
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

  #giveBack(messages: number): void {
    this.#left += messages
    this.#pace.giveBack(messages)
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

/** What was claimed, and for how long. */
interface Claim {
  readonly batch: Batch
  /** In milliseconds; it may be younger. */
  readonly age: () => number
  /** How many had expired in a row when it began. */
  readonly expiredBefore: number
}

function notWritten({ sends }: Batch): readonly Settlement[] {
  return sends.map(({ row, attempt }) => ({ row, attempt, outcome: 'not-written' }))
}

function settlementsOf({ sends }: Batch, { messages }: RequestOutcome): readonly Settlement[] {
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
