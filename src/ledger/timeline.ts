import { type Delivery, deliveryOf } from '../contract/delivery.ts'
import { times } from '../contract/limits.ts'
import type { SendState } from './send-states.ts'

/** How much happened when: counts in periods of equal length, which begin at full hours, days and so on of Korea. */
export interface Timeline<Name extends string> {
  /** The first and the last moment at which something happened, in milliseconds since 1970. */
  readonly firstAt: number
  readonly lastAt: number
  readonly periodMs: number
  /** In their order; those in which nothing happened are absent. There are at most `maxPeriods`. */
  readonly periods: readonly TimelinePeriod<Name>[]
}

export interface TimelinePeriod<Name extends string> {
  /** When it begins, in milliseconds since 1970. */
  readonly from: number
  /** Absent names did not happen. */
  readonly counts: { readonly [N in Name]?: number }
}

/** What happened with a release when. A part is absent where nothing happened yet. */
export interface ReleaseTimeline {
  /** Sends by when their last request began, in the states that they are in now. */
  readonly sends?: Timeline<SendState>
  /** Sends by when the service was done with them. */
  readonly deliveries?: Timeline<Exclude<Delivery, 'none'>>
}

/** What fits a chart. */
export const maxPeriods = 60

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Lengths that people read off a clock or a calendar. */
const periodsMs = [
  ...[1, 5, 15].map((seconds) => seconds * secondMs),
  ...[1, 5, 15].map((minutes) => minutes * minuteMs),
  ...[1, 3, 6].map((hours) => hours * hourMs),
  ...[1, 7, 28].map((days) => days * dayMs),
]

/** Added to a moment, it makes periods begin as the clock in Korea says. */
export const clockOffsetMs: number = times.utcOffsetHours * hourMs

/** Returns the shortest length of which a time from one moment to another takes no more than `maxPeriods`. */
export function periodLength(firstAt: number, lastAt: number): number {
  const fits = (periodMs: number): boolean => numberOf(lastAt, periodMs) - numberOf(firstAt, periodMs) < maxPeriods
  const longest = periodsMs.at(-1) ?? dayMs
  // A clock that was wrong may have made it a hundred years.
  return periodsMs.find(fits) ?? Math.ceil((lastAt - firstAt + longest) / (maxPeriods - 1) / longest) * longest
}

function numberOf(at: number, periodMs: number): number {
  return Math.floor((at + clockOffsetMs) / periodMs)
}

/** Counts of one period as a store gives them: `period` is its number since the beginning of 1970 in Korea. */
export interface StoredPeriod<Name extends string> {
  readonly period: number
  readonly name: Name
  readonly sends: number
}

/** Puts counts together by their periods. */
export function timelineOf<Name extends string>(
  { firstAt, lastAt, periodMs }: Omit<Timeline<Name>, 'periods'>,
  stored: readonly StoredPeriod<Name>[],
): Timeline<Name> {
  const periods = new Map<number, Map<Name, number>>()
  for (const { period, name, sends } of stored.toSorted((a, b) => a.period - b.period)) {
    const counts = periods.get(period) ?? new Map<Name, number>()
    periods.set(period, counts.set(name, (counts.get(name) ?? 0) + sends))
  }
  return {
    firstAt,
    lastAt,
    periodMs,
    periods: [...periods].map(([period, counts]) => ({
      from: period * periodMs - clockOffsetMs,
      counts: Object.fromEntries(counts) as TimelinePeriod<Name>['counts'],
    })),
  }
}

/** Results of one period with the same codes, as a store counts them. */
export interface StoredResultPeriod {
  readonly period: number
  readonly code: string
  /** Empty where no fallback message was sent. */
  readonly fallback_code: string
  readonly sends: number
}

export function deliveryPeriod({
  period,
  code,
  fallback_code: fallback,
  sends,
}: StoredResultPeriod): StoredPeriod<Exclude<Delivery, 'none'>> {
  return { period, name: deliveryOf(code, fallback), sends }
}
