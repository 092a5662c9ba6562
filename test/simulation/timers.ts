// In the place of node:timers/promises.
import { theWorld } from './world.ts'

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
    const cancel = theWorld().after(ms, () => {
      signal?.removeEventListener('abort', stop)
      resolve(value)
    })
    signal?.addEventListener('abort', stop, { once: true })
  })
}

export function setImmediate<T>(value?: T): Promise<T | undefined> {
  return setTimeout(0, value)
}
