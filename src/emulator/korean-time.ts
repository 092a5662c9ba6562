import { times } from '../contract/limits.ts'

const offsetMs = times.utcOffsetHours * 3_600_000
const [fromMinute, untilMinute] = [minuteOf(times.restrictedFrom), minuteOf(times.restrictedUntil)]

/** Whether sending is restricted at a time (milliseconds since 1970), whatever the machine's zone. */
export function isRestricted(time: number): boolean {
  const korean = new Date(time + offsetMs)
  const minute = korean.getUTCHours() * 60 + korean.getUTCMinutes()
  return minute >= fromMinute || minute < untilMinute
}

/** `YYYYMMDD` in Korea. */
export function koreanDate(time: number): string {
  return new Date(time + offsetMs).toISOString().slice(0, 10).replaceAll('-', '')
}

/** `yyyy-MM-dd HH:mm:ss.SSS` in Korea, as the provider's webhook writes times. */
export function koreanTimestamp(time: number): string {
  return new Date(time + offsetMs).toISOString().slice(0, 23).replace('T', ' ')
}

/** The same time of day some calendar months later in Korea; the last day of a month that is too short. */
export function monthsLater(time: number, months: number): number {
  const korean = new Date(time + offsetMs)
  const day = korean.getUTCDate()
  korean.setUTCDate(1)
  korean.setUTCMonth(korean.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(korean.getUTCFullYear(), korean.getUTCMonth() + 1, 0)).getUTCDate()
  korean.setUTCDate(Math.min(day, lastDay))
  return korean.getTime() - offsetMs
}

function minuteOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}
