import type { Folder } from './file-system.ts'
import type { Service } from './service.ts'

/** Numbers from a seed, the same on every machine (the algorithm sfc32). */
export class Random {
  #a = 0x9e3779b9
  #b = 0x243f6a88
  #c: number
  #d = 1

  constructor(seed: number) {
    this.#c = seed | 0
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
    let left = this.next() * Object.values<number>(weights).reduce((sum, weight) => sum + weight)
    for (const key in weights) if ((left -= weights[key]) < 0) return key
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
  /** Nothing is run for one that died; `null` for what belongs to the world itself. */
  readonly process: Process | null
  readonly run: () => void
}

/** What a call that a crash interrupts throws; the process is dead then, and nothing it does counts. */
export class Crashed extends Error {
  override readonly name = 'Crashed'
}

/** `process`: what was written stays, as after SIGKILL. `power`: what was not flushed may be gone, or torn. */
export type CrashKind = 'process' | 'power'

/** A process of friendtalk, and when it is to die. */
export interface Process {
  readonly name: string
  readonly pid: number
  /** How many more steps it lives; a step is a call that reaches outside of it. */
  stepsLeft: number
  readonly crashKind: CrashKind
  /** It dies at a step of this name, after so many of them. */
  readonly diesAt?: { readonly step: string; left: number }
  /** After so many steps the machine sleeps, for so long. */
  readonly sleep?: { stepsLeft: number; readonly ms: number }
  /** Whether its monotonic clock stands still while the machine sleeps, and how long it stood so. */
  readonly standsStill: boolean
  stoodStillMs: number
  readonly startedMs: number
  /** How long a statement takes at most, while others go on. */
  readonly statementMs: number
  isAlive: boolean
}

/** How a process ended. */
export type Ended<T> =
  | { readonly type: 'returned'; readonly value: T }
  | { readonly type: 'threw'; readonly error: unknown }
  | { readonly type: 'crashed' }

/** Whoever looks at the clock so often at one moment waits for something that never comes. */
const maxLooks = 1_000_000

/** Resolves once nothing of what was begun can go on without an event of the world. */
function drained(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}

/** Time, chance, a machine and everything that runs on it. One event after the other, in an order that the seed decides. */
export class World {
  readonly random: Random
  readonly history: string[] = []
  /** The true time, in milliseconds since 1970. */
  nowMs: number
  /** What the clock of the machine shows is so much ahead. */
  clockAheadMs = 0
  /** The machine sleeps until then: no process runs. */
  asleepUntilMs = 0
  readonly disk: Folder
  /** Whose code is running. Nothing goes on but by an event: all that takes time takes it here, and nowhere else. */
  current: Process | undefined
  service: Service | undefined
  readonly #startMs: number
  #events: Event[] = []
  /** What runs, and how it is told of its death. */
  readonly #running = new Map<Process, () => void>()
  #eventsRun = 0
  #looks = 0

  constructor(disk: Folder, seed: number, startMs: number) {
    this.disk = disk
    this.random = new Random(seed)
    this.nowMs = startMs
    this.#startMs = startMs
  }

  tell(what: string): void {
    const seconds = ((this.nowMs - this.#startMs) / 1_000).toFixed(3).padStart(10)
    this.history.push(`${seconds} ${(this.current?.name ?? '-').padEnd(10)} ${what}`)
  }

  /** Runs something after a time, unless the process that asks for it is dead by then. */
  after(ms: number, run: () => void, process: Process | null = this.current ?? null): () => void {
    const event = { atMs: this.nowMs + Math.max(0, ms), process, run }
    this.#queue(event)
    return () => void (this.#events = this.#events.filter((each) => each !== event))
  }

  #queue(event: Event): void {
    this.#events.splice(this.#events.findLastIndex(({ atMs }) => atMs <= event.atMs) + 1, 0, event)
  }

  /** Resolves after a time. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve))
  }

  /** Runs a process to its end or its crash. */
  run<T>(process: Process, main: () => Promise<T>): Promise<Ended<T>> {
    return new Promise((resolve) => {
      const end = (ended: Ended<T>): void => {
        this.#running.delete(process)
        if (process.isAlive) this.disk.exit(process)
        // Whoever waits for it is somebody else.
        this.after(0, () => resolve(ended), null)
      }
      this.#running.set(process, () => end({ type: 'crashed' }))
      const begin = (): void =>
        void main().then(
          (value) => process.isAlive && end({ type: 'returned', value }),
          (error: unknown) => process.isAlive && end({ type: 'threw', error }),
        )
      this.after(0, begin, process)
    })
  }

  /** To be called before every effect of the running process: it may be its last. @throws Crashed */
  step(what: string): void {
    const process = this.current
    if (process === undefined) return
    if (!process.isAlive) throw new Crashed()
    if (process.sleep && process.sleep.stepsLeft-- === 0) this.#sleepFor(process.sleep.ms)
    const isLast = process.diesAt?.step === what && process.diesAt.left-- === 0
    if (process.stepsLeft-- > 0 && !isLast) return
    this.tell(`dies before: ${what}`)
    this.crash(process.crashKind)
    throw new Crashed()
  }

  /** What is under way outside of the machine goes on meanwhile. */
  #sleepFor(ms: number): void {
    this.tell(`sleeps for ${ms} ms`)
    this.asleepUntilMs = this.nowMs + ms
    for (const process of this.#running.keys()) if (process.standsStill) process.stoodStillMs += ms
  }

  /** To be called whenever a process looks at the clock. @throws Error where it does so for ever */
  look(): this {
    if (++this.#looks > maxLooks) throw new Error(`It looks at the clock ${maxLooks} times, and waits for nothing.`)
    return this
  }

  kill(process: Process): void {
    if (this.#running.has(process)) this.crash(process.crashKind)
  }

  /** Ends all processes. */
  crash(kind: CrashKind): void {
    const dead = [...this.#running]
    for (const [process] of dead) process.isAlive = false
    this.disk.crash(kind)
    this.asleepUntilMs = 0
    for (const [, told] of dead) told()
  }

  /** Lets everything happen until a promise of the world is settled. @throws Error when nothing more happens */
  async until<T>(promise: Promise<T>, maxEvents: number): Promise<T> {
    const state = { isSettled: false }
    const settle = (): void => void (state.isSettled = true)
    promise.then(settle, settle)
    await drained()
    while (!state.isSettled) {
      const event = this.#events.shift()
      if (event === undefined) throw new Error('Everybody waits, and nothing will happen any more.')
      if (event.process?.isAlive === false) continue
      if (event.process && this.asleepUntilMs > Math.max(this.nowMs, event.atMs)) {
        event.atMs = this.asleepUntilMs
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
    return promise
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
