// What programs are given of a release: these types lead to nothing of Node.js.
import type { Delivery } from '../contract/contract.ts'
import type { DeliveryCounts } from '../ledger/results.ts'
import type { SendCounts, SendState } from '../ledger/send-states.ts'

/** Whether a deploy is at it, something is left to send, or nothing is; `unsettled` where some are unknown then;
 * `cancelled` where it was called off. */
export const releaseStates = ['running', 'paused', 'unsettled', 'done', 'cancelled'] as const

/** Where a release stands. */
export type ReleaseState = (typeof releaseStates)[number]

/** Sends of one message for which the same delivery result came. */
export interface ReportedResults {
  /** The delivery. */
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
export interface MessageValues {
  /** The message's id. */
  readonly id: string
  /** Its sends by state. */
  readonly counts: SendCounts
  /** How often the service answered with each code. */
  readonly codes: { readonly [code: string]: number }
  /** Its accepted sends by delivery; they add up to `counts.accepted`. */
  readonly deliveries: DeliveryCounts
  /** The delivery results that came, the most frequent first. */
  readonly results: readonly ReportedResults[]
}

/** Sends that failed alike. */
export interface FailureValues {
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
  /** Whether it was a test: to named numbers, with the examples of the variables as values. Absent for any other. */
  readonly test?: true
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
  /** Sends by state. With `excluded` they add up to the recipients. */
  readonly counts: SendCounts
  /** Recipients on a list of numbers that are not sent to. */
  readonly excluded: number
  /** Excluded recipients by the path of the list. */
  readonly exclusions: { readonly [path: string]: number }
  /** Rows of its lists that the last plan left out because they were wrong; they are no recipients. */
  readonly skipped: number
  /** Accepted sends by delivery; they add up to `counts.accepted`. */
  readonly deliveries: DeliveryCounts
  /** The release's messages. */
  readonly messages: readonly MessageValues[]
  /** What failed, alike ones together. */
  readonly failures: readonly FailureValues[]
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
