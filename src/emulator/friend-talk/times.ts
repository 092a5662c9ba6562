import { clockInKorea, koreanDay, momentOf } from '../../text/korean-time.ts'

/** `YYYYMMDD` in Korea. */
export function koreanDate(time: number): string {
  return koreanDay(time).replaceAll('-', '')
}

/** `yyyy-MM-dd HH:mm:ss.SSS` in Korea, as the provider's webhook writes times. */
export function koreanTimestamp(time: number): string {
  return clockInKorea(time).toISOString().slice(0, 23).replace('T', ' ')
}

/** Returns the same time of day some calendar months later in Korea; the last day of a month that is too short. */
export function monthsLater(time: number, months: number): number {
  const korean = clockInKorea(time)
  const day = korean.getUTCDate()
  korean.setUTCDate(1)
  korean.setUTCMonth(korean.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(korean.getUTCFullYear(), korean.getUTCMonth() + 1, 0)).getUTCDate()
  korean.setUTCDate(Math.min(day, lastDay))
  return momentOf(korean)
}
