// In the place of node:timers/promises.
import { theWorld } from './world.ts'

/** Node waits so long at least. What is left of a wait, as doubles subtract it, may be too little to move a clock. */
export const leastMs = 1

interface Stop {
  readonly signal?: AbortSignal
}

export function setTimeout<T>(ms = 0, value?: T, { signal }: Stop = {}): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason as Error)
      return
    }
    const stop = (): void => {
      cancel()
      reject(signal?.reason as Error)
    }
    const cancel = theWorld().after(Math.max(leastMs, ms), () => {
      signal?.removeEventListener('abort', stop)
      resolve(value)
    })
    signal?.addEventListener('abort', stop, { once: true })
  })
}

export async function setImmediate<T>(value?: T): Promise<T | undefined> {
  await theWorld().sleep(0)
  return value
}
