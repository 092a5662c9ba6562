import { vi } from 'vitest'
import { until } from './deadline.ts'
import { afterEveryTest } from './ending.ts'

afterEveryTest(() => {
  vi.useRealTimers()
})

/** Holds every timer of this process until the end of the test: what is to be late is late when `letPass` says so. */
export function holdTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], shouldClearNativeTimers: true })
}

/** Waits until something waits for a timer that is held. */
export async function somethingWaits(): Promise<void> {
  await until(
    () => 'something that waits for a timer',
    () => vi.getTimerCount() > 0,
  )
}

/** Lets so many milliseconds go by for the timers that are held. */
export function letPass(ms: number): void {
  vi.advanceTimersByTime(ms)
}

/** Lets this process hear what the system has for it by now: each turn looks at all of its connections. */
export async function hearAll(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}
