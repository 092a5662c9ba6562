import type { Folder } from './file-system.ts'
import type { Service } from './service.ts'

/** Numbers from a seed, the same on every machine (the algorithm sfc32). */
export class Random {
  #a = 0x9e3779b9
  #b = 0x243f6a88
  #c = 0
  #d = 1

  constructor(seed: number) {
    this.reseed(seed, 0)
  }

  /** Begins anew: what comes after depends on these two alone. */
  reseed(seed: number, part: number): void {
    this.#a = 0x9e3779b9
    this.#b = 0x243f6a88 ^ part
    this.#c = seed | 0
    this.#d = 1
    for (let round = 0; round < 12; round++) this.next()
  }

  /** From 0 to below 1. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#d) | 0
    this.#d = (this.#d + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    return (sum >>> 0) / 0x1_0000_0000
  }

  /** A whole number, both ends included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[Math.floor(this.next() * items.length)] ?? items[0]
  }

  /** Picks a key by its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const entries = Object.entries<number>(weights) as [K, number][]
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [key, weight] of entries) if ((left -= weight) < 0) return key
    throw new Error('There is nothing to choose from.')
  }

  /** Mostly small, now and then up to `max`. */
  latency(min: number, max: number): number {
    return Math.round(min + (max - min) * this.next() ** 4)
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.between(0, 255)))
  }
}

interface Event {
  /** Later than it was when the machine sleeps then. */
  atMs: number
  readonly order: number
  /** Nothing is run for one that died; `null` for what belongs to the world itself. */
  readonly process: Process | null
  readonly run: () => void
  isCancelled: boolean
}

/** What a call that a crash interrupts throws; the process is dead then, and nothing it does counts. */
export class Crashed extends Error {
  override readonly name = 'Crashed'
}

/** `process`: what was written stays, as after SIGKILL. `power`: what was not flushed may be gone, or torn. */
export type CrashKind = 'process' | 'power'

export interface Machine {
  readonly name: string
  /** What its clock shows is so much ahead of the true time, in milliseconds. */
  clockAheadMs: number
  /** It sleeps until then: nothing of it runs. */
  asleepUntilMs: number
  readonly disk: Folder
}

let processes = 0

/** A process of friendtalk, and when it is to die. */
export interface Process {
  readonly machine: Machine
  readonly name: string
  /** How many more steps it lives; a step is a call that reaches outside of it. */
  stepsLeft: number
  readonly crashKind: CrashKind
  /** It dies at a step of this name, after so many of them. */
  readonly diesAt?: { readonly step: string; left: number }
  /** After so many steps its machine sleeps, for so long. */
  readonly sleep?: { stepsLeft: number; readonly ms: number }
  readonly standsStill: boolean
  readonly startedMs: number
  /** How long a statement takes at most, while others go on. */
  readonly statementMs: number
  readonly pid: number
  isAlive: boolean
  /** How long its monotonic clock stood still. */
  stoodStillMs: number
  readonly onDeath: (() => void)[]
}

export function processOf(how: Omit<Process, 'pid' | 'isAlive' | 'stoodStillMs' | 'onDeath'>): Process {
  return { ...how, pid: 1_000 + processes++, isAlive: true, stoodStillMs: 0, onDeath: [] }
}

/** How a process ended. */
export type Ended<T> =
  | { readonly type: 'returned'; readonly value: T }
  | { readonly type: 'threw'; readonly error: unknown }
  | { readonly type: 'crashed' }

export interface WorldOptions {
  readonly seed: number
  readonly startMs: number
  /** Whether what happens is remembered. */
  readonly isTold: boolean
}

/** Whoever looks at the clock so often at one moment waits for something that never comes. */
const maxLooks = 1_000_000

/** Resolves once nothing of what was begun can go on without an event of the world. */
function drained(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}

/** Time, chance, and everything that runs. One event after the other, in an order that the seed decides. */
export class World {
  readonly random: Random
  readonly history: string[] = []
  /** The true time, in milliseconds since 1970. */
  nowMs: number
  /** Whose code is running. */
  current: Process | undefined
  service: Service | undefined
  readonly #isTold: boolean
  readonly #startMs: number
  readonly #events: Event[] = []
  #order = 0
  #running: Process[] = []
  #eventsRun = 0
  #looks = 0

  constructor({ seed, startMs, isTold }: WorldOptions) {
    this.random = new Random(seed)
    this.nowMs = startMs
    this.#startMs = startMs
    this.#isTold = isTold
    processes = 0
  }

