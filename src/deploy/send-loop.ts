import { setMaxListeners } from 'node:events'
import { codeOf, contractNamed, type Kind } from '../contract/contracts.ts'
import { LedgerError } from '../ledger/ledger-error.ts'
import type { Batch, Settlement } from '../ledger/ledger.ts'
import { isNotTaken, messageOutcomes, type RequestOutcome, type SendAnswer, type SentMessage } from '../service/send.ts'
import type { SendRecord } from '../contract/contract.ts'
import { paceOf } from './pace.ts'
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
  const { service, ledger, release, target, limit, clock, onEvent } = run
  const missingImages = new Set<string>()
  const pace = paceOf(() => target.rate / (ledger.shared?.share() ?? 1), clock.monotonic)
  const ended = new AbortController()
  const stop = AbortSignal.any([run.stop, ended.signal])
  // Each request in flight may listen.
  setMaxListeners(0, stop)
  /** The different sizes of a request. */
  const sizes = [...new Set(Array.from(messages.values(), ({ batch }) => batch))]
  let last: Promise<unknown> = Promise.resolve()
  let end: RunEnd | undefined
  let defect: { readonly error: unknown } | undefined
  /** The claims that are being made: they may need less than they have taken of what is left. */
  const claiming = new Set<Promise<unknown>>()
  let isProbed = false
  let unknownInARow = 0
  let refusedInARow = 0
  let failedTries = 0
  let isHandedOn = false
  /** The queue is empty: only failed requests in flight can refill it. */
  let isDry = false
  /** Counts settlements that returned sends to the queue. */
  let returns = 0

  const sendAll = async (): Promise<RunEnd> => {
    for (let hasMore = true; hasMore;) {
      const made = await request(1)
      await made.written
      hasMore = made.hasMore && !isProbed
    }
    if (isProbed) await Promise.all(Array.from({ length: target.concurrency }, work))
    if (defect) throw defect.error
    return end ?? { type: limit.left === 0 ? 'limit' : 'done' }
  }

  /** Makes one request after the other. Outcomes are written down together with the next claim: one flush serves both. */
  const work = async (): Promise<void> => {
    let made: Made = { hasMore: true }
    while (made.hasMore) made = await request(Number.POSITIVE_INFINITY, made.written)
    await made.written
  }

  /**
   * Makes a request of so many messages at most.
   *
   * @param before is over once the outcomes of the request before are written down; this one leaves after that
   */
  const request = async (maxMessages: number, before?: Promise<unknown>): Promise<Made> => {
    try {
      const claimed = await claim(maxMessages)
      // Bounds what a crash leaves unknown to one batch for each request in flight.
      await before
      if (claimed === 'over') return { hasMore: false }
      const sent = claimed && (await send(claimed))
      return { hasMore: !isDry && !hasEnded(), written: sent?.written }
    } catch (error) {
      fail(error, 0)
      return { hasMore: false, written: before }
    }
  }

  /** Waits until it is this request's turn, then claims what it will carry. Nothing is claimed while waiting. */
  const claim = async (maxMessages: number): Promise<Claim | 'over' | undefined> => {
    const taken = await take(maxMessages)
    if (taken === undefined) return 'over'
    // An upper bound: the exact time of the claim is not known here.
    const age = stopwatch(clock)
    const returnsBefore = returns
    const batchOf = (id: string): number => messages.get(id)?.batch ?? 1
    const claimed = ledger.claim({ release, maxSends: taken.messages, batchOf, stop })
    const over: Promise<unknown> = claimed.then(
      () => claiming.delete(over),
      () => claiming.delete(over),
    )
    claiming.add(over)
    const batch = await claimed.catch((error: unknown) => {
      taken.giveBack(taken.messages)
      throw error
    })
    taken.giveBack(taken.messages - (batch?.sends.length ?? 0))
    // The ledger may not have seen sends that came back while it answered.
    isDry = batch === undefined && returns === returnsBefore
    return batch && { batch, age: () => age() - batch.waitedMs }
  }

  /** Takes the time of so many messages, one request after the other; undefined where it is over. */
  const take = (maxMessages: number): Promise<Taken | undefined> => {
    const turn = last.then(async () => {
      const isOver = (): boolean => isDry || hasEnded()
      while (!isOver() && limit.left === 0 && claiming.size > 0) await Promise.race(claiming)
      // Other requests may be using up the limit.
      for (let waitMs = 1; waitMs > 0 && !isOver() && limit.left > 0;) {
        waitMs = pace.waitMs()
        if (waitMs > 0) await clock.sleep(waitMs, stop)
      }
      const taken = Math.min(maxMessages, limit.left, await nextBatch())
      if (taken === 0 || isOver() || !isOpen()) return undefined
      limit.left -= taken
      const back = pace.take(taken)
      const giveBack = (unused: number): void => {
        limit.left += unused
        back(unused)
      }
      return { messages: taken, giveBack }
    })
    last = turn.catch(() => {})
    return turn
  }

  /** Returns the most people of the next request; the ledger knows it where messages differ. */
  const nextBatch = async (): Promise<number> => {
    if (sizes.length === 1) return sizes[0] ?? 1
    return messages.get((await ledger.next(release)) ?? '')?.batch ?? Math.min(...sizes)
  }

  /** @returns the outcomes that are still being written down; undefined when everything is done */
  const send = async ({ batch, age }: Claim): Promise<Pick<Made, 'written'> | undefined> => {
    const { tooManyRequests } = target
    const { id, sends } = batch
    const message = messages.get(id)
    const records = sends.map((one) => message?.record(one))
    if (message === undefined || !records.every((record) => record !== undefined)) {
      await settle(batch, notWritten(batch))
      throw new Error(`A recipient's values do not fit message ${id}, although they were checked.`)
    }
    // Claiming took its time: the window may have closed, or the run was stopped.
    if (hasEnded() || !isOpen()) {
      await settle(batch, notWritten(batch))
      return undefined
    }
    const tries = failedTries
    const sinceRequest = stopwatch(clock)
    // The service client writes nothing for an old claim: a person may have settled it as not sent meanwhile.
    const answer = await service.sendMessages(message.kind, records, { claimedAt: Date.now() - age() })
    const keys = sends.map(({ key }) => key)
    const outcome = messageOutcomes(keys, answer, tooManyRequests)
    const settlements = settlementsOf(batch, outcome)
    const pausing = pausingEnd(outcome, answer)
    // Nothing more begins, however long it takes until the outcomes are written down.
    if (pausing) finish(pausing)
    const written = settle(batch, settlements)
    // Anything else decides whether and how the next request is made.
    if (!pausing && settlements.every((one) => one.outcome === 'accepted' || one.outcome === 'rejected')) {
      judge(outcome)
      return { written }
    }
    if (!(await written)) return undefined
    if (answer.type === 'not-written') retryLater(answer, tries)
    else if (answer.type === 'unknown' && isNotTaken(answer, tooManyRequests)) {
      await slowDown(answer.retryAfterMs ?? defaultRetryAfterMs, sinceRequest(), sends.length)
    } else judge(outcome)
    if (pausing) await handOn(pausing)
    return undefined
  }

  /** Records the outcomes of a request, and tells them. Returns whether that worked. */
  const settle = async ({ id }: Batch, settlements: readonly Settlement[]): Promise<boolean> => {
    let unrecorded = settlements.length
    try {
      await ledger.settle(settlements)
      unrecorded = 0
      if (settlements.some(({ outcome }) => outcome === 'not-written' || outcome === 'not-taken')) {
        returns++
        isDry = false
      }
      const outcomes: { [outcome: string]: number } = {}
      for (const { outcome, code } of settlements) {
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        if (mayBeSent.has(outcome)) limit.left++
        if (codeOf(contractNamed(target.service), code)?.mayMissImages) missingImages.add(id)
      }
      onEvent({ type: 'request', id, outcomes })
      return true
    } catch (error) {
      fail(error, unrecorded)
      return false
    }
  }

  const judge = (outcome: RequestOutcome): void => {
    failedTries = 0
    refusedInARow = 0
    const isUnknown = outcome.messages.some((message) => message.outcome === 'unknown')
    unknownInARow = isUnknown ? unknownInARow + 1 : 0
    if (!isUnknown) isProbed = true
    if (unknownInARow >= maxUnknownInARow) finish({ type: 'unknown-outcomes', requests: unknownInARow })
  }

  /** Goes on more slowly, until the service has refused too often. */
  const slowDown = async (retryAfterMs: number, requestMs: number, count: number): Promise<void> => {
    failedTries = 0
    refusedInARow++
    if (refusedInARow >= maxRefusedInARow) {
      const pausing = { type: 'pause', reasons: ['too-many-requests'], foreignKeys: [] } as const
      finish(pausing)
      await handOn(pausing)
      return
    }
    const { factor, waitMs } = pace.slow({ requestMs, waitMs: retryAfterMs, messages: count })
    onEvent({ type: 'slowed', inMs: waitMs, rate: (target.rate * factor) / (ledger.shared?.share() ?? 1) })
  }

  /** Stops the workers of other machines too. */
  const handOn = async (pausing: PausingEnd): Promise<void> => {
    if (isHandedOn) return
    isHandedOn = true
    try {
      await ledger.shared?.pause(JSON.stringify(pausing))
    } catch (error) {
      fail(error, 0)
    }
  }

  /** Requests that began before a try failed say nothing more when they fail too: together they are one try. */
  const retryLater = (
    { reason, errorCode }: Extract<SendAnswer, { type: 'not-written' }>,
    triesBefore: number,
  ): void => {
    if (triesBefore < failedTries) return
    const delayMs = run.retryDelaysMs[failedTries++]
    if (delayMs === undefined) {
      finish({ type: 'not-reachable', reason, errorCode })
      return
    }
    pace.hold(delayMs)
    onEvent({ type: 'retrying', inMs: delayMs, reason })
  }

  /** Returns whether a request may start at this moment; where it may not, that is the end. */
  const isOpen = (): boolean => {
    const opensAtMs = opensAtByBoth(clock.now(), target, service.clock())
    if (opensAtMs > 0) finish({ type: 'window', opensAtMs })
    return opensAtMs === 0
  }

  const hasEnded = (): boolean => {
    if (run.stop.aborted) finish({ type: 'interrupted' })
    return end !== undefined || defect !== undefined
  }

  /** Ends new requests. What came first is the reason. */
  const finish = (reason: RunEnd): void => {
    end ??= reason
    ended.abort()
  }

  const fail = (error: unknown, unrecorded: number): void => {
    if (!(error instanceof LedgerError)) defect ??= { error }
    else if (end?.type === 'ledger') end = { ...end, unrecorded: end.unrecorded + unrecorded }
    else {
      const failure = ledgerEnd(error, unrecorded)
      if (failure.type === 'ledger') end = failure
      else end ??= failure
    }
    ended.abort()
  }

  return { end: await sendAll(), missingImages }
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
  /** Another request may follow. */
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
