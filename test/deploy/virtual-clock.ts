import type { RunClock } from '../../src/deploy/run.ts'

interface Sleeper {
  readonly dueMs: number
  readonly wake: () => void
}

/**
 * A clock that moves on when everybody waits for it, and then at once: a night takes a moment, and how quick the machine
 * is makes no difference. What does not wait for it has to be announced with `during`.
 */
export class VirtualClock implements RunClock {
  readonly #lateMs: number
  #sleepers: Sleeper[] = []
  #working = 0
  #elapsedMs = 0
  /** What the clock shows when no time has gone by. */
  #startMs = Date.now()

  /** @param lateMs how late sleepers wake up, as those of a busy machine do */
  constructor(lateMs = 0) {
    this.#lateMs = lateMs
  }

  readonly now = (): number => this.#startMs + this.#elapsedMs

  /** Milliseconds that went by since the clock was made, whatever it was set to meanwhile. */
  get elapsedMs(): number {
    return this.#elapsedMs
  }

  /** @param time in milliseconds since 1970, or ISO 8601 */
  set(time: number | string): void {
    this.#startMs = (typeof time === 'number' ? time : Date.parse(time)) - this.#elapsedMs
  }

  /** Lets time go by in which nobody wakes up: the machine stands still. */
  standStill(ms: number): void {
    this.#elapsedMs += ms
  }

  readonly monotonic = (): number => this.#elapsedMs

  readonly sleep = (ms: number, stop?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (stop?.aborted) {
        resolve()
        return
      }
      const wake = (): void => {
        this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.wake !== wake)
        stop?.removeEventListener('abort', wake)
        resolve()
      }
      stop?.addEventListener('abort', wake)
      this.#sleepers.push({ dueMs: this.#elapsedMs + ms + this.#lateMs, wake })
      this.#moveOn()
    })

  /** Work in the machine's time: the clock stands meanwhile. */
  readonly during = async <T>(work: () => Promise<T>): Promise<T> => {
    this.#working++
    try {
      return await work()
    } finally {
      this.#working--
      this.#moveOn()
    }
  }

  /** Moves on to the next who wakes up, once everybody has done what is to be done now. */
  #moveOn(): void {
    setImmediate(() => {
      const [first] = this.#sleepers.toSorted((one, other) => one.dueMs - other.dueMs)
      if (first === undefined || this.#working > 0) return
      this.#elapsedMs = Math.max(this.#elapsedMs, first.dueMs)
      first.wake()
      if (this.#sleepers.length > 0) this.#moveOn()
    })
  }
}
