// What a simulated process has in the place of Node's globals: the bundle gives these to the sources of friendtalk.
import realProcess from 'node:process'
import { leastMs } from './timers.ts'
import { theWorld } from './world.ts'

/** What the clock of the machine shows, in milliseconds since 1970. */
function machineNow(): number {
  const { nowMs, current, clockAheadMs } = theWorld().look()
  return nowMs + (current ? clockAheadMs : 0)
}

export class Date extends globalThis.Date {
  constructor(...given: readonly unknown[]) {
    super(...((given.length === 0 ? [machineNow()] : given) as [number]))
  }

  static override now(): number {
    return Math.floor(machineNow())
  }
}

interface Timer {
  readonly cancel: () => void
  readonly unref: () => Timer
}

export function setImmediate(run: () => void, ms = 0): Timer {
  const timer: Timer = { cancel: theWorld().after(ms, run), unref: () => timer }
  return timer
}

export function setTimeout(run: () => void, ms = 0): Timer {
  return setImmediate(run, Math.max(leastMs, ms))
}

export function clearTimeout(timer: Timer | undefined): void {
  timer?.cancel()
}

export const clearImmediate = (timer: Timer | undefined): void => clearTimeout(timer)

function steadyNs(): bigint {
  const { nowMs, current, asleepUntilMs } = theWorld()
  const { startedMs = 0, stoodStillMs = 0 } = current ?? {}
  // What it is about to sleep has not gone by yet.
  const aheadMs = stoodStillMs > 0 ? Math.max(0, asleepUntilMs - nowMs) : 0
  return BigInt(Math.round((nowMs - startedMs - stoodStillMs + aheadMs) * 1_000)) * 1_000n
}

/** The clock that shows how long something takes. */
export const performance = { now: (): number => Number(steadyNs()) / 1e6 }

const own = {
  get pid(): number {
    return theWorld().current?.pid ?? 1
  },
  env: {},
  platform: 'linux',
  hrtime: { bigint: steadyNs },
}

/** The process of this machine, but for what tells it from others and what shows its time. */
export const process: NodeJS.Process = new Proxy(realProcess, {
  get: (real, key) => (Object.hasOwn(own, key) ? own[key as keyof typeof own] : Reflect.get(real, key)),
})
