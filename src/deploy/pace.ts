import { type RateSlot, type ExcessRequest, type SharedWork, slowing } from '../ledger/shared-work.ts'
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
  #slowed: { readonly atMs: number; readonly fromMs: number; readonly factor: number } | undefined
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

  /**
   * Takes the time of so many messages that leave now.
   *
   * @returns what gives the time of some of them back; once others have taken theirs it has gone by, and nothing is given
   */
  take(messages: number): (unused: number) => void {
    this.#takenMs = this.#msFor(messages)
    const untilMs = Math.max(this.#freeAtMs, this.#now() - catchUpMs) + this.#takenMs
    this.#freeAtMs = untilMs
    return (unused) => {
      if (this.#freeAtMs === untilMs) this.#freeAtMs -= this.#msFor(unused)
    }
  }

  /**
   * Messages that took their time leave only now. What was held up by more than can be caught up leaves all at once, and
   * those behind it keep their distance.
   */
  leave(messages: number): void {
    const nowMs = this.#now()
    this.#leftUntilMs = Math.max(this.#leftUntilMs, nowMs - catchUpMs) + this.#msFor(messages)
    this.#leftMs = this.#leftUntilMs - nowMs
  }

  /** Holds everything back for a while. */
  hold(ms: number): void {
    this.#heldMs = ms
    this.#heldUntilMs = this.#now() + ms
  }

  /**
   * Halves the rate, unless the request was made before that was done the last time, and holds everything back. The rate
   * recovers slowly. What others took of it stays theirs: they may have just left.
   *
   * @returns how much of the rate is left, from 0 to 1
   */
  slow({ requestMs, waitMs: wantedMs, takesMs }: ExcessRequest): number {
    const nowMs = this.#now()
    const isNew = this.#slowed === undefined || nowMs - requestMs > this.#slowed.atMs
    const factor = isNew ? Math.max(slowing.minFactor, this.#factor() / 2) : (this.#slowed?.factor ?? 1)
    const waitMs = Math.max(wantedMs, takesMs / factor)
    this.#slowed = { atMs: isNew ? nowMs : (this.#slowed?.atMs ?? nowMs), fromMs: nowMs + waitMs, factor }
    this.hold(Math.max(waitMs, this.#heldUntilMs - nowMs))
    return factor
  }

  #msFor(messages: number): number {
    return (messages * this.#msPerMessage) / this.#factor()
  }

  #factor(): number {
    if (this.#slowed === undefined) return 1
    const { fromMs, factor } = this.#slowed
    return Math.min(1, factor + Math.max(0, this.#now() - fromMs) / slowing.recoveryMs)
  }
}

/** Slots of all workers are reserved for so many milliseconds at once, or for one request: these may leave together. */
const leaseMs = 5

/** Slots that take longer are reserved when they are needed: a worker that dies leaves a gap of those it has. */
const longestAheadMs = 50

/** How long claims may take before nobody else begins: on a slow disk, those that wait for it would all leave at once. */
const slowClaimMs = 100

/** How late a slot may be taken, or a request leave: a busy machine's timers are late, and a suspended machine's by hours. */
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

/** What a request has when it is its turn. */
export interface Turn {
  /** What the claim has to come with, where several workers keep the rate together. */
  readonly slot?: RateSlot
  /** Has to be told how many are leaving, when they do; 0 for none. */
  readonly leave: (leaving: number) => void
}

/** Slots of the rate that this worker has. */
interface Lease {
  readonly slot: RateSlot
  /** For so many messages. */
  left: number
  /** How many milliseconds ago they began; negative before. */
  readonly age: () => number
  /** How long the answer took: when exactly they were reserved nobody here knows. */
  readonly answerMs: number
}

/** How many milliseconds the quickest answer about slots took: where sending begins anew, the same ledger is asked. */
const quickestAnswers = new WeakMap<SharedWork['reserve'], number>()

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
  /** How long ago each began that has its turn and has not left; the first is the oldest. */
  readonly #claiming = new Pending()
  /** How long ago each was handed to the network that is not written yet. */
  readonly #writing = new Pending()

  constructor(options: TurnOptions) {
    this.#options = options
  }

  /** Waits until so many messages may leave, or until it is over. */
  take(messages: number): Promise<Turn> {
    const turn = this.#last.then(() => this.#next(messages))
    this.#last = turn.catch(() => {})
    return turn
  }

  /** Slots that were reserved before the rate was lowered hold no longer. */
  forget(): void {
    this.#lease = undefined
    this.#ahead = undefined
  }

  /**
   * Messages are handed to the network. While their connection takes long nobody else begins, and those behind them keep
   * their distance from the moment they are written.
   *
   * @returns what has to be called when they are written, or will not be; after the first time it does nothing
   */
  hand(messages: number): (isWritten: boolean) => void {
    const { clock, pace } = this.#options
    const age = stopwatch(clock)
    const done = this.#writing.add(age)
    return (isWritten) => {
      if (done() && isWritten && age() > maxLateMs) pace.leave(messages)
    }
  }

  async #next(messages: number): Promise<Turn> {
    const { pace, reserve, clock, isOver } = this.#options
    await this.#free()
    const age = stopwatch(clock)
    if (reserve === undefined) {
      const giveBack = isOver() ? undefined : pace.take(messages)
      const done = this.#claiming.add(age)
      return {
        leave: (leaving) => {
          giveBack?.(messages - leaving)
          pace.leave(leaving)
          done()
        },
      }
    }
    const isEnough = this.#lease !== undefined && this.#lease.left >= messages && !isLate(this.#lease, reserve)
    if (!isEnough) await this.#leaseFor(messages, reserve)
    if (this.#lease) this.#lease.left -= messages
    const done = this.#claiming.add(age)
    return {
      ...(this.#lease && { slot: this.#lease.slot }),
      leave: (leaving) => {
        if (done() && age() > maxLateMs) pace.leave(leaving)
      },
    }
  }

  async #leaseFor(messages: number, reserve: SharedWork['reserve']): Promise<void> {
    const { rate, clock, pace, stop, isOver } = this.#options
    await this.#claiming.none()
    const wanted = Math.max(messages, Math.floor((rate * leaseMs) / 1_000))
    // The first request has one message, and those after it as many as fit.
    const isFirst = this.#lease === undefined
    // Slots that have gone by while no connection came about, or while the machine stood still, are not made up for.
    for (let isOld = true; isOld && !isOver();) {
      // The slots keep the rate; the pace only holds back while no connection comes about, or behind what left late.
      await this.#free()
      if (isOver()) return
      const ahead = await this.#ahead
      this.#ahead = undefined
      const lease = ahead && ahead.left >= messages ? ahead : await this.#reserved(wanted, reserve)
      for (let age = lease.age(); age < 0 && !isOver(); age = lease.age()) await clock.sleep(-age, stop)
      isOld = isLate(lease, reserve) || pace.waitMs() > 0 || this.#slow() !== undefined
      this.#lease = lease
    }
    if (isOver() || isFirst || (wanted / rate) * 1_000 > longestAheadMs) return
    this.#ahead = this.#reserved(wanted, reserve)
    // Whoever needs the slots is told.
    this.#ahead.catch(() => {})
  }

  async #reserved(left: number, reserve: SharedWork['reserve']): Promise<Lease> {
    const { rate, clock } = this.#options
    const asked = stopwatch(clock)
    const slot = await reserve(left, rate)
    const answerMs = asked()
    quickestAnswers.set(reserve, Math.min(quickestAnswers.get(reserve) ?? answerMs, answerMs))
    const since = stopwatch(clock)
    // The machine may have slept while the answer was on its way.
    return { slot, left, age: () => since() - slot.waitMs, answerMs }
  }

  /** Waits until the pace lets somebody leave and nobody before takes long. Either may have changed meanwhile. */
  async #free(): Promise<void> {
    const { pace, clock, stop, isOver } = this.#options
    while (!isOver()) {
      const waitMs = pace.waitMs()
      const slow = this.#slow()
      if (waitMs > 0) await clock.sleep(waitMs, stop)
      else if (slow) await slow.none()
      else return
    }
  }

  /** What takes so long that nobody else begins. */
  #slow(): Pending | undefined {
    if (this.#claiming.oldestMs() > slowClaimMs) return this.#claiming
    return this.#writing.oldestMs() > maxLateMs ? this.#writing : undefined
  }
}

/** What has begun and is not done. */
class Pending {
  /** How many milliseconds ago each began; the first is the oldest. */
  readonly #ages = new Set<() => number>()
  readonly #waiting: (() => void)[] = []

  /** @returns what has to be called when it is done; it tells whether that was the first time */
  add(age: () => number): () => boolean {
    this.#ages.add(age)
    return () => {
      const isFirst = this.#ages.delete(age)
      if (this.#ages.size === 0) for (const told of this.#waiting.splice(0)) told()
      return isFirst
    }
  }

  /** 0 where nothing is under way. */
  oldestMs(): number {
    const [oldest] = this.#ages
    return oldest?.() ?? 0
  }

  /** Waits until nothing is under way. */
  async none(): Promise<void> {
    if (this.#ages.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}

/** They may be as much older as their answer took longer than the quickest one, which may have come since. */
function isLate({ age, answerMs }: Lease, reserve: SharedWork['reserve']): boolean {
  return age() + answerMs - (quickestAnswers.get(reserve) ?? answerMs) > maxLateMs
}

/** Starts to measure. Where the monotonic clock stands still while the machine sleeps, the other one tells. */
export function stopwatch({ monotonic, now }: RunClock): () => number {
  const [steadyMs, nowMs] = [monotonic(), now()]
  return () => Math.max(monotonic() - steadyMs, now() - nowMs)
}
