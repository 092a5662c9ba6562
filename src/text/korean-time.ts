/** A day in milliseconds: in Korea none is longer or shorter. */
export const dayMs = 86_400_000
/** Korea is UTC+9 all year. */
const offsetMs = 9 * 3_600_000

/**
 * Returns a moment as a Date whose UTC fields are those of the clock in Korea, whatever the machine's zone: Korea has no
 * summer time.
 *
 * @param atMs milliseconds since 1970
 */
export function clockInKorea(atMs: number): Date {
  return new Date(atMs + offsetMs)
}

/** Returns the moment, in milliseconds since 1970, at which the clock in Korea shows the UTC fields of a Date. */
export function momentOf(clock: Date): number {
  return clock.getTime() - offsetMs
}

/** Returns a moment in Korea as ISO 8601: `2026-06-12T14:03:05+09:00`. */
export function koreanTime(atMs: number): string {
  return `${clockInKorea(atMs).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}+09:00`
}

/** Returns the date and the minute in Korea: `2026-06-12 14:03`. */
export function koreanMinute(atMs: number): string {
  return koreanTime(atMs).slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ')
}

/** Returns the day in Korea: `2026-06-12`. */
export function koreanDay(atMs: number): string {
  return clockInKorea(atMs).toISOString().slice(0, 'yyyy-mm-dd'.length)
}

/** Returns how far the day in Korea is, in milliseconds since midnight. */
export function timeOfDayMs(atMs: number): number {
  const sinceDay = (atMs + offsetMs) % dayMs
  // Before 1970 the rest is negative.
  return sinceDay < 0 ? sinceDay + dayMs : sinceDay
}

/** The days of the week as configurations name them, in the order of `Date`. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export type Weekday = (typeof weekdays)[number]

export function weekdayAt(atMs: number): Weekday {
  return weekdays[clockInKorea(atMs).getUTCDay()] ?? 'sun'
}

/** Returns a time of day such as `20:50` in milliseconds since midnight. */
export function timeOfDayIn(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}

/** Returns whether a text such as `2026-06-12` is a day of the calendar. */
export function isCalendarDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/**
 * Returns the moment of a timestamp as the service writes it: `2026-06-12 14:03:05.000`, on the clock in Korea.
 *
 * @returns milliseconds since 1970; undefined for what is no such timestamp, or no day of the calendar
 */
export function momentOfTimestamp(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?$/.test(text)) return undefined
  const [day = '', time = ''] = text.split(' ')
  const atMs = Date.parse(`${day}T${time}+09:00`)
  return isCalendarDay(day) && !Number.isNaN(atMs) && koreanDay(atMs) === day ? atMs : undefined
}
