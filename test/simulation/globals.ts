// What a simulated process has in the place of Node's globals: the bundle gives these to the sources of friendtalk.
import realProcess from 'node:process'
import { leastMs } from './timers.ts'
import { theWorld } from './world.ts'

/** What the clock of the running process's machine shows, in milliseconds since 1970. */
export function machineNow(): number {
  const world = theWorld()
  world.look()
  const { nowMs, current } = world
  return nowMs + (current?.machine.clockAheadMs ?? 0)
}

const RealDate = globalThis.Date

class MachineDate extends RealDate {
  constructor(...given: readonly unknown[]) {
    super(...((given.length === 0 ? [machineNow()] : given) as [number]))
  }

  static override now(): number {
    return Math.floor(machineNow())
  }
}

class Timer {
  readonly cancel: () => void

  constructor(ms: number, run: () => void) {
    this.cancel = theWorld().after(ms, run)
  }

  unref(): this {
    return this
  }

  ref(): this {
    return this
  }
}

export { MachineDate as Date }

export function setTimeout(run: (...given: readonly unknown[]) => void, ms = 0, ...given: readonly unknown[]): Timer {
  return new Timer(Math.max(leastMs, ms), () => run(...given))
}

export function setImmediate(run: (...given: readonly unknown[]) => void, ...given: readonly unknown[]): Timer {
  return new Timer(0, () => run(...given))
}

export function clearTimeout(timer: Timer | undefined): void {
  timer?.cancel()
}

export function clearImmediate(timer: Timer | undefined): void {
  timer?.cancel()
}

function steadyNs(): bigint {
  const { nowMs, current } = theWorld()
  const { startedMs = 0, stoodStillMs = 0, machine } = current ?? {}
  // What it is about to sleep has not gone by yet.
  const aheadMs = stoodStillMs > 0 ? Math.max(0, (machine?.asleepUntilMs ?? 0) - nowMs) : 0
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
