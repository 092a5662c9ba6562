// Watches the requests of deploys: what may leave when, whoever makes them.
import { timeOfDayIn, timeOfDayMs } from '../../src/contract/korean-time.ts'
import { times } from '../../src/contract/limits.ts'
import type { DeployResult } from '../../src/deploy/deploy.ts'
import type { Write } from './check.ts'
import { slowAnswerMs } from './database.ts'
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

const pausingAnswer = 'the service said something that pauses a deploy'
/** A request that leaves so long after its claim was asked for is not on time. */
const lateMs = 100
/** How long after its slots have begun a request may begin: others leave in theirs meanwhile. */
const slotMs = 500

/** Requests of the deploys that run at the same time. */
export class RequestWatch {
  readonly broken = new Set<string>()
  /** Requests that keep one rate together: all those of a shared ledger, or those of one process. */
  readonly writes = new Map<Process | 'shared', Write[]>()
  /** Messages whose request was written. */
  readonly sent: SendRequest['sends'][number][] = []
  readonly #world: World
  readonly #setup: Setup
  /** How many messages a deploy may send. */
  readonly #limit: number
  /** How long it takes at most until everything that runs has heard of an end, in milliseconds: outcomes are written first. */
  readonly #graceMs: number
  readonly #watched = new Map<Process, Watched>()
  /** When a claim was asked for and written down, by the key of its send. */
  readonly claims = new Map<string, { readonly askedMs: number; readonly writtenMs: number }>()

  constructor(world: World, setup: Setup, limit = Infinity) {
    this.#world = world
    this.#setup = setup
    this.#limit = limit
    this.#graceMs = setup.isShared ? 1_500 + 5 * slowAnswerMs : 3 * setup.flushMs + 200
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
  over(process: Process, why: string, graceMs = this.#graceMs): void {
    const watched = this.#of(process)
    if (watched.overMs <= this.#world.nowMs) return
    Object.assign(watched, { overMs: this.#world.nowMs, why, graceMs })
  }

  dispatched(process: Process, sends: SendRequest['sends']): SendRequest {
    const { nowMs } = this.#world
    const { concurrency, requestTimeoutMs } = this.#setup
    const watched = this.#of(process)
    const request: SendRequest = { process, dispatchedMs: nowMs, sends }
    const isUnderWay = watched.requests.some(({ end }) => end === undefined)
    watched.requests.push(request)
    if (!watched.isProbed && (sends.length > 1 || isUnderWay)) {
      this.broken.add('before the outcome of a single message is known more than one leaves')
    }
    // What a machine did before it slept says nothing of the time after.
    const ago = (ms: number): number => nowMs - Math.max(ms, process.machine.awakeSinceMs)
    if (ago(watched.overMs) > watched.graceMs) this.broken.add(`a request is made long after ${watched.why}`)
    if (watched.unknownInARow >= 5 && ago(watched.lastEndMs) > this.#graceMs && ago(watched.lastEndMs) < 60_000) {
      this.broken.add('requests are made although nobody knows what became of many in a row')
    }
    const isAlone = concurrency === 1 || !watched.isProbed
    if (isAlone && nowMs - watched.notConnectedMs < 400) this.broken.add('a request is tried again at once')
    // What was not taken counts for nothing.
    const left = watched.requests.filter(({ end = 'known' }) => end === 'known' || end === 'unknown')
    const keys = new Set(left.flatMap((each) => each.sends.map(({ key }) => key)))
    const most = this.#limit
    if (keys.size > most) this.broken.add(`${keys.size} messages leave, ${most} are allowed`)
    const claimedMs = Math.min(...sends.map(({ key }) => this.claims.get(key)?.writtenMs ?? Infinity))
    if (nowMs - claimedMs > requestTimeoutMs + 100) this.broken.add('a claim is sent after it has expired')
    return request
  }

  /** A request begins in slots that began so many milliseconds ago. */
  slot(ageMs: number): void {
    if (ageMs > slotMs) this.broken.add('a request takes slots of the rate that went by')
  }

  /** @param connectsLate whether its connection took seconds: it leaves beside those whose turn has come meanwhile */
  wrote({ process, dispatchedMs, sends }: SendRequest, connectsLate: boolean): void {
    const { nowMs, current } = this.#world
    const askedMs = Math.min(...sends.map(({ key }) => this.claims.get(key)?.askedMs ?? Infinity))
    // Other machines do not know either how late the database answered, or that a machine slept before it wrote.
    const hasSlept = this.#setup.isShared && process.machine.awakeSinceMs > dispatchedMs
    const isLate = connectsLate || hasSlept || dispatchedMs - askedMs > lateMs
    if (nowMs - dispatchedMs > this.#setup.requestTimeoutMs + 10) this.broken.add('a request is written after its time')
    // Whoever begins at once after another was killed knows nothing of what that one sent.
    const keeper = this.#setup.isShared ? 'shared' : process
    const write = { dispatchedMs, atMs: nowMs, messages: sends.length }
    if (!isLate) this.writes.set(keeper, [...(this.writes.get(keeper) ?? []), write])
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
    // Whoever was paused by another worker ends with the same reason.
    const isPausing = this.#of(process).why === pausingAnswer
    if (this.#setup.isShared && isPausing && (end.type === 'pause' || end.type === 'clock')) this.pauseOthers(process)
    if (end.type === 'ledger' && end.problem.type === 'paused') {
      this.broken.add('a deploy that another worker paused does not say why')
    }
  }

  /** Whoever was sending when a worker paused all does not go on. */
  pauseOthers(pausing: Process): void {
    const pausedMs = Math.min(this.#of(pausing).overMs, this.#world.nowMs)
    for (const [
      process,
      {
        requests: [first],
      },
    ] of this.#watched) {
      // Whoever begins later goes on: a person may have looked.
      if (process !== pausing && first && first.dispatchedMs < pausedMs) this.over(process, 'another worker paused all')
    }
  }
}
