/** How far sending may run ahead of its rate after the machine was busy: timers are no finer than that. */
const catchUpMs = 20

/** Spreads messages over time so that no more than a rate of them leave each second. */
export class Pace {
  readonly #msPerMessage: number
  readonly #now: () => number
  #nextMs = Number.NEGATIVE_INFINITY

  /** @param rate messages a second */
  constructor(rate: number, now: () => number) {
    this.#msPerMessage = 1000 / rate
    this.#now = now
  }

  /** Takes the place of so many messages, and says in how many milliseconds they may leave. */
  reserve(messages: number): number {
    const nowMs = this.#now()
    const atMs = Math.max(this.#nextMs, nowMs - catchUpMs)
    this.#nextMs = atMs + messages * this.#msPerMessage
    return Math.max(0, atMs - nowMs)
  }

  /** Gives back the place of messages that did not leave. */
  giveBack(messages: number): void {
    this.#nextMs -= messages * this.#msPerMessage
  }
}
