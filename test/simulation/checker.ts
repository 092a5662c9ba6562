// Judges a seed from the outside: what left, what reached phones, what people decided and were answered, what `status` says.
import { timeOfDayIn, timeOfDayMs } from '../../src/text/korean-time.ts'
import { contractNamed } from '../../src/contract/contracts.ts'
import type { DeployOptions, DeployResult } from '../../src/deploy/deploy.ts'
import type { ReleaseStatus, SendRecord, SendState } from '../../src/ledger/ledger.ts'
import type { RecordedResults } from '../../src/ledger/results.ts'
import type { SimulatedProject } from './project.ts'
import type { Service } from './service.ts'
import { type Ended, type Process, theWorld } from './world.ts'

/** What `status` says of a release. */
export interface Read {
  readonly status: ReleaseStatus
  readonly sends: readonly SendRecord[]
}

/** A message as it leaves. */
export interface Leaving {
  readonly key: string
  readonly number: string
  readonly text: string
}

type Told = Partial<DeployOptions> & { readonly release: string }

/** What a deploy was told, and what was so when it began. */
interface Run {
  readonly release: string
  readonly limit: number
  readonly isRetry: boolean
  readonly excluded: ReadonlySet<string>
  readonly reported: ReadonlySet<string>
  readonly keys: Set<string>
  readonly confirmed: string[]
  readonly writes: { readonly atMs: number; readonly messages: number }[]
}

/** What a busy machine may catch up, and what is just leaving. */
const [catchUp, leavingMessages] = [1.05, 10]

export class Checker {
  readonly broken = new Set<string>()
  /** How often an older ledger took the place of the one that was there. */
  timesOlder = 0
  /** Whether the second release was begun with the first one left out. */
  leavesOut = false
  readonly #project: SimulatedProject
  readonly #service: Service
  readonly #runs = new Map<Process, Run>()
  /** The release of what left, by key. */
  readonly #left = new Map<string, string>()
  /** How often a person said wrongly that a send had not left. */
  readonly #saidNotSent = new Map<string, number>()
  readonly #saidSent = new Set<string>()
  /** When the answer came that a release is called off. */
  readonly #cancelledMs = new Map<string, number>()
  #confirmed = new Set<string>()
  #rejected = new Set<string>()
  #reported = new Set<string>()
  /** Whether the ledger may say less than it once did, and nobody has accepted it. */
  #isOlder = false

  constructor(project: SimulatedProject, service: Service) {
    this.#project = project
    this.#service = service
  }

