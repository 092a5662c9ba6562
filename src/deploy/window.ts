import { times } from '../contract/limits.ts'
import type { ServerClock } from '../service/exchange.ts'
import type { RunEnd } from './events.ts'

/** Whether a request may start now. Times are milliseconds since 1970. */
export type SendWindow =
  /** Until `closesAtMs`, not included. */
  { readonly type: 'open'; readonly closesAtMs: number } | { readonly type: 'closed'; readonly opensAtMs: number }

const dayMs = 86_400_000
const offsetMs = times.utcOffsetHours * 3_600_000
const opensMs = sinceMidnightMs(times.restrictedUntil)
const closesMs = sinceMidnightMs(times.restrictedFrom)

/**
 * The hours in which the service may be sent to, in Korea by arithmetic, whatever the machine's zone (interface: "What
 * the service does", 6). A request that starts within its own timeout of the closing could arrive after it.
 */
export function windowAt(nowMs: number, requestTimeoutMs: number): SendWindow {
  const midnightMs = Math.floor((nowMs + offsetMs) / dayMs) * dayMs - offsetMs
  const closesAtMs = midnightMs + closesMs - requestTimeoutMs
  if (nowMs < midnightMs + opensMs) return { type: 'closed', opensAtMs: midnightMs + opensMs }
  return nowMs < closesAtMs ? { type: 'open', closesAtMs } : { type: 'closed', opensAtMs: midnightMs + dayMs + opensMs }
}

/** How long the window is open each day for requests of that timeout, in milliseconds. */
export function openMsADay(requestTimeoutMs: number): number {
  return Math.max(0, closesMs - opensMs - requestTimeoutMs)
}

/** Whether it is an hour in Korea from which some siblings of the service send no more. */
export function isEvening(nowMs: number): boolean {
  const sinceMidnight = (((nowMs + offsetMs) % dayMs) + dayMs) % dayMs
  return sinceMidnight >= eveningMs && sinceMidnight < closesMs
}

/** A clock that is further off says nothing about the window. */
const maxClockDifferenceMs = 30_000
/** The header `Date` leaves out what is beyond the second. */
const dateHeaderStepMs = 1_000

/** The end of a deploy whose clocks are too far apart for anybody to tell the hour; undefined for any other. */
export function clockEnd(clock: ServerClock | undefined): Extract<RunEnd, { readonly type: 'clock' }> | undefined {
  if (clock === undefined) return undefined
  const aheadMs = clock.serverMs - clock.localMs
  const isOff = aheadMs > maxClockDifferenceMs || aheadMs < -maxClockDifferenceMs - dateHeaderStepMs
  return isOff ? { type: 'clock', aheadMs } : undefined
}

/** Advisory, from sibling services for the same messages. */
const eveningMs = sinceMidnightMs('20:00')

function sinceMidnightMs(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}
