import { times } from '../contract/limits.ts'

const offsetMs = times.utcOffsetHours * 3_600_000

/**
 * A moment as ISO 8601 in Korean time, whatever the machine's zone: `2026-06-12T14:03:05+09:00`. KST has no summer time.
 *
 * @param atMs milliseconds since 1970
 */
export function koreanTime(atMs: number): string {
  return `${new Date(atMs + offsetMs).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}+09:00`
}
