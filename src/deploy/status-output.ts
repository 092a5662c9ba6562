import type { Delivery } from '../contract/delivery.ts'
import { koreanTime } from '../contract/korean-time.ts'
import { isSameName } from '../contract/text.ts'
import type { LedgerStore, SendCounts, SendState } from '../ledger/ledger.ts'
import { addDeliveries, type DeliveryCounts } from '../ledger/results.ts'
import type { Host } from '../session/host.ts'
import { deliveryIn } from './delivery-words.ts'
import { failureIn } from './failure-words.ts'
import { suggestedCommand } from './next-steps.ts'
import { detailsOf, isOver, type PlacedFailure, type ReleaseReport, type ReleaseState, releasesIn } from './report.ts'
import { refuseRelease } from './target.ts'

/** Sends of one message for which the same delivery result came. */
export interface ReportedResults {
  /** What became of them. */
  readonly delivery: Exclude<Delivery, 'none'>
  /** Code of the delivery result that counts: the latest one. */
  readonly code: string
  /** Code of the fallback message; absent where none was sent. */
  readonly fallbackCode?: string
  /** What the code means, in the language of the status. */
  readonly meaning: string
  /** How many sends. */
  readonly sends: number
  /** Of these, sends about which another result says otherwise. */
  readonly conflicts: number
}

/** One message of a release. */
export interface MessageStatus {
  /** The message's id. */
  readonly id: string
  /** Its sends by state. */
  readonly counts: SendCounts
  /** How often the service answered with each code. */
  readonly codes: { readonly [code: string]: number }
  /** Its accepted sends by what became of them; they add up to `counts.accepted`. */
  readonly deliveries: DeliveryCounts
  /** The delivery results that came, the most frequent first. */
  readonly results: readonly ReportedResults[]
}

/** Sends that failed alike. */
export interface FailureStatus {
  /** The message's id. */
  readonly id: string
  /** What the sends came to. */
  readonly state: Extract<SendState, 'rejected' | 'deferred' | 'unknown'>
  /** The service's code; absent where it gave none. */
  readonly code?: string
  /** What it means, in the language of the status. */
  readonly meaning: string
  /** How many sends. */
  readonly sends: number
  /** Line of the message's file that it is about, from 1; absent where that is not known. */
  readonly line?: number
}

/** One release as its ledger tells of it. */
export interface ReleaseValues {
  /** The release's name. */
  readonly release: string
  /** The target that it was sent to. */
  readonly target: string
  /** Whether a deploy is at it, something is left to send, some are unknown, or nothing is left. */
  readonly state: ReleaseState
  /** ISO 8601, in Korean time. */
  readonly createdAt: string
  /** When the first message was about to leave: ISO 8601, in Korean time; absent before. */
  readonly startedAt?: string
  /** ISO 8601, in Korean time; absent while anything is left to send. */
  readonly endedAt?: string
  /** Processes that send it now. */
  readonly workers: number
  /** Sends by state. With `excluded` and `heldBack` they add up to the recipients. */
  readonly counts: SendCounts
  /** Recipients on a list of numbers that are not sent to. */
  readonly excluded: number
  /** Recipients who have received as many messages as the target allows. */
  readonly heldBack: number
  /** Excluded recipients by the path of the list. */
  readonly exclusions: { readonly [path: string]: number }
  /** Accepted sends by what became of them; they add up to `counts.accepted`. */
  readonly deliveries: DeliveryCounts
  /** The release's messages. */
  readonly messages: readonly MessageStatus[]
  /** What failed, alike ones together. */
  readonly failures: readonly FailureStatus[]
  /** The command to type next, in the project's folder; absent where there is nothing to do. */
  readonly next?: string
}

/** What ledgers say about releases: the value of `status --json`. */
export interface StatusOutput {
  /** The version of this format. */
  readonly version: 1
  /** The oldest first. */
  readonly releases: readonly ReleaseValues[]
}

/**
 * Reads what ledgers say about their releases, the oldest first.
 *
 * @param release the only one that is read; all when undefined
 * @throws UsageError for a release that there is not
 */
export async function reportsOf(
  release: string | undefined,
  stores: readonly LedgerStore[],
): Promise<readonly ReleaseReport[]> {
  const all = (await Promise.all(stores.map(releasesIn))).flat()
  const reports = all
    .filter((report) => release === undefined || isSameName(report.release, release))
    .toSorted((a, b) => a.createdAt - b.createdAt)
  if (release !== undefined && reports.length === 0) {
    refuseRelease(
      release,
      all.map((report) => report.release),
    )
  }
  return reports
}

/** Returns what `status --json` prints. */
export async function statusOutput(
  reports: readonly ReleaseReport[],
  host: Pick<Host, 'lang' | 'command'>,
): Promise<StatusOutput> {
  return { version: 1, releases: await Promise.all(reports.map((report) => releaseValues(report, host))) }
}

/** Returns what is known of one release. */
export async function releaseValues(
  report: ReleaseReport,
  host: Pick<Host, 'lang' | 'command'>,
): Promise<ReleaseValues> {
  const { release, store, state, createdAt, claimedAt, settledAt, workers, counts, messages } = report
  const { excluded, heldBack, exclusions } = report
  const { failures } = await detailsOf(report)
  const next = suggestedCommand(report, host)
  return {
    release,
    target: store.target,
    state,
    createdAt: koreanTime(createdAt),
    ...(claimedAt !== undefined && { startedAt: koreanTime(claimedAt) }),
    ...(isOver(report) && settledAt !== undefined && { endedAt: koreanTime(settledAt) }),
    workers,
    counts,
    excluded,
    heldBack,
    exclusions,
    deliveries: report.deliveries,
    messages: messages.map((message, index) => {
      const { counts: delivered = noDeliveries, groups = [] } = report.messageDeliveries[index] ?? {}
      const results = groups.map((group) => ({ ...group, meaning: deliveryIn(host.lang, group).meaning }))
      return { ...message, deliveries: delivered, results }
    }),
    failures: failures.map((failure) => failureOf(failure, host)),
    ...(next !== undefined && { next }),
  }
}

const noDeliveries = addDeliveries([], 0)

function failureOf({ id, state, code, sends, line }: PlacedFailure, { lang }: Pick<Host, 'lang'>): FailureStatus {
  const { meaning } = failureIn(lang, { state, ...(code !== undefined && { code }) })
  return { id, state, ...(code !== undefined && { code }), meaning, sends, ...(line !== undefined && { line }) }
}
