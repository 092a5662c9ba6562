/** The most that sending catches up after the machine was busy; timers are no finer. */
const catchUpMs = 40
/** The least that is left of the rate when the service says that there are too many requests. */
const minFactor = 1 / 64
/** Milliseconds in which all of the rate would come back. */
const recoveryMs = 600_000

/** A request that was too many for the service. */
export interface ExcessRequest {
  /** The age of the request; one that is older than the last slowing says nothing new. */
  readonly requestMs: number
  /** The pause that the service asks for. */
  readonly waitMs: number
  /** Its messages; they count at the lowered rate, because they left. */
  readonly messages: number
}

/**
 * Spreads messages over time so that no more than a rate of them leave each second. There are no fixed slots: after a stall
 * the backlog must not leave in one burst.
 */
export class Pace {
  readonly #rate: () => number
  readonly #now: () => number
  #slowed: { readonly atMs: number; readonly fromMs: number; readonly factor: number } | undefined
  #freeAtMs = Number.NEGATIVE_INFINITY
  #heldUntilMs = Number.NEGATIVE_INFINITY

  /**
   * @param rate messages a second at the moment
   * @param now milliseconds of a clock that is never set
   */
  constructor(rate: () => number, now: () => number) {
    this.#rate = rate
    this.#now = now
  }

  /** Returns the milliseconds until messages may leave; 0 for now. */
  waitMs(): number {
    return Math.max(0, this.#freeAtMs - this.#now(), this.#heldUntilMs - this.#now())
  }

  /** Takes the time of so many messages that leave now. @returns what gives the time of some of them back */
  take(messages: number): (unused: number) => void {
    const untilMs = Math.max(this.#freeAtMs, this.#now() - catchUpMs) + this.#msFor(messages)
    this.#freeAtMs = untilMs
    return (unused) => {
      // Once others have taken theirs it has gone by.
      if (this.#freeAtMs === untilMs) this.#freeAtMs -= this.#msFor(unused)
    }
  }

  /** Holds everything back for a while. */
  hold(ms: number): void {
    this.#heldUntilMs = Math.max(this.#heldUntilMs, this.#now() + ms)
  }

  /**
   * Halves the rate, unless the request was made before that was done the last time, and holds everything back. The rate
   * recovers slowly.
   *
   * @returns how much of the rate is left, from 0 to 1, and for how many milliseconds nothing leaves
   */
  slow({ requestMs, waitMs, messages }: ExcessRequest): { readonly factor: number; readonly waitMs: number } {
    const nowMs = this.#now()
    const isNew = this.#slowed === undefined || nowMs - requestMs > this.#slowed.atMs
    const factor = isNew ? Math.max(minFactor, this.#factor() / 2) : (this.#slowed?.factor ?? 1)
    const heldMs = Math.max(waitMs, (messages / this.#rate() / factor) * 1_000)
    this.#slowed = { atMs: isNew ? nowMs : (this.#slowed?.atMs ?? nowMs), fromMs: nowMs + heldMs, factor }
    this.hold(heldMs)
    return { factor, waitMs: heldMs }
  }

  #msFor(messages: number): number {
    return (messages * 1_000) / this.#rate() / this.#factor()
  }

  #factor(): number {
    if (this.#slowed === undefined) return 1
    const { fromMs, factor } = this.#slowed
    return Math.min(1, factor + Math.max(0, this.#now() - fromMs) / recoveryMs)
  }
}
