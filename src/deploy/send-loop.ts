import { setMaxListeners } from 'node:events'
import { codeOf, contractNamed, type Kind } from '../contract/contracts.ts'
import { LedgerError } from '../ledger/ledger-error.ts'
import type { Batch, Settlement } from '../ledger/ledger.ts'
import { isNotTaken, messageOutcomes, type RequestOutcome, type SendAnswer, type SentMessage } from '../service/send.ts'
import type { SendRecord } from '../contract/contract.ts'
import { Pace } from './pace.ts'
import type { Addressee } from './record.ts'
import { ledgerEnd, type PausingEnd, type Run, type RunClock, type RunEnd } from './run.ts'
import { clockEnd, opensAtByBoth } from './window.ts'

/** A message from which records are made. */
export interface PreparedMessage {
  readonly kind: Kind
  /** The most people of one request. */
  readonly batch: number
  /** Undefined where the values leave a gap: a defect, as they were checked. */
  readonly record: (addressee: Addressee) => SendRecord | undefined
}

/** Messages by their ids. */
export type PreparedMessages = ReadonlyMap<string, PreparedMessage>

/** The end of the loop. */
interface LoopEnd {
  readonly end: RunEnd
  /** Ids of messages whose images the service may have deleted. */
  readonly missingImages: ReadonlySet<string>
}

const maxUnknownInARow = 3
/** Requests in a row that the service refuses as too many. */
const maxRefusedInARow = 10
/** The pause after an answer of 429 that names none. */
const defaultRetryAfterMs = 1_000

/**
 * Sends what is pending until there is no more, or until something ends it. The first request carries one message, and
 * so do the next ones as long as its outcome is not known; then as many requests as allowed are in flight.
 */
export async function sendPending(run: Run, messages: PreparedMessages): Promise<LoopEnd> {
  const loop = new SendLoop(run, messages)
  return { end: await loop.send(), missingImages: loop.missingImages }
}

class SendLoop {
  readonly missingImages = new Set<string>()
  readonly #run: Run
  readonly #messages: PreparedMessages
  readonly #pace: Pace
  readonly #stop: AbortSignal
  readonly #ended = new AbortController()
  /** The different sizes of a request. */
  readonly #sizes: readonly number[]
  #turn: Promise<unknown> = Promise.resolve()
  #end: RunEnd | undefined
  #defect: { readonly error: unknown } | undefined
  /** The claims that are being made: they may need less than they have taken of what is left. */
  readonly #claiming = new Set<Promise<unknown>>()
  #isProbed = false
  #unknownInARow = 0
  #refusedInARow = 0
  #failedTries = 0
  #isHandedOn = false
  /** Whether the queue is empty: only failed requests in flight can refill it. */
  #isDry = false
  /** Counts settlements that returned sends to the queue. */
  #returns = 0

