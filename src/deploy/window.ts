import { dayMs, isCalendarDay, timeOfDayIn, timeOfDayMs, weekdayAt, weekdays } from '../text/korean-time.ts'
import { contractNamed, restrictedHours } from '../contract/contracts.ts'
import type { ServerClock } from '../service/exchange.ts'
import type { DeployTarget, SendingHours } from './plan-values.ts'
import type { RunEnd } from './run.ts'

/** The hours in which requests may start, in milliseconds since 1970: those of now, or the next ones. */
export interface SendWindow {
  /** Not after now where a request may start at once. */
  readonly opensAtMs: number
  /** Not included. */
  readonly closesAtMs: number
}

/** The hours of a target, and how long one of its requests may last. */
export type KeptHours = Pick<DeployTarget, 'service' | 'requestTimeoutMs' | 'window'>

/**
 * Returns the hours in which the service may be sent to, in Korea by arithmetic, whatever the machine's zone
 * (interface: "What the service does", 6). A request that starts within its own timeout of the closing could arrive
 * after it.
 */
export function windowAt(nowMs: number, { service, requestTimeoutMs, window }: KeptHours): SendWindow {
  if (window === 'off') return { opensAtMs: Number.NEGATIVE_INFINITY, closesAtMs: Number.POSITIVE_INFINITY }
  const { from, until, days } = window === 'restricted' ? hoursOf(service) : window
  for (let midnightMs = nowMs - timeOfDayMs(nowMs); ; midnightMs += dayMs) {
    const closesAtMs = midnightMs + timeOfDayIn(until) - requestTimeoutMs
    const opensAtMs = midnightMs + timeOfDayIn(from)
    if (nowMs < Math.max(opensAtMs, closesAtMs) && days.includes(weekdayAt(midnightMs)))
      return { opensAtMs, closesAtMs }
  }
}

/** Returns the hours in which a service may be sent to. */
export function hoursOf(service: string): SendingHours {
  const { restrictedFrom, restrictedUntil } = contractNamed(service).hours
  return { from: restrictedUntil, until: restrictedFrom, days: weekdays }
}

/** Answers take their time, and the header `Date` leaves out what is beyond the second: so much is no difference. */
const sameTimeMs = 2_000

/** Returns when a request may start by both clocks, where the service has shown its own, by the local one; 0 for at once. */
export function opensAtByBoth(nowMs: number, hours: KeptHours, clock: ServerClock | undefined): number {
  const aheadMs = clock === undefined ? 0 : clock.serverMs - clock.localMs
  const times = [0, Math.abs(aheadMs) > sameTimeMs ? aheadMs : 0].map(
    (differenceMs) => windowAt(nowMs + differenceMs, hours).opensAtMs - differenceMs,
  )
  const opensAtMs = Math.max(...times)
  return opensAtMs > nowMs ? opensAtMs : 0
}

const isoTime = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:?\d\d)$/
const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/**
 * Reads the moment that a person names: a time in Korea, `HH:MM` of today or with its day in front, or ISO 8601 with its
 * offset.
 *
 * @returns milliseconds since 1970; undefined for anything else, and for a day that no calendar has
 */
export function startTimeIn(text: string, nowMs: number): number | undefined {
  if (timeOfDay.test(text)) return nowMs - timeOfDayMs(nowMs) + timeOfDayIn(text)
  const iso = text.replace(/^(\S+) +(\d\d:\d\d(?::\d\d)?)$/, '$1T$2+09:00')
  const [, day] = isoTime.exec(iso) ?? []
  if (day === undefined || !isCalendarDay(day)) return undefined
  const atMs = Date.parse(iso)
  return Number.isNaN(atMs) ? undefined : atMs
}

/** Returns whether it is an hour in Korea from which some siblings of the service send no more. */
export function isEvening(nowMs: number): boolean {
  const sinceMidnight = timeOfDayMs(nowMs)
  return sinceMidnight >= eveningMs && sinceMidnight < timeOfDayIn(restrictedHours.from)
}

/** A clock that is further off says nothing about the window. */
const maxClockDifferenceMs = 30_000
/** The header `Date` leaves out what is beyond the second. */
const dateHeaderStepMs = 1_000

/** Returns the end of a deploy whose clocks are too far apart for anybody to tell the hour; undefined for any other. */
export function clockEnd(clock: ServerClock | undefined): Extract<RunEnd, { readonly type: 'clock' }> | undefined {
  if (clock === undefined) return undefined
  const aheadMs = clock.serverMs - clock.localMs
  const isOff = aheadMs > maxClockDifferenceMs || aheadMs < -maxClockDifferenceMs - dateHeaderStepMs
  return isOff ? { type: 'clock', aheadMs } : undefined
}

/** Advisory, from sibling services for the same messages. */
const eveningMs = timeOfDayIn('20:00')

export interface Sending extends KeptHours {
  readonly messages: number
  /** Messages a second. */
  readonly rate: number
}

/** The course of a deploy that starts at a time. Times are milliseconds since 1970. */
export interface Forecast {
  /** Sending alone, without the hours in which it waits. */
  readonly durationMs: number
  /** Messages that leave before the window closes for the first time. */
  readonly beforeClosing: number
  /** Messages that wait until it opens again. */
  readonly afterOpening: number
  /** When the window opens again, where something waits for it. */
  readonly opensAtMs?: number | undefined
  readonly endsAtMs: number
}

/** Foretells a deploy from its rate; what the service takes for itself is not known before. */
export function forecast({ messages, rate, ...hours }: Sending, nowMs: number): Forecast {
  const durationMs = Math.ceil((messages / rate) * 1000)
  let [atMs, beforeClosing] = [nowMs, messages]
  let waitsUntilMs: number | undefined
  for (let leftMs = durationMs; leftMs > 0;) {
    const { opensAtMs, closesAtMs } = windowAt(atMs, hours)
    if (opensAtMs > atMs && waitsUntilMs === undefined) {
      waitsUntilMs = opensAtMs
      beforeClosing = Math.floor(((atMs - nowMs) / 1000) * rate)
    }
    atMs = Math.max(atMs, opensAtMs)
    const sendingMs = Math.min(leftMs, closesAtMs - atMs)
    atMs += sendingMs
    leftMs -= sendingMs
  }
  return { durationMs, beforeClosing, afterOpening: messages - beforeClosing, opensAtMs: waitsUntilMs, endsAtMs: atMs }
}
