// What the world knows of a seed that no ledger decides: who decided what, what was confirmed, and what was written.
import type { DeployResult } from '../../src/deploy/deploy.ts'
import { LedgerError } from '../../src/ledger/ledger-error.ts'
import type { ReleaseStatus, SendRecord } from '../../src/ledger/ledger.ts'
import type { RecordedResults } from '../../src/ledger/results.ts'
import { UsageError } from '../../src/project/usage-error.ts'
import { brokenPromises, type Person } from './check.ts'
import type { SimulatedProject } from './project.ts'
import type { RequestWatch } from './requests.ts'
import type { Service } from './service.ts'
import type { Setup } from './setup.ts'
import { type Ended, type Process, theWorld } from './world.ts'

/** What `status` says of a release. */
export interface Read {
  readonly status: ReleaseStatus | undefined
  readonly sends: readonly SendRecord[]
}

interface DeployEnds {
  readonly watch: RequestWatch
  readonly ends: readonly Ended<DeployResult>[]
  readonly isTwice: boolean
  /** Whether what was rejected was to be sent again. */
  readonly isRetry: boolean
}

interface Left {
  readonly release: string
}

/** Sooner nobody uploads an image again. */
const freshMs = 75 * 86_400_000

export class Evidences {
  readonly broken = new Set<string>()
  /** Keys that a whole answer said were taken, by the process that got it. */
  readonly confirmedBy = new Map<Process, string[]>()
  readonly #setup: Setup
  readonly #project: SimulatedProject
  readonly #service: Service
  readonly #saidNotSent = new Map<string, number>()
  readonly #saidSent = new Set<string>()
  readonly #people = new Map<string, Person>()
  /** What left, by key. */
  readonly #left = new Map<string, Left>()
  readonly #written = new Set<string>()
  readonly #uploadedNow = new Set<string>()
  readonly #uploaded = new Map<Process, Set<string>>()
  /** When an image was uploaded of whose URL the ledger knows, by digest. */
  readonly #imagesMs = new Map<string, number>()
  readonly #done = new Set<string>()
  #confirmed = new Set<string>()
  /** Keys that `status` called rejected. */
  #rejected = new Set<string>()
  /** Keys that were rejected before an older ledger took the place of the one that was there. */
  readonly #rejectedForGood = new Set<string>()
  /** Keys of which a result is recorded. */
  #reported = new Set<string>()
  #reportedBefore: ReadonlySet<string> = new Set()
  /** Whether the ledger says less than it once did, and nobody has accepted it. */
  #isOlder = false
  /** How often an older ledger took the place of the one that was there. */
  timesOlder = 0
  /** Whether something may be unknown though it was never written. */
  #isComplete = true
  /** Whether the last process closed the ledger in order. */
  #isClosed = false

  constructor(setup: Setup, project: SimulatedProject, service: Service) {
    this.#setup = setup
    this.#project = project
    this.#service = service
    service.onConfirm = (keys) => {
      const { current } = theWorld()
      if (current) this.confirmedBy.get(current)?.push(...keys)
    }
    service.onUpload = (digests) => {
      const { current } = theWorld()
      if (current === undefined) return
      const uploaded = this.#uploaded.get(current) ?? new Set()
      this.#uploaded.set(current, uploaded)
      for (const digest of digests) {
        const knownMs = this.timesOlder > 0 ? undefined : this.#imagesMs.get(digest)
        const isKnown = knownMs !== undefined && theWorld().nowMs - knownMs < freshMs
        if (uploaded.has(digest) || isKnown) this.broken.add('an image is uploaded twice')
        uploaded.add(digest)
        this.#uploadedNow.add(digest)
      }
    }
  }

