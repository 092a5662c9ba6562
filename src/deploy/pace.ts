import type { SharedWork } from '../ledger/ledger.ts'
import type { RunClock } from './run.ts'

/** How far sending may run ahead of its rate after the machine was busy: timers are no finer than that. */
const catchUpMs = 40

/**
 * Spreads messages over time so that no more than a rate of them leave each second. Nobody has a place in advance: who
 * comes late, because the machine stood still or the service could not be reached, would otherwise leave all at once.
 */
export class Pace {
  readonly #msPerMessage: number
  readonly #now: () => number
  #freeAtMs = Number.NEGATIVE_INFINITY
  #leftUntilMs = Number.NEGATIVE_INFINITY
  #heldUntilMs = Number.NEGATIVE_INFINITY
  #takenMs = 0
  #leftMs = 0
  #heldMs = 0

  /** @param rate messages a second */
  constructor(rate: number, now: () => number) {
    this.#msPerMessage = 1000 / rate
    this.#now = now
  }

  /** In how many milliseconds messages may leave; 0 when they may leave now. */
  waitMs(): number {
    const nowMs = this.#now()
    // A clock that was set back must not hold sending up until it shows the old time again.
    this.#freeAtMs = Math.min(this.#freeAtMs, nowMs + this.#takenMs)
    this.#leftUntilMs = Math.min(this.#leftUntilMs, nowMs + this.#leftMs)
    this.#heldUntilMs = Math.min(this.#heldUntilMs, nowMs + this.#heldMs)
    return Math.max(0, this.#freeAtMs - nowMs, this.#leftUntilMs - nowMs, this.#heldUntilMs - nowMs)
  }

  /** Takes the time of so many messages that leave now. */
  take(messages: number): void {
    this.#takenMs = messages * this.#msPerMessage
    this.#freeAtMs = Math.max(this.#freeAtMs, this.#now() - catchUpMs) + this.#takenMs
  }

  /**
   * Messages that took their time leave only now. What was held up by more than can be caught up leaves all at once, and
   * those behind it keep their distance.
   */
  leave(messages: number): void {
    const nowMs = this.#now()
    this.#leftUntilMs = Math.max(this.#leftUntilMs, nowMs - catchUpMs) + messages * this.#msPerMessage
    this.#leftMs = this.#leftUntilMs - nowMs
  }

  /** Gives back the time of messages that did not leave. */
  giveBack(messages: number): void {
    this.#freeAtMs -= messages * this.#msPerMessage
  }

  /** Holds everything back for a while. */
  hold(ms: number): void {
    this.#heldMs = ms
    this.#heldUntilMs = this.#now() + ms
  }
}

/** Slots of all workers are reserved for so many milliseconds at once, or for one request: these may leave together. */
const leaseMs = 5

/** Slots that take longer are reserved when they are needed: a worker that dies leaves a gap of those it has. */
const longestAheadMs = 50

/** How late a slot may be taken: a busy machine's timers are late, and a suspended machine's by hours. */
const maxLateMs = 500

export interface TurnOptions {
  /** Messages a second. */
  readonly rate: number
  readonly clock: RunClock
  readonly pace: Pace
  /** Slots of the rate, where several workers keep it together. */
  readonly reserve: SharedWork['reserve'] | undefined
  /** Whether nobody has to wait any more. */
  readonly isOver: () => boolean
  readonly stop: AbortSignal
}

/** Slots of the rate that this worker has. */
interface Lease {
  /** For so many messages. */
  left: number
  /** How many milliseconds ago they began; negative before. */
  readonly age: () => number
}

/**
 * Gives the requests of one worker their turns, one after the other. Where several workers keep a rate together, slots are
 * used when what had the last ones has left, and short ones are reserved one ahead: so a worker that dies takes little with
 * it, and one whose machine or database stood still sends no more at once than it had reserved.
 */
export class Turns {
  readonly #options: TurnOptions
  #last: Promise<unknown> = Promise.resolve()
  #lease: Lease | undefined
  /** What comes after it, for as many messages. */
  #ahead: Promise<Lease> | undefined
  #waitingToLeave = 0
  #allLeft: (() => void) | undefined

  constructor(options: TurnOptions) {
    this.#options = options
  }

  /**
   * Waits until so many messages may leave, or until it is over.
   *
   * @returns what has to be told how many are leaving, when they do; 0 for none
   */
  take(messages: number): Promise<(leaving: number) => void> {
    const turn = this.#last.then(() => this.#next(messages))
    this.#last = turn.catch(() => {})
    return turn
  }

  async #next(messages: number): Promise<(leaving: number) => void> {
    const { pace, reserve } = this.#options
    await this.#paced()
    if (reserve === undefined) {
      if (!this.#options.isOver()) pace.take(messages)
      return (leaving) => pace.leave(leaving)
    }
    const isEnough = this.#lease !== undefined && this.#lease.left >= messages && this.#lease.age() <= maxLateMs
    if (!isEnough) await this.#leaseFor(messages, reserve)
    if (this.#lease) this.#lease.left -= messages
    this.#waitingToLeave++
    return () => {
      this.#waitingToLeave--
      if (this.#waitingToLeave === 0) this.#allLeft?.()
    }
  }

  async #leaseFor(messages: number, reserve: SharedWork['reserve']): Promise<void> {
    const { rate, clock, pace, stop, isOver } = this.#options
    if (this.#waitingToLeave > 0) await new Promise<void>((resolve) => (this.#allLeft = resolve))
    const wanted = Math.max(messages, Math.floor((rate * leaseMs) / 1_000))
    // The first request has one message, and those after it as many as fit.
    const isFirst = this.#lease === undefined
    // Slots that have gone by while no connection came about, or while the machine stood still, are not made up for.
    for (let isLate = true; isLate && !isOver();) {
      // The slots keep the rate; the pace only holds back while no connection comes about.
      await this.#paced()
      if (isOver()) return
      const ahead = await this.#ahead
      this.#ahead = undefined
      const lease = ahead && ahead.left >= messages ? ahead : await this.#reserved(wanted, reserve)
      for (let age = lease.age(); age < 0 && !isOver(); age = lease.age()) await clock.sleep(-age, stop)
      isLate = lease.age() > maxLateMs || pace.waitMs() > 0
      this.#lease = lease
    }
    if (isOver() || isFirst || (wanted / rate) * 1_000 > longestAheadMs) return
    this.#ahead = this.#reserved(wanted, reserve)
    // Whoever needs the slots is told.
    this.#ahead.catch(() => {})
  }

  async #reserved(left: number, reserve: SharedWork['reserve']): Promise<Lease> {
    const { rate, clock } = this.#options
    const slotMs = await reserve(left, rate)
    const since = stopwatch(clock)
    return { left, age: () => since() - slotMs }
  }

  /** Others may have left meanwhile, or have found that no connection comes about. */
  async #paced(): Promise<void> {
    const { pace, clock, stop, isOver } = this.#options
    for (let waitMs = pace.waitMs(); waitMs > 0 && !isOver(); waitMs = pace.waitMs()) await clock.sleep(waitMs, stop)
  }
}

/** Starts to measure. Where the monotonic clock stands still while the machine sleeps, the other one tells. */
export function stopwatch({ monotonic, now }: RunClock): () => number {
  const [steadyMs, nowMs] = [monotonic(), now()]
  return () => Math.max(monotonic() - steadyMs, now() - nowMs)
}
