// Watches the requests of deploys: what may leave when, whoever makes them.
import { timeOfDayIn, timeOfDayMs } from '../../src/text/korean-time.ts'
import { times } from '../../src/contract/friend-talk/limits.ts'
import type { DeployResult } from '../../src/deploy/deploy.ts'
import type { Write } from './check.ts'
import type { Setup } from './setup.ts'
import type { Process, World } from './world.ts'

/** How a request ended, as far as a process can know it. */
export type RequestEnd =
  /** No connection came about. */
  | 'not-connected'
  /** It was given up before it was written. */
  | 'not-written'
  | 'known'
  /** Of one message of it, or of all. */
  | 'unknown'
  /** 429 where the operator says that nothing was taken. */
  | 'not-taken'

/** A request to send messages. */
export interface SendRequest {
  readonly process: Process
  readonly dispatchedMs: number
  readonly sends: readonly { readonly key: string; readonly number: string; readonly text: string }[]
  isWritten?: boolean
  end?: RequestEnd
}

interface Watched {
  readonly requests: SendRequest[]
  /** How its requests ended, in that order. */
  readonly ends: RequestEnd[]
  /** Whether the outcome of a request was known. */
  isProbed: boolean
  /** Since when nothing more may leave. */
  overMs: number
  why: string
  /** How long after that something may still leave. */
  graceMs: number
  unknownInARow: number
  lastEndMs: number
  notConnectedMs: number
}

/** How long it takes at most until everything that runs has heard of an end, in milliseconds: outcomes are written first. */
const graceMs = 380
const pausingAnswer = 'the service said something that pauses a deploy'

/** Requests of the deploys that run at the same time. */
export class RequestWatch {
  readonly broken = new Set<string>()
  /** Requests that keep one rate together. */
  readonly writes = new Map<Process, Write[]>()
  /** Messages whose request was written. */
  readonly sent: SendRequest['sends'][number][] = []
  readonly #world: World
  readonly #setup: Setup
  /** How many messages a deploy may send. */
  readonly #limit: number
  readonly #watched = new Map<Process, Watched>()

  constructor(world: World, setup: Setup, limit = Infinity) {
    this.#world = world
    this.#setup = setup
    this.#limit = limit
  }

  #of(process: Process): Watched {
    const known = this.#watched.get(process)
    if (known) return known
    const watched: Watched = {
      requests: [],
      ends: [],
      isProbed: false,
      overMs: Infinity,
      why: '',
      graceMs: 0,
      unknownInARow: 0,
      lastEndMs: -Infinity,
      notConnectedMs: -Infinity,
    }
    this.#watched.set(process, watched)
    return watched
  }

  /** Nothing more may leave a process. */
  over(process: Process, why: string, grace = graceMs): void {
    const watched = this.#of(process)
    if (watched.overMs <= this.#world.nowMs) return
    Object.assign(watched, { overMs: this.#world.nowMs, why, graceMs: grace })
  }

  dispatched(process: Process, sends: SendRequest['sends']): SendRequest {
    const { nowMs } = this.#world
    const { concurrency } = this.#setup
    const watched = this.#of(process)
    const request: SendRequest = { process, dispatchedMs: nowMs, sends }
    watched.requests.push(request)
    // What a machine did before it slept says nothing of the time after.
    const ago = (ms: number): number => nowMs - Math.max(ms, process.machine.awakeSinceMs)
    if (ago(watched.overMs) > watched.graceMs) this.broken.add(`a request is made long after ${watched.why}`)
    if (watched.unknownInARow >= 5 && ago(watched.lastEndMs) > graceMs && ago(watched.lastEndMs) < 60_000) {
      this.broken.add('requests are made although nobody knows what became of many in a row')
    }
    const isAlone = concurrency === 1 || !watched.isProbed
    if (isAlone && nowMs - watched.notConnectedMs < 400) this.broken.add('a request is tried again at once')
    // What was not taken counts for nothing.
    const left = watched.requests.filter(({ end = 'known' }) => end === 'known' || end === 'unknown')
    const keys = new Set(left.flatMap((each) => each.sends.map(({ key }) => key)))
    const most = this.#limit
    if (keys.size > most) this.broken.add(`${keys.size} messages leave, ${most} are allowed`)
    return request
  }

  /** @param connectsLate whether its connection took seconds: it leaves beside those whose turn has come meanwhile */
  wrote(request: SendRequest, connectsLate: boolean): void {
    const { nowMs, current } = this.#world
    const { process, dispatchedMs, sends } = request
    const { isProbed, requests } = this.#of(process)
    // One that was given up before its connection stood has no end yet, and nothing of it leaves.
    const isUnderWay = requests.some(({ isWritten, end }) => isWritten && end === undefined)
    request.isWritten = true
    if (!isProbed && (sends.length > 1 || isUnderWay)) {
      this.broken.add('before the outcome of a single message is known more than one leaves')
    }
    if (nowMs - dispatchedMs > this.#setup.requestTimeoutMs + 10) this.broken.add('a request is written after its time')
    // Whoever begins at once after another was killed knows nothing of what that one sent.
    const write = { dispatchedMs, atMs: nowMs, messages: sends.length }
    if (!connectsLate) this.writes.set(process, [...(this.writes.get(process) ?? []), write])
    this.sent.push(...sends)
    const ofDay = timeOfDayMs(nowMs + (current?.machine.clockAheadMs ?? 0))
    const isOpen = ofDay >= timeOfDayIn(times.restrictedUntil) && ofDay < timeOfDayIn(times.restrictedFrom)
    if (!isOpen) this.broken.add('a request leaves in the restricted hours')
  }

  /** @param isPausing whether what came back says that nothing more may be sent before a person looked */
  ended(request: SendRequest, end: RequestEnd, isPausing = false): void {
    if (request.end !== undefined) return
    request.end = end
    const { nowMs } = this.#world
    const watched = this.#of(request.process)
    watched.ends.push(end)
    watched.lastEndMs = nowMs
    if (end === 'known') watched.isProbed = true
    if (end === 'known' || end === 'unknown') watched.unknownInARow = end === 'known' ? 0 : watched.unknownInARow + 1
    if (end === 'not-connected') watched.notConnectedMs = nowMs
    // Whoever reads it stops at once, before the ledger knows.
    if (isPausing) this.over(request.process, pausingAnswer, 0)
  }

  /** Compares how a deploy says that it ended with its requests. */
  closed(process: Process, result: DeployResult): void {
    if (result.type !== 'ended') return
    const { end } = result
    const { ends, requests } = this.#of(process)
    if (end.type === 'limit') {
      const left = requests.filter((request) => request.end === 'known' || request.end === 'unknown')
      const messages = left.reduce((sum, { sends }) => sum + sends.length, 0)
      if (messages < this.#limit) this.broken.add(`only ${messages} of ${this.#limit} messages left`)
    }
    if (end.type === 'unknown-outcomes') {
      const told = ends.filter((each) => each === 'known' || each === 'unknown')
      const last = this.#setup.concurrency === 1 ? told.slice(-3) : told
      if (last.filter((each) => each === 'unknown').length < 3) {
        this.broken.add('a deploy ends for unknown outcomes that were not three in a row')
      }
    }
  }
}
