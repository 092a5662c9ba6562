import { slowing } from '../ledger/shared-work.ts'

/** How far sending may run ahead of its rate after the machine was busy: timers are no finer than that. */
const catchUpMs = 20

/**
 * Spreads messages over time so that no more than a rate of them leave each second. Nobody has a place in advance: who
 * comes late, because the machine stood still or the service could not be reached, would otherwise leave all at once.
 */
export class Pace {
  readonly #msPerMessage: number
  readonly #now: () => number
  #slowed: { readonly atMs: number; readonly fromMs: number; readonly factor: number } | undefined
  #freeAtMs = Number.NEGATIVE_INFINITY
  #heldUntilMs = Number.NEGATIVE_INFINITY
  #takenMs = 0
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
    this.#heldUntilMs = Math.min(this.#heldUntilMs, nowMs + this.#heldMs)
    return Math.max(0, this.#freeAtMs - nowMs, this.#heldUntilMs - nowMs)
  }

  /** Takes the time of so many messages that leave now. */
  take(messages: number): void {
    this.#takenMs = (messages * this.#msPerMessage) / this.#factor()
    this.#freeAtMs = Math.max(this.#freeAtMs, this.#now() - catchUpMs) + this.#takenMs
  }

  /** Gives back the time of messages that did not leave. */
  giveBack(messages: number): void {
    this.#freeAtMs -= (messages * this.#msPerMessage) / this.#factor()
  }

  /** Holds everything back for a while. */
  hold(ms: number): void {
    this.#heldMs = ms
    this.#heldUntilMs = this.#now() + ms
  }

  /**
   * Halves the rate, unless the request was made before that was done the last time, and holds everything back. The rate
   * recovers slowly.
   *
   * @param requestMs how long ago the request was made
   * @returns how much of the rate is left, from 0 to 1
   */
  slow(requestMs: number, waitMs: number): number {
    const nowMs = this.#now()
    const isNew = this.#slowed === undefined || nowMs - requestMs > this.#slowed.atMs
    const factor = isNew ? Math.max(slowing.minFactor, this.#factor() / 2) : (this.#slowed?.factor ?? 1)
    this.#slowed = { atMs: isNew ? nowMs : (this.#slowed?.atMs ?? nowMs), fromMs: nowMs + waitMs, factor }
    this.hold(Math.max(waitMs, this.#heldUntilMs - nowMs))
    // What was taken at the faster rate is over.
    this.#freeAtMs = Math.min(this.#freeAtMs, this.#heldUntilMs)
    return factor
  }

  #factor(): number {
    if (this.#slowed === undefined) return 1
    const { fromMs, factor } = this.#slowed
    return Math.min(1, factor + Math.max(0, this.#now() - fromMs) / slowing.recoveryMs)
  }
}