  /** Keys of which a result is recorded by now. */
  get reported(): ReadonlySet<string> {
    return new Set(this.#reported)
  }

  begin(release: string): void {
    this.#reportedBefore = new Set(this.#reported)
    this.#isClosed = false
    this.#done.delete(release)
  }

  end(release: string, { watch, ends, isTwice, isRetry }: DeployEnds): void {
    for (const { key, number } of watch.sent) {
      if (this.#reportedBefore.has(key)) this.broken.add(`${key} is sent although a result of it was recorded before`)
      if (this.#project.excluded.has(number)) this.broken.add(`${number} is excluded, and ${key} is sent there`)
      if (this.#rejected.has(key) && !isRetry)
        this.broken.add(`${key} was rejected, and is sent again though nobody asked for it`)
      this.#written.add(key)
      if (!this.#left.has(key)) this.#left.set(key, { release })
    }
    // Whoever was asked for stays so until it is sent.
    if (isRetry) this.#rejected.clear()
    for (const problem of this.#service.imageProblems) this.broken.add(problem)
    const isOver = (ended: Ended<DeployResult>): boolean =>
      ended.type === 'returned' && ended.value.type === 'ended' && ended.value.end.type !== 'ledger'
    const isDone = (ended: Ended<DeployResult>): boolean =>
      isOver(ended) && ended.type === 'returned' && ended.value.type === 'ended' && ended.value.end.type === 'done'
    // Where a clock is wrong nobody knows since when an image is there.
    const isRemembered = ends.every((ended) => isOver(ended) && !hasWrongClock(ended))
    if (isRemembered) for (const digest of this.#uploadedNow) this.#imagesMs.set(digest, theWorld().nowMs)
    this.#uploadedNow.clear()
    this.#isClosed = !isTwice && ends.every(isOver)
    if (!isTwice && ends.every(isDone)) this.#done.add(release)
  }

  confirm(keys: readonly string[]): void {
    for (const key of keys) this.#confirmed.add(key)
  }

  /** What a process was told, or never wrote, came when others had made it unknown. */
  tooLate(process: Process): void {
    this.confirmedBy.get(process)?.splice(0)
    this.#isComplete = false
  }

  /** A process died: what it had claimed is unknown, and its files are as it left them. */
  mayHaveLost(): void {
    this.#isComplete = false
    this.#isClosed = false
  }

  /** An older ledger took the place of the one that was there. */
  isOlder(): void {
    this.#isOlder = true
    this.timesOlder++
    this.#confirmed = new Set()
    this.#reported = new Set()
    this.#rejected = new Set()
    for (const key of this.#service.rejected) this.#rejectedForGood.add(key)
    this.#done.clear()
    this.mayHaveLost()
  }

  /** What an older ledger does not know is unknown in it now. */
  accepted(): void {
    this.#isOlder = false
    this.mayHaveLost()
  }

  decided(keys: readonly string[], verdict: 'sent' | 'not-sent', isRight: boolean): void {
    for (const key of keys) {
      if (verdict === 'sent') this.#saidSent.add(key)
      else this.#saidNotSent.set(key, (this.#saidNotSent.get(key) ?? 0) + (isRight ? 0 : 1))
    }
  }

  recorded(key: string, { recorded, repeated, foreign }: RecordedResults): void {
    const isKnown = this.#left.has(key) || this.#service.arrivals.some((arrival) => arrival.key === key)
    if (!isKnown) {
      if (foreign !== 1) this.broken.add('a result of somebody else is recorded')
    } else if (recorded + repeated === 1) this.#reported.add(key)
    else if (foreign === 1 && this.timesOlder === 0) this.broken.add(`the result of ${key} is taken for foreign`)
  }

  /** Returns the promises that are broken by what `status` says of a release. */
  compare(release: string, { status, sends }: Read, reported: ReadonlySet<string>): readonly string[] {
    if (status === undefined) return []
    for (const { key, id, ref, state } of sends) {
      if (state === 'rejected') this.#rejected.add(key)
      const person = this.#project.people.get(`${release} ${id} ${ref ?? ''}`)
      if (person) this.#people.set(key, person)
    }
    const given = this.#setup.messages.reduce((sum, { numbers }) => sum + numbers.length, 0)
    const isOf = (key: string): boolean => this.#left.get(key)?.release === release
    const written = new Set([...this.#written].filter(isOf))
    const people = [...this.#project.people.values()]
    return brokenPromises({
      arrivals: this.#service.arrivals.filter(({ key }) => isOf(key)),
      sends,
      counts: status.counts,
      held: status.excluded,
      given: !this.#isOlder ? given : undefined,
      isOlder: this.#isOlder,
      saidNotSent: this.#saidNotSent,
      saidSent: this.#saidSent,
      confirmed: this.#confirmed,
      reported,
      // Whoever is held since is in no list.
      wanted: ({ key, number, text }) =>
        this.#people.get(key) ?? people.find((one) => one.number === number && one.text === text),
      written: this.#isComplete ? written : undefined,
      rejected: this.#service.rejected,
      rejectedForGood: this.#rejectedForGood,
      isDone: this.#done.has(release),
    })
  }

  /** Returns the numbers of which nothing is to be left in the ledger: it was closed in order, and they are settled. */
  settledNumbers(release: string, { status, sends }: Read): readonly string[] {
    if (!this.#isClosed || this.#setup.isRepeated || status === undefined) return []
    const open = new Set(
      sends
        // Whom a result has settled is erased by the next start.
        .filter(({ state, delivery }) => delivery !== undefined || (state !== 'accepted' && state !== 'rejected'))
        .map(({ id, ref }) => this.#project.people.get(`${release} ${id} ${ref ?? ''}`)?.number),
    )
    return [...this.#project.people.values()].map(({ number }) => number).filter((number) => !open.has(number))
  }
}

function hasWrongClock(ended: Ended<DeployResult>): boolean {
  return ended.type === 'returned' && ended.value.type === 'ended' && ended.value.end.type === 'clock'
}

export function isNewNeeded({ problem }: UsageError): boolean {
  return problem.type === 'deploy' && problem.problem.type === 'new-ledger-needed'
}

export function endOf(ended: Ended<unknown>): string {
  if (ended.type === 'threw') {
    const { error } = ended
    if (error instanceof LedgerError) return `LedgerError ${JSON.stringify(error.problem)}`
    if (error instanceof UsageError) return `UsageError ${JSON.stringify(error.problem)}`
    return String(error)
  }
  return ended.type === 'crashed' ? 'crashed' : (JSON.stringify(ended.value) ?? 'nothing')
}
