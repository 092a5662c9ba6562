import { deliveries, type Delivery, type DeliveryResult } from '../contract/contract.ts'

/** The delivery of one send: of several results, the one with the latest `doneAt`. */
export interface SendDelivery {
  readonly delivery: Exclude<Delivery, 'none'>
  readonly code: string
  readonly doneAt?: number
  readonly description?: string
  readonly fallbackCode?: string
  readonly fallbackDoneAt?: number
  readonly fallbackDescription?: string
  /** Another result says otherwise. */
  readonly isConflicting: boolean
}

export type DeliveryCounts = { readonly [D in Delivery]: number }

/** Sends of one message of which the same was reported. */
export interface DeliveryGroup {
  readonly delivery: Exclude<Delivery, 'none'>
  readonly code: string
  /** Absent where no fallback message was sent. */
  readonly fallbackCode?: string
  readonly sends: number
  /** Sends about which another result says otherwise. */
  readonly conflicts: number
}

/** The deliveries of one message of a release. */
export interface MessageDeliveries {
  readonly id: string
  /** They add up to the accepted sends of the message. */
  readonly counts: DeliveryCounts
  /** The most frequent first. */
  readonly groups: readonly DeliveryGroup[]
}

/** A message that the service took, with what it says of the delivery, if anything. */
export type ReportedMessage = DeliveryResult | { readonly key: string; readonly code?: undefined }

/** Counts of results that were given to be recorded. */
export interface RecordedResults {
  /** New ones. */
  readonly recorded: number
  /** Results that were known already, or say only that the service took a message. */
  readonly repeated: number
  /** Results whose key no send of the ledger has; they are not stored. */
  readonly foreign: number
  /** Sends that they prove to have left: unknown ones, and others that the ledger held to be unsent or rejected. */
  readonly proven: { readonly unknown: number; readonly behind: number }
  /** New ones by what they say. */
  readonly deliveries: DeliveryCounts
}

/** Counts of recorded results without what they say. */
export type ResultSums = Omit<RecordedResults, 'deliveries'>

export const noResults: ResultSums = { recorded: 0, repeated: 0, foreign: 0, proven: { unknown: 0, behind: 0 } }

/** Adds up recorded results. */
export function addResults(a: ResultSums, b: ResultSums): ResultSums {
  return {
    recorded: a.recorded + b.recorded,
    repeated: a.repeated + b.repeated,
    foreign: a.foreign + b.foreign,
    proven: { unknown: a.proven.unknown + b.proven.unknown, behind: a.proven.behind + b.proven.behind },
  }
}

/** Takes delivery results, also while a deploy is running. */
export interface ResultInbox {
  /**
   * Records results; they are on the disk when this resolves. What is asked for at the same time is written together.
   *
   * Rejects with LedgerError while the ledger cannot be read or the results cannot be written.
   */
  readonly record: (results: readonly ReportedMessage[]) => Promise<RecordedResults>
  /** Writes as for a result, and keeps nothing of it. Rejects with LedgerError while results cannot be recorded. */
  readonly probe: () => Promise<void>
  /** Waits for what is being written. */
  readonly close: () => Promise<void>
}

/** Adds the deliveries of messages up. */
export function sumOfDeliveries(messages: readonly Pick<MessageDeliveries, 'counts'>[]): DeliveryCounts {
  const sum = addDeliveries([])
  return Object.fromEntries(
    deliveries.map((each) => [each, messages.reduce((total, { counts }) => total + counts[each], sum[each])]),
  ) as Record<Delivery, number>
}

/** Adds up sends by their delivery; `none` are those without a result. */
export function addDeliveries(groups: readonly Pick<DeliveryGroup, 'delivery' | 'sends'>[], none = 0): DeliveryCounts {
  const counts = Object.fromEntries(deliveries.map((delivery) => [delivery, 0])) as Record<Delivery, number>
  counts.none = none
  for (const { delivery, sends } of groups) counts[delivery] += sends
  return counts
}