  /** Keys of which a result is recorded by now. */
  get reported(): ReadonlySet<string> {
    return new Set(this.#reported)
  }

  begins(process: Process, { release, limit = Infinity, rejected }: Told): void {
    const isRetry = rejected === 'retry'
    const told = { release, limit, isRetry, excluded: new Set(this.#project.excluded), reported: this.reported }
    // Whom it rejected may get both: somebody asked for it.
    if (isRetry) this.leavesOut = false
    this.#runs.set(process, { ...told, keys: new Set(), confirmed: [], writes: [] })
  }

  /** Whoever was told that these were taken. */
  confirms(process: Process, keys: readonly string[]): void {
    this.#runs.get(process)?.confirmed.push(...keys)
  }

  /** A request is written. */
  writes(process: Process, dispatchedMs: number, sends: readonly Leaving[]): void {
    const run = this.#runs.get(process)
    if (run === undefined) return
    const { nowMs, clockAheadMs } = theWorld()
    const { release } = run
    const { requestTimeoutMs, tooManyRequests } = this.#service.setup
    run.writes.push({ atMs: dispatchedMs, messages: sends.length })
    if (nowMs - dispatchedMs > requestTimeoutMs + 10) this.broken.add('a request is written after its time')
    const ofDay = timeOfDayMs(nowMs + clockAheadMs)
    const { hours } = contractNamed(this.#service.setup.target.service)
    const isOpen = ofDay >= timeOfDayIn(hours.restrictedUntil) && ofDay < timeOfDayIn(hours.restrictedFrom)
    if (!isOpen) this.broken.add('a request leaves in the restricted hours')
    // What was claimed before it was called off is under way, until its time is over.
    const isOver = nowMs > (this.#cancelledMs.get(release) ?? Infinity) + requestTimeoutMs + 10
    for (const { key, number } of sends) {
      run.keys.add(key)
      this.#left.set(key, release)
      if (isOver) this.broken.add(`${key} is sent although ${release} was called off`)
      if (run.excluded.has(number)) this.broken.add(`${number} is excluded, and ${key} is sent there`)
      if (run.reported.has(key)) this.broken.add(`${key} is sent although a result of it was recorded before`)
      if (this.#rejected.has(key) && !run.isRetry) this.broken.add(`${key} was rejected, and nobody asked for it again`)
      if (this.leavesOut && this.#hasOther(number, release))
        this.broken.add(`${number} gets ${release} and the other release, which was left out`)
    }
    // What the service did not take counts for nothing.
    if (run.keys.size > run.limit && tooManyRequests === 'unknown')
      this.broken.add(`${run.keys.size} messages leave, ${run.limit} are allowed`)
  }

  /** Whether somebody has the other release, as far as nobody said otherwise. */
  #hasOther(number: string, release: string): boolean {
    return this.#service.arrivals.some(
      ({ isTaken, number: other, key }) =>
        isTaken && other === number && !this.#saidNotSent.has(key) && this.#left.get(key) !== release,
    )
  }

  ends(process: Process, ended: Ended<DeployResult>): void {
    const run = this.#runs.get(process)
    if (run === undefined) return
    const most = inASecond(run.writes)
    const { rate, target } = this.#service.setup
    // A machine that falls asleep holds one request back, and the next comes at its own time.
    const leaving = Math.max(leavingMessages, target.batch) * (process.sleep ? 2 : 1)
    if (most > rate * catchUp + leaving) this.broken.add(`${most} messages left within a second, not ${rate}`)
    if (run.isRetry) this.#rejected.clear()
    // What could not be written down is unknown later.
    const isRecorded =
      ended.type === 'threw' ||
      (ended.type === 'returned' && !(ended.value.type === 'ended' && ended.value.end.type === 'ledger'))
    if (isRecorded) for (const key of run.confirmed) this.#confirmed.add(key)
  }

  cancelled(release: string): void {
    if (!this.#cancelledMs.has(release)) this.#cancelledMs.set(release, theWorld().nowMs)
  }

  /** A ledger of before took the place of the one that was there. */
  older(): void {
    this.#isOlder = true
    this.timesOlder++
    this.leavesOut = false
    this.#confirmed = new Set()
    this.#rejected = new Set()
  }

  /** A person accepted what the older ledger does not know. */
  accepted(): void {
    if (!this.#isOlder) return
    this.#isOlder = false
    this.#cancelledMs.clear()
    this.#reported = new Set()
  }

  decided(keys: readonly string[], verdict: 'sent' | 'not-sent', isRight: boolean): void {
    for (const key of keys) {
      if (verdict === 'sent') this.#saidSent.add(key)
      else this.#saidNotSent.set(key, (this.#saidNotSent.get(key) ?? 0) + (isRight ? 0 : 1))
    }
  }

  /** A result was answered with success. */
  recorded(key: string, { recorded, repeated, foreign }: RecordedResults): void {
    const isOurs = this.#left.has(key)
    if (!isOurs && foreign !== 1) this.broken.add('a result of somebody else is recorded')
    if (isOurs && recorded + repeated === 1) this.#reported.add(key)
    if (isOurs && foreign === 1 && this.timesOlder === 0) this.broken.add(`the result of ${key} is taken for foreign`)
  }

  /** Compares what `status` says of a release with what happened; `reported` are the results of before it was read. */
  compare(release: string, { status, sends }: Read, reported: ReadonlySet<string>): void {
    const { broken } = this
    const isNow = !this.#isOlder
    const states = new Map(sends.map(({ key, state }) => [key, state]))
    if (states.size < sends.length) broken.add('somebody is in two states')
    for (const state of Object.keys(status.counts) as SendState[]) {
      const listed = sends.filter((send) => send.state === state).length
      if (status.counts[state] !== listed) broken.add(`status counts ${status.counts[state]} ${state}, lists ${listed}`)
    }
    const given = this.#service.setup.numbers.length
    const is = sends.length + status.excluded
    if (isNow && is !== given) broken.add(`${given} recipients were given, ${is} are known`)
    const taken = new Map<string, number>()
    for (const { key, number, text, isTaken } of this.#service.arrivals) {
      if (this.#left.get(key) !== release) continue
      if (isTaken) taken.set(key, (taken.get(key) ?? 0) + 1)
      if (!this.#project.isWanted(number, text)) broken.add(`${key} is nobody's, or has another text: ${text}`)
    }
    for (const [key, often] of taken) {
      const said = this.#saidNotSent.get(key)
      if (often > 1 + (said ?? 0)) broken.add(`${key} reached its phone ${often} times`)
      // Whom somebody wrongly takes for not sent to may be excluded since.
      if (isNow && said === undefined && !states.has(key)) broken.add(`${key} is in no state`)
    }
    for (const { key, state, delivery, masked } of sends) {
      if (state === 'rejected') this.#rejected.add(key)
      const isTaken = taken.has(key)
      if (isNow && reported.has(key) && delivery === undefined)
        broken.add(`the result of ${key} is lost: it is ${state}`)
      if (state === 'accepted' && !isTaken && !this.#saidSent.has(key))
        broken.add(`${key} is accepted and reached nobody`)
      // An older ledger may call rejected what was taken since; it is never tried again.
      const isUnsent = ['pending', 'deferred', 'cancelled'].includes(state)
      const isRefused = state === 'rejected' && this.timesOlder === 0
      if ((isUnsent || isRefused) && isTaken && !this.#saidNotSent.has(key) && isNow)
        broken.add(`${key} is ${state} and was taken`)
      if (state === 'rejected' && !this.#service.rejected.has(key))
        broken.add(`${key} is rejected, and nobody rejected it`)
      if (state !== 'accepted' && this.#confirmed.has(key)) broken.add(`${key} was confirmed and is ${state}`)
      if (!masked.includes('*')) broken.add(`${key} shows a number`)
    }
    const isOpen = ['pending', 'deferred'].some((state) => status.counts[state as SendState] > 0)
    if (isNow && this.#cancelledMs.has(release) && isOpen) broken.add(`${release} was called off and still waits`)
  }
}

/** The most messages in any second. */
function inASecond(requests: Run['writes']): number {
  let [first, messages, most] = [0, 0, 0]
  // A connection that came late is written later than those that were made after it.
  const inOrder = requests.toSorted((a, b) => a.atMs - b.atMs)
  for (const request of inOrder) {
    messages += request.messages
    for (; (inOrder[first]?.atMs ?? request.atMs) <= request.atMs - 1_000; first++)
      messages -= inOrder[first]?.messages ?? 0
    most = Math.max(most, messages)
  }
  return most
}
