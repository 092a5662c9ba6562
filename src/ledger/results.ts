import { contractOf, type Kind } from '../contract/contracts.ts'
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

/** Sends of a message whose latest results have the same codes, as they are counted where they are stored. */
export interface StoredDeliveries {
  readonly message: number
  readonly code: string
  /** Empty where no fallback message was sent. */
  readonly fallback_code: string
  readonly sends: number
  readonly conflicts: number
}

/** Counts the deliveries of messages; `accepted` is how many of their sends the service took. */
export function messageDeliveries(
  messages: readonly {
    readonly message: number
    readonly id: string
    readonly kind: Kind
    readonly accepted: number
  }[],
  stored: readonly StoredDeliveries[],
): readonly MessageDeliveries[] {
  return messages.map(({ message, id, kind, accepted }) => {
    const groups = stored.filter((each) => each.message === message).map((each) => groupOf(each, kind))
    const known = groups.reduce((sum, { sends }) => sum + sends, 0)
    const counts = addDeliveries(groups, Math.max(0, accepted - known))
    return { id, counts, groups: groups.toSorted((a, b) => b.sends - a.sends || (a.code < b.code ? -1 : 1)) }
  })
}

/** Adds the deliveries of messages up. */
export function sumOfDeliveries(messages: readonly Pick<MessageDeliveries, 'counts'>[]): DeliveryCounts {
  const sum = addDeliveries([])
  return Object.fromEntries(
    deliveries.map((each) => [each, messages.reduce((total, { counts }) => total + counts[each], sum[each])]),
  ) as Record<Delivery, number>
}

function groupOf({ code, fallback_code: fallback, sends, conflicts }: StoredDeliveries, kind: Kind): DeliveryGroup {
  const fallbackCode = fallback === '' ? {} : { fallbackCode: fallback }
  return { delivery: contractOf(kind).deliveryOf(code, fallback), code, ...fallbackCode, sends, conflicts }
}

/** Adds up sends by their delivery; `none` are those without a result. */
export function addDeliveries(groups: readonly Pick<DeliveryGroup, 'delivery' | 'sends'>[], none = 0): DeliveryCounts {
  const counts = Object.fromEntries(deliveries.map((delivery) => [delivery, 0])) as Record<Delivery, number>
  counts.none = none
  for (const { delivery, sends } of groups) counts[delivery] += sends
  return counts
}

/** A result as it is stored: of times and fallback codes that are not there stands 0 or nothing. */
export interface StoredCodes {
  readonly code: string
  /** In milliseconds since 1970; 0 where it is not known. */
  readonly done_at: number
  readonly description: string | null
  /** Empty where there was none. */
  readonly fallback_code: string
  readonly fallback_done_at: number
  readonly fallback_description: string | null
}

/** Returns what the results of one send come to: the last one counts. */
function sendDelivery(results: readonly StoredCodes[], kind: Kind): SendDelivery | undefined {
  const last = results.at(-1)
  if (last === undefined) return undefined
  const { code, fallback_code: fallback } = last
  return {
    delivery: contractOf(kind).deliveryOf(code, fallback),
    code,
    ...(last.done_at > 0 && { doneAt: last.done_at }),
    ...(last.description !== null && { description: last.description }),
    ...(fallback !== '' && { fallbackCode: fallback }),
    ...(last.fallback_done_at > 0 && { fallbackDoneAt: last.fallback_done_at }),
    ...(last.fallback_description !== null && { fallbackDescription: last.fallback_description }),
    isConflicting: results.some(
      (other) =>
        other.code !== code || (other.fallback_code !== fallback && other.fallback_code !== '' && fallback !== ''),
    ),
  }
}

/**
 * Returns what the results of several sends come to, by their sends.
 *
 * @param results those of one send by the time at which they were done, then by that of the fallback message, then by
 *   their codes
 */
export function deliveriesBySend<Result extends StoredCodes, Send>(
  results: readonly Result[],
  sendOf: (result: Result) => Send,
  kindOf: (send: Send) => Kind,
): ReadonlyMap<Send, SendDelivery> {
  const bySend = new Map<Send, Result[]>()
  for (const result of results) bySend.set(sendOf(result), [...(bySend.get(sendOf(result)) ?? []), result])
  return new Map(
    [...bySend].flatMap(([send, own]) => {
      const delivery = sendDelivery(own, kindOf(send))
      return delivery ? [[send, delivery] as const] : []
    }),
  )
}
