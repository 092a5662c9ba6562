/** The most that sending catches up after the machine was busy; timers are no finer. */
const catchUpMs = 40
/** The least that is left of the rate when the service says that there are too many requests. */
const minFactor = 1 / 64
/** Milliseconds in which all of the rate would come back. */
const recoveryMs = 600_000

/** A request that was too many for the service. */
interface ExcessRequest {
  /** The age of the request; one that is older than the last slowing says nothing new. */
  readonly requestMs: number
  /** The pause that the service asks for. */
  readonly waitMs: number
  /** Its messages; they count at the lowered rate, because they left. */
  readonly messages: number
}

/** Spreads messages over time. */
export interface Pace {
  /** Returns the milliseconds until messages may leave; 0 for now. */
  readonly waitMs: () => number
  /** Takes the time of so many messages that leave now. @returns what gives the time of some of them back */
  readonly take: (messages: number) => (unused: number) => void
  /** Holds everything back for a while. */
  readonly hold: (ms: number) => void
  /**
   * Halves the rate, unless the request was made before that was done the last time, and holds everything back. The rate
   * recovers slowly.
   *
   * @returns how much of the rate is left, from 0 to 1, and for how many milliseconds nothing leaves
   */
  readonly slow: (request: ExcessRequest) => { readonly factor: number; readonly waitMs: number }
}

/**
 * Returns a pace at which no more than a rate of messages leave each second. There are no fixed slots: after a stall the
 * backlog must not leave in one burst.
 *
 * @param rate messages a second at the moment
 * @param now milliseconds of a clock that is never set
 */
export function paceOf(rate: () => number, now: () => number): Pace {
  let slowed: { readonly atMs: number; readonly fromMs: number; readonly factor: number } | undefined
  let freeAtMs = Number.NEGATIVE_INFINITY
  let heldUntilMs = Number.NEGATIVE_INFINITY
  const factorNow = (): number =>
    slowed ? Math.min(1, slowed.factor + Math.max(0, now() - slowed.fromMs) / recoveryMs) : 1
  const msFor = (messages: number): number => (messages * 1_000) / rate() / factorNow()
  const hold = (ms: number): void => {
    heldUntilMs = Math.max(heldUntilMs, now() + ms)
  }
  return {
    hold,
    waitMs: () => Math.max(0, freeAtMs - now(), heldUntilMs - now()),
    take: (messages) => {
      const untilMs = Math.max(freeAtMs, now() - catchUpMs) + msFor(messages)
      freeAtMs = untilMs
      return (unused) => {
        // Once others have taken theirs it has gone by.
        if (freeAtMs === untilMs) freeAtMs -= msFor(unused)
      }
    },
    slow: ({ requestMs, waitMs, messages }) => {
      const nowMs = now()
      const before = slowed && nowMs - requestMs <= slowed.atMs ? slowed : undefined
      const { atMs, factor } = before ?? { atMs: nowMs, factor: Math.max(minFactor, factorNow() / 2) }
      const heldMs = Math.max(waitMs, (messages / rate() / factor) * 1_000)
      slowed = { atMs, fromMs: nowMs + heldMs, factor }
      hold(heldMs)
      return { factor, waitMs: heldMs }
    },
  }
}