  constructor(run: Run, messages: PreparedMessages) {
    this.#run = run
    this.#messages = messages
    const { target, clock, ledger } = run
    this.#sizes = [...new Set(Array.from(messages.values(), ({ batch }) => batch))]
    this.#pace = new Pace(() => target.rate / (ledger.shared?.share() ?? 1), clock.monotonic)
    this.#stop = AbortSignal.any([run.stop, this.#ended.signal])
    // Each request in flight may listen.
    setMaxListeners(0, this.#stop)
  }

  async send(): Promise<RunEnd> {
    for (let hasMore = true; hasMore && !this.#isProbed;) {
      const made = await this.#request(1)
      await made.written
      hasMore = made.hasMore
    }
    if (this.#isProbed) {
      await Promise.all(Array.from({ length: this.#run.target.concurrency }, () => this.#work()))
    }
    if (this.#defect) throw this.#defect.error
    return this.#end ?? { type: this.#run.limit.left === 0 ? 'limit' : 'done' }
  }

  /** Makes one request after the other. Outcomes are written down together with the next claim: one flush serves both. */
  async #work(): Promise<void> {
    let made: Made = { hasMore: true }
    while (made.hasMore) made = await this.#request(Number.POSITIVE_INFINITY, made.written)
    await made.written
  }

  /**
   * Makes a request of so many messages at most.
   *
   * @param before is over once the outcomes of the request before are written down; this one leaves after that
   */
  async #request(maxMessages: number, before?: Promise<unknown>): Promise<Made> {
    try {
      const claim = await this.#claim(maxMessages)
      // Bounds what a crash leaves unknown to one batch for each request in flight.
      await before
      if (claim === 'over') return { hasMore: false }
      const sent = claim && (await this.#send(claim))
      return { hasMore: !this.#isDry && !this.#hasEnded(), written: sent?.written }
    } catch (error) {
      this.#fail(error, 0)
      return { hasMore: false, written: before }
    }
  }

  /** Waits until it is this request's turn, then claims what it will carry. Nothing is claimed while waiting. */
  async #claim(maxMessages: number): Promise<Claim | 'over' | undefined> {
    const { ledger, release, clock } = this.#run
    const taken = await this.#taken(maxMessages)
    if (taken === undefined) return 'over'
    // An upper bound: the exact time of the claim is not known here.
    const age = stopwatch(clock)
    const returnsBefore = this.#returns
    const batchOf = (id: string): number => this.#messages.get(id)?.batch ?? 1
    const claiming = ledger.claim({ release, maxSends: taken.messages, batchOf, stop: this.#stop })
    const over: Promise<unknown> = claiming.then(
      () => this.#claiming.delete(over),
      () => this.#claiming.delete(over),
    )
    this.#claiming.add(over)
    const batch = await claiming.catch((error: unknown) => {
      taken.giveBack(taken.messages)
      throw error
    })
    taken.giveBack(taken.messages - (batch?.sends.length ?? 0))
    // The ledger may not have seen sends that came back while it answered.
    this.#isDry = batch === undefined && this.#returns === returnsBefore
    return batch && { batch, age: () => age() - batch.waitedMs }
  }

  /** Takes the time of so many messages, one request after the other; undefined where it is over. */
  #taken(maxMessages: number): Promise<Taken | undefined> {
    const { clock } = this.#run
    const turn = this.#turn.then(async () => {
      const isOver = (): boolean => this.#isDry || this.#hasEnded()
      while (!isOver() && this.#run.limit.left === 0 && this.#claiming.size > 0) await Promise.race(this.#claiming)
      // Other requests may be using up the limit.
      for (let waitMs = 1; waitMs > 0 && !isOver() && this.#run.limit.left > 0;) {
        waitMs = this.#pace.waitMs()
        if (waitMs > 0) await clock.sleep(waitMs, this.#stop)
      }
      const messages = Math.min(maxMessages, this.#run.limit.left, await this.#nextBatch())
      if (messages === 0 || isOver() || !this.#isOpen()) return undefined
      this.#run.limit.left -= messages
      const back = this.#pace.take(messages)
      const giveBack = (unused: number): void => {
        this.#run.limit.left += unused
        back(unused)
      }
      return { messages, giveBack }
    })
    this.#turn = turn.catch(() => {})
    return turn
  }

  /** Returns the most people of the next request; the ledger knows it where messages differ. */
  async #nextBatch(): Promise<number> {
    if (this.#sizes.length === 1) return this.#sizes[0] ?? 1
    const id = await this.#run.ledger.next(this.#run.release)
    return this.#messages.get(id ?? '')?.batch ?? Math.min(...this.#sizes)
  }

  /** @returns the outcomes that are still being written down; undefined when everything is done */
  async #send({ batch, age }: Claim): Promise<Pick<Made, 'written'> | undefined> {
    const { service, target, clock } = this.#run
    const { tooManyRequests } = target
    const { id, sends } = batch
    const message = this.#messages.get(id)
    const records = sends.map((send) => message?.record(send))
    if (message === undefined || !records.every((record) => record !== undefined)) {
      await this.#settle(batch, notWritten(batch))
      throw new Error(`A recipient's values do not fit message ${id}, although they were checked.`)
    }
    // Claiming took its time: the window may have closed, or the run was stopped.
    if (this.#hasEnded() || !this.#isOpen()) {
      await this.#settle(batch, notWritten(batch))
      return undefined
    }
    const tries = this.#failedTries
    const sinceRequest = stopwatch(clock)
    // The service client writes nothing for an old claim: a person may have settled it as not sent meanwhile.
    const answer = await service.sendMessages(message.kind, records, { claimedAt: Date.now() - age() })
    const keys = sends.map(({ key }) => key)
    const outcome = messageOutcomes(keys, answer, tooManyRequests)
    const settlements = settlementsOf(batch, outcome)
    const pausing = pausingEnd(outcome, answer)
    // Nothing more begins, however long it takes until the outcomes are written down.
    if (pausing) this.#finish(pausing)
    const written = this.#settle(batch, settlements)
    // Anything else decides whether and how the next request is made.
    if (!pausing && settlements.every((one) => one.outcome === 'accepted' || one.outcome === 'rejected')) {
      this.#judge(outcome)
      return { written }
    }
    if (!(await written)) return undefined
    if (answer.type === 'not-written') this.#retryLater(answer, tries)
    else if (answer.type === 'unknown' && isNotTaken(answer, tooManyRequests)) {
      await this.#slowDown(answer.retryAfterMs ?? defaultRetryAfterMs, sinceRequest(), sends.length)
    } else this.#judge(outcome)
    if (pausing) await this.#handOn(pausing)
    return undefined
  }

  /** Records the outcomes of a request, and tells them. Returns whether that worked. */
  async #settle({ id }: Batch, settlements: readonly Settlement[]): Promise<boolean> {
    const { ledger, limit, target, onEvent } = this.#run
    let unrecorded = settlements.length
    try {
      await ledger.settle(settlements)
      unrecorded = 0
      if (settlements.some(({ outcome }) => outcome === 'not-written' || outcome === 'not-taken')) {
        this.#returns++
        this.#isDry = false
      }
      const outcomes: { [outcome: string]: number } = {}
      for (const { outcome, code } of settlements) {
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        if (mayBeSent.has(outcome)) limit.left++
        if (codeOf(contractNamed(target.service), code)?.mayMissImages) this.missingImages.add(id)
      }
      onEvent({ type: 'request', id, outcomes })
      return true
    } catch (error) {
      this.#fail(error, unrecorded)
      return false
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

  /** Goes on more slowly, until the service has refused too often. */
  async #slowDown(retryAfterMs: number, requestMs: number, messages: number): Promise<void> {
    const { target, ledger, onEvent } = this.#run
    this.#failedTries = 0
    this.#refusedInARow++
    if (this.#refusedInARow >= maxRefusedInARow) {
      const end = { type: 'pause', reasons: ['too-many-requests'], foreignKeys: [] } as const
      this.#finish(end)
      await this.#handOn(end)
      return
    }
    const { factor, waitMs } = this.#pace.slow({ requestMs, waitMs: retryAfterMs, messages })
    onEvent({ type: 'slowed', inMs: waitMs, rate: (target.rate * factor) / (ledger.shared?.share() ?? 1) })
  }

  /** Stops the workers of other machines too. */
  async #handOn(end: PausingEnd): Promise<void> {
    if (this.#isHandedOn) return
    this.#isHandedOn = true
    try {
      await this.#run.ledger.shared?.pause(JSON.stringify(end))
    } catch (error) {
      this.#fail(error, 0)
    }
  }

  /** Requests that began before a try failed say nothing more when they fail too: together they are one try. */
  #retryLater({ reason, errorCode }: Extract<SendAnswer, { type: 'not-written' }>, triesBefore: number): void {
    const { retryDelaysMs, onEvent } = this.#run
    if (triesBefore < this.#failedTries) return
    const delayMs = retryDelaysMs[this.#failedTries]
    this.#failedTries++
    if (delayMs === undefined) {
      this.#finish({ type: 'not-reachable', reason, errorCode })
      return
    }
    this.#pace.hold(delayMs)
    onEvent({ type: 'retrying', inMs: delayMs, reason })
  }

  /** Returns whether a request may start at this moment; where it may not, that is the end. */
  #isOpen(): boolean {
    const { clock, service, target } = this.#run
    const opensAtMs = opensAtByBoth(clock.now(), target, service.clock())
    if (opensAtMs > 0) this.#finish({ type: 'window', opensAtMs })
    return opensAtMs === 0
  }

  #hasEnded(): boolean {
    if (this.#run.stop.aborted) this.#finish({ type: 'interrupted' })
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
    } else {
      const end = ledgerEnd(error, unrecorded)
      if (end.type === 'ledger') this.#end = end
      else this.#end ??= end
    }
    this.#ended.abort()
  }
}

/** After these outcomes a message did not leave, and this run or a later one sends it. */
const mayBeSent: ReadonlySet<Settlement['outcome']> = new Set(['not-written', 'not-taken', 'deferred'])

/** Time and messages that a request has taken. */
interface Taken {
  readonly messages: number
  readonly giveBack: (unused: number) => void
}

/** A request that was made. */
interface Made {
  /** Whether another request may follow. */
  readonly hasMore: boolean
  /** Its outcomes as they are being written down. It never rejects: what fails ends the loop. */
  readonly written?: Promise<unknown> | undefined
}

/** A claimed batch and its age in milliseconds; it may be younger. */
interface Claim {
  readonly batch: Batch
  readonly age: () => number
}

/** Starts to measure. Where the monotonic clock stands still while the machine sleeps, the other one tells. */
function stopwatch({ monotonic, now }: RunClock): () => number {
  const [steadyMs, nowMs] = [monotonic(), now()]
  return () => Math.max(monotonic() - steadyMs, now() - nowMs)
}

function pausingEnd({ pauses, foreignKeys }: RequestOutcome, answer: SendAnswer): PausingEnd | undefined {
  if (pauses.length > 0) return { type: 'pause', reasons: pauses, foreignKeys }
  return answer.type === 'not-written' ? undefined : clockEnd(answer.clock)
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
    return { row, attempt, outcome, code, description }
  })
}