  tell(what: string): void {
    if (!this.#isTold) return
    const seconds = ((this.nowMs - this.#startMs) / 1_000).toFixed(3).padStart(10)
    this.history.push(`${seconds} ${(this.current?.name ?? '-').padEnd(10)} ${what}`)
  }

  /** Runs something after a time, unless the process that asks for it is dead by then. */
  after(ms: number, run: () => void, process: Process | null = this.current ?? null): () => void {
    const event = { atMs: this.nowMs + Math.max(0, ms), order: this.#order++, process, run, isCancelled: false }
    this.#queue(event)
    return () => {
      event.isCancelled = true
    }
  }

  #queue(event: Event): void {
    const isBefore = (other: Event): boolean =>
      other.atMs < event.atMs || (other.atMs === event.atMs && other.order < event.order)
    this.#events.splice(this.#events.findLastIndex(isBefore) + 1, 0, event)
  }

  /** Resolves after a time. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve))
  }

  /** Runs a process to its end or its crash. */
  run<T>(process: Process, main: () => Promise<T>): Promise<Ended<T>> {
    return new Promise((resolve) => {
      const end = (ended: Ended<T>): void => {
        this.#running = this.#running.filter((each) => each !== process)
        if (process.isAlive) process.machine.disk.exit(process)
        // Whoever waits for it is somebody else.
        this.after(0, () => resolve(ended), null)
      }
      this.#running.push(process)
      process.onDeath.push(() => end({ type: 'crashed' }))
      this.after(
        0,
        () => {
          main().then(
            (value) => process.isAlive && end({ type: 'returned', value }),
            (error: unknown) => process.isAlive && end({ type: 'threw', error }),
          )
        },
        process,
      )
    })
  }

  /** To be called before every effect of the running process: it may be its last. @throws Crashed */
  step(what: string): void {
    const process = this.current
    if (process === undefined) return
    if (!process.isAlive) throw new Crashed()
    if (process.sleep && process.sleep.stepsLeft-- === 0) this.#putToSleep(process, process.sleep.ms)
    const isLast = process.diesAt?.step === what && process.diesAt.left-- === 0
    if (process.stepsLeft-- > 0 && !isLast) return
    this.tell(`dies before: ${what}`)
    this.crash(process.machine, process.crashKind)
    throw new Crashed()
  }

  /** What is under way outside of the machine goes on meanwhile. */
  #putToSleep(process: Process, ms: number): void {
    const { machine } = process
    this.tell(`sleeps for ${ms} ms`)
    machine.asleepUntilMs = this.nowMs + ms
    for (const each of this.#running) if (each.machine === machine && each.standsStill) each.stoodStillMs += ms
  }

  /** To be called whenever a process looks at the clock. @throws Error where it does so for ever */
  look(): void {
    if (++this.#looks > maxLooks) throw new Error(`It looks at the clock ${maxLooks} times, and waits for nothing.`)
  }

  isRunning(process: Process): boolean {
    return this.#running.includes(process)
  }

  /** Ends all processes of a machine. */
  crash(machine: Machine, kind: CrashKind): void {
    const dead = this.#running.filter((each) => each.machine === machine)
    for (const process of dead) process.isAlive = false
    machine.disk.crash(kind, dead)
    machine.asleepUntilMs = 0
    for (const process of dead) for (const told of process.onDeath.splice(0)) told()
  }

  /** Lets everything happen until a promise of the world is settled. @throws Error when nothing more happens */
  async until<T>(promise: Promise<T>, maxEvents: number): Promise<T> {
    const settled: { end?: { readonly value: T } | { readonly error: unknown } } = {}
    promise.then(
      (value) => (settled.end = { value }),
      (error: unknown) => (settled.end = { error }),
    )
    await drained()
    while (settled.end === undefined) {
      const event = this.#events.shift()
      if (event === undefined) throw new Error('Everybody waits, and nothing will happen any more.')
      if (event.isCancelled || event.process?.isAlive === false) continue
      const asleepUntilMs = event.process?.machine.asleepUntilMs ?? 0
      if (asleepUntilMs > Math.max(this.nowMs, event.atMs)) {
        event.atMs = asleepUntilMs
        this.#queue(event)
        continue
      }
      if (++this.#eventsRun > maxEvents) throw new Error(`It does not come to an end: ${maxEvents} events.`)
      this.nowMs = Math.max(this.nowMs, event.atMs)
      this.current = event.process ?? undefined
      this.#looks = 0
      try {
        event.run()
      } catch (error) {
        if (!(error instanceof Crashed)) throw error
      }
      await drained()
      this.current = undefined
    }
    if ('error' in settled.end) throw settled.end.error
    return settled.end.value
  }
}

let world: World | undefined

/** The world that is simulated at the moment: one at a time in a thread. */
export function theWorld(): World {
  if (world === undefined) throw new Error('No world is simulated.')
  return world
}

export function enter(next: World): void {
  world = next
}
