import type { Plan } from '../deploy/plan.ts'
import type { DecisionRecord, Failure, LedgerReader, ReleaseStatus } from '../ledger/ledger.ts'
import type { LockHolder } from '../ledger/ledger-error.ts'
import { lockOf, openLedgerReader } from '../ledger/sqlite/open-ledger.ts'
import { failurePlace } from './failure-place.ts'
import type { TargetLedger } from './project-ledgers.ts'

/** Whether a deploy is at it, something is left to send, or nothing is. */
export type ReleaseState = 'running' | 'paused' | 'done'

/** A release as `status` tells of it. */
export interface ReleaseReport extends ReleaseStatus {
  readonly target: string
  /** Absolute path of the ledger. */
  readonly path: string
  readonly state: ReleaseState
  /** The files that it was made of, as the command line named them; relative to the root. */
  readonly inputs: Plan['inputs']
  /** Who runs the deploy, where that is known. */
  readonly holder?: LockHolder
}

/** What became of a release beyond its counts. */
export interface ReleaseDetails {
  readonly failures: readonly PlacedFailure[]
  readonly decisions: readonly Decided[]
}

export interface PlacedFailure extends Failure {
  /** Path of the message's file and, where it is known, the line. */
  readonly place: string
}

/** What a person decided at once. */
export interface Decided extends Omit<DecisionRecord, 'key'> {
  readonly sends: number
}

/** Everything that the ledger of a target says about its releases, the oldest first. */
export function releasesIn({ target, path }: TargetLedger): readonly ReleaseReport[] {
  const reader = openLedgerReader({ path, target })
  try {
    // A deploy may start or end meanwhile: whoever was seen at it explains what the counts show.
    const before = lockOf(path)
    const statuses = reader.releases()
    const lock = lockOf(path) ?? before
    return statuses.map((status) => {
      const state = stateOf(status, lock)
      return {
        ...status,
        target,
        path,
        state,
        inputs: inputsOf(reader, status.release),
        ...(state === 'running' && lock?.holder && { holder: lock.holder }),
      }
    })
  } finally {
    reader.close()
  }
}

/** What failed in a release and what people decided about it. */
export function detailsOf({ target, path, release }: ReleaseReport): ReleaseDetails {
  const reader = openLedgerReader({ path, target })
  try {
    return { failures: placed(reader, release), decisions: together(reader.decisions(release)) }
  } finally {
    reader.close()
  }
}

function inputsOf(reader: LedgerReader, release: string): Plan['inputs'] {
  const used = reader.planOf(release)
  return used === undefined ? { paths: [] } : (JSON.parse(used.text) as Plan).inputs
}

function stateOf({ isPrepared, counts }: ReleaseStatus, lock: object | undefined): ReleaseState {
  const { pending, inflight, deferred } = counts
  // A deploy makes what was deferred pending before it sends.
  if (lock && (pending > 0 || inflight > 0 || !isPrepared)) return 'running'
  return pending > 0 || inflight > 0 || deferred > 0 || !isPrepared ? 'paused' : 'done'
}

function placed(reader: LedgerReader, release: string): readonly PlacedFailure[] {
  const failures = reader.failures(release)
  if (failures.length === 0) return []
  const templates = new Map(reader.templates(release).map((template) => [template.id, template]))
  return failures.map((failure) => {
    const template = templates.get(failure.id)
    return { ...failure, place: template ? failurePlace(template, failure) : failure.id }
  })
}

function together(decisions: readonly DecisionRecord[]): readonly Decided[] {
  const groups = new Map<string, Decided>()
  for (const { verdict, who, reason, at } of decisions) {
    const key = JSON.stringify([verdict, who, reason, at])
    groups.set(key, { verdict, who, reason, at, sends: (groups.get(key)?.sends ?? 0) + 1 })
  }
  return [...groups.values()]
}
