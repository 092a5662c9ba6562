import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { RunClock } from '../../src/deploy/events.ts'

/** Sleeps that are longer than this pass at once: nobody waits for a morning in a test. */
const jumpFromMs = 5_000

/** The machine's clock, until it is set. A long sleep moves it on instead of lasting. */
export class TestClock implements RunClock {
  #aheadMs = 0

  readonly now = (): number => Date.now() + this.#aheadMs

  /** @param time in milliseconds since 1970, or ISO 8601 */
  set(time: number | string): void {
    this.#aheadMs = (typeof time === 'number' ? time : Date.parse(time)) - Date.now()
  }

  readonly sleep = async (ms: number, stop: AbortSignal): Promise<void> => {
    if (stop.aborted) return
    if (ms < jumpFromMs) await wait(ms, undefined, { signal: stop }).catch(() => undefined)
    else {
      this.#aheadMs += ms
      await turn()
    }
  }
}
