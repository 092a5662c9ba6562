// In the place of node:timers/promises.
import type { Abortable } from 'node:events'
import { theWorld } from './world.ts'

/** Node waits so long at least. What is left of a wait, as doubles subtract it, may be too little to move a clock. */
export const leastMs = 1

export async function setTimeout<T>(ms = 0, value?: T, { signal }: Abortable = {}): Promise<T | undefined> {
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const cancel = theWorld().after(Math.max(leastMs, ms), () => {
      signal?.removeEventListener('abort', stop)
      resolve(value)
    })
    const stop = (): void => {
      cancel()
      reject(signal?.reason as Error)
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}

export async function setImmediate(): Promise<void> {
  await theWorld().sleep(0)
}
