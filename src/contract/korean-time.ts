import { times } from './limits.ts'

const offsetMs = times.utcOffsetHours * 3_600_000

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

/** Returns the day in Korea: `2026-06-12`. */
export function koreanDay(atMs: number): string {
  return clockInKorea(atMs).toISOString().slice(0, 'yyyy-mm-dd'.length)
}

/** Returns how far the day in Korea is, in milliseconds since midnight. */
export function timeOfDayMs(atMs: number): number {
  const clock = clockInKorea(atMs)
  return atMs - momentOf(new Date(Date.UTC(clock.getUTCFullYear(), clock.getUTCMonth(), clock.getUTCDate())))
}

/** Returns a time of day such as `20:50` in milliseconds since midnight. */
export function timeOfDayIn(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}
