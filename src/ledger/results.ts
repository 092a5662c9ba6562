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

export type Counts<N extends string> = { readonly [C in N]: number }

export type DeliveryCounts = Counts<Delivery>

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

/**
 * Counts of results that were given to be recorded: new ones; ones that were known already, or say only that the service
 * took a message; those whose key no send of the ledger has, which are not stored; and the sends that they prove to have
 * left: unknown ones, which are settled, and others that the ledger held to be unsent or rejected.
 */
export type ResultSums = Counts<(typeof countedResults)[number]>

const countedResults = ['recorded', 'repeated', 'foreign', 'settled', 'behind'] as const

export interface RecordedResults extends ResultSums {
  /** New ones by what they say. */
  readonly deliveries: DeliveryCounts
}

/** Adds up recorded results. */
export function sumOfResults(all: readonly Partial<ResultSums>[]): ResultSums {
  return sumOf(countedResults, all)
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

export function sumOfDeliveries(all: readonly Partial<DeliveryCounts>[]): DeliveryCounts {
  return sumOf(deliveries, all)
}

/** Adds up sends by their delivery; `none` are those without a result. */
export function addDeliveries(groups: readonly Pick<DeliveryGroup, 'delivery' | 'sends'>[], none = 0): DeliveryCounts {
  return sumOfDeliveries([{ none }, ...groups.map(({ delivery, sends }) => ({ [delivery]: sends }))])
}

/** Adds up counts by their names. */
export function sumOf<N extends string>(names: readonly N[], all: readonly Partial<Counts<N>>[]): Counts<N> {
  const sums = names.map((name) => [name, all.reduce((sum, counts) => sum + (counts[name] ?? 0), 0)])
  return Object.fromEntries(sums) as Counts<N>
}
