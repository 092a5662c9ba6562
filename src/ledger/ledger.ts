import type { Kind, Upload } from '../contract/contracts.ts'
import type { CompiledTemplate } from '../template.ts'
import type { LedgerError, LedgerNotice, LockHolder } from './ledger-error.ts'
import type { MovingLedger } from './driver.ts'
import type { Counts, MessageDeliveries, ResultInbox, SendDelivery } from './results.ts'

/**
 * The states of a send. Only `pending` is ever claimed; `inflight` may have left; `accepted` and `rejected` are what the service
 * said; `deferred` is tried again by the next deploy; `unknown` may have left or not; `cancelled` was
 * called off with its release.
 */
export const sendStates = ['pending', 'inflight', 'accepted', 'rejected', 'deferred', 'unknown', 'cancelled'] as const

export type SendState = (typeof sendStates)[number]

export type SendCounts = Counts<SendState>

/** Recipients of a release who are not sent to; its counts do not have them. */
export interface HeldCounts {
  readonly excluded: number
  /** Counts by list; a recipient on several lists counts for one of them. */
  readonly exclusions: Readonly<Record<string, number>>
}

/** A send that waits, with its number. */
export interface WaitingSend {
  readonly row: number
  readonly id: string
  /** Digits alone. */
  readonly number: string
}

export interface HeldSend {
  readonly row: number
  readonly list: string
}

/** Coordination of the workers that send from one ledger. */
export interface SharedWork {
  /** Returns the number of workers that divide the rate; it is counted every two seconds. */
  readonly share: () => number
  /**
   * Keeps every worker that runs from claiming anything more: theirs rejects with LedgerError `paused`, which has the note.
   * A worker that starts later is not concerned.
   */
  readonly pause: (note: string) => Promise<void>
  /**
   * Does work while no other does work of the same name, in this worker or another one. It must not ask for work of the
   * same name itself.
   *
   * @param stop ends waiting for others; rejects with its reason then
   */
  readonly alone: <T>(name: string, work: () => Promise<T>, stop?: AbortSignal) => Promise<T>
  /** Returns how many workers send, this one included. */
  readonly workers: () => Promise<number>
}

export interface LedgerRecipient {
  /** A normalised Korean mobile number: digits alone. */
  readonly number: string
  /** The caller's own word for this person; it stays when number and values are erased. */
  readonly ref?: string | undefined
  readonly values: ReadonlyMap<string, string>
  /**
   * Keeps the recipient from being sent to: the path of an exclusion list as people are shown it, or the name of a release.
   * Number and values are not kept: to be sent to later, they are given again.
   */
  readonly list?: string | undefined
}

export interface RecipientBatch {
  readonly id: string
  readonly recipients: readonly LedgerRecipient[]
}

export interface Preparation {
  readonly release: string
  readonly templates: readonly CompiledTemplate[]
  readonly recipients: AsyncIterable<RecipientBatch> | Iterable<RecipientBatch>
  /**
   * Rejected sends among these recipients get their number and values back and become `deferred`, except those that were
   * rejected before an older copy of the ledger was accepted. Those who are not sent to are held.
   */
  readonly rejected: 'keep' | 'retry'
  /** Ends preparing, also while it waits for other workers; it rejects with the signal's reason. */
  readonly stop?: AbortSignal
}

export interface Prepared {
  readonly added: number
  /** Sends that were there; they are kept as they are. */
  readonly existing: number
  /** Existing sends that were rejected and will be tried again, or are excluded no longer. */
  readonly retried: number
  /** Sends of these messages in the ledger whose recipients were not given now; what is unsent of them will be sent. */
  readonly notGiven: number
}

/** A send that was claimed, and what rendering it takes. */
export interface ClaimedSend {
  readonly row: number
  /** From 1; the outcome must name it. */
  readonly attempt: number
  readonly key: string
  readonly number: string
  readonly masked: string
  readonly values: Readonly<Record<string, string>>
}

/** Sends of one message, for one request. */
export interface Batch {
  readonly id: string
  readonly sends: readonly [ClaimedSend, ...ClaimedSend[]]
  /** Milliseconds that the claim waited for other workers. */
  readonly waitedMs: number
}

export interface ClaimRequest {
  readonly release: string
  readonly maxSends: number
  /** Returns the most sends of a message in one request; no limit if absent. */
  readonly batchOf?: (id: string) => number
  /** Ends waiting for others; nothing is claimed then. */
  readonly stop?: AbortSignal
}

/**
 * The outcome of a claimed send. `not-written`: proven that no byte of its request was written; `not-taken`: the service
 * refused the whole request before it took anything.
 */
export interface Settlement {
  readonly row: number
  readonly attempt: number
  readonly outcome: 'accepted' | 'rejected' | 'deferred' | 'unknown' | 'not-written' | 'not-taken'
  readonly code?: string | undefined
  readonly description?: string | undefined
}

/** A person's word about sends whose outcome is unknown. */
export interface Decision {
  readonly verdict: 'sent' | 'not-sent'
  readonly release: string
  /** A message of the release; every one when absent. */
  readonly id?: string
  /** Their `msg_key`; every unknown send when absent. */
  readonly keys?: readonly string[]
  readonly who: string
  readonly reason: string
  /** `not-sent` is refused for sends that became unknown more recently: a late outcome may still be recorded. */
  readonly minAgeMs?: number
}

export type Reconciled =
  | { readonly type: 'settled'; readonly sends: number }
  /** Nothing was changed. */
  | { readonly type: 'refused'; readonly notFound: readonly string[]; readonly notUnknown: readonly string[] }
  /** Nothing was changed: some became unknown less than `minAgeMs` ago. */
  | { readonly type: 'too-recent'; readonly waitMs: number }

export interface MessageStatus {
  readonly id: string
  readonly kind: Kind
  readonly counts: SendCounts
  /** Counts of sends by the code of the service. */
  readonly codes: Readonly<Record<string, number>>
}

export interface ReleaseStatus extends HeldCounts {
  readonly release: string
  /** In milliseconds since 1970. */
  readonly createdAt: number
  /** When its first send was claimed; absent before. */
  readonly claimedAt?: number
  /** When the last of its sends was settled; absent before. */
  readonly settledAt?: number
  /** When it was called off; absent for every other one. */
  readonly cancelledAt?: number
  readonly counts: SendCounts
  /** It has rejected sends, and none of them may be tried again. */
  readonly keepsRejected?: true
  readonly messages: readonly MessageStatus[]
}

/** Sends of one message that came to the same. */
export interface Failure {
  readonly id: string
  readonly kind: Kind
  readonly state: 'rejected' | 'deferred' | 'unknown'
  readonly code?: string
  readonly sends: number
  /** The service's description of one of them. */
  readonly description?: string
}

/** A send as it may be shown. */
export interface SendRecord {
  readonly id: string
  readonly kind: Kind
  readonly key: string
  readonly masked: string
  readonly ref?: string
  readonly state: SendState
  readonly attempt: number
  readonly code?: string
  readonly description?: string
  /** In milliseconds since 1970, as all times. */
  readonly preparedAt: number
  readonly claimedAt?: number
  readonly settledAt?: number
  /** Absent while no result has come. */
  readonly delivery?: SendDelivery
}

export interface SendFilter {
  readonly release: string
  readonly id?: string
  readonly state?: SendState
}

/** A decision of a person about a send or a release, or the proof of a delivery result. */
export interface DecisionRecord {
  /** Absent for what concerns a whole release. */
  readonly key?: string
  readonly sends: number
  /**
   * `result`: a result came for it, so the service had taken it. `cancelled`: the release was called off. `recovered`: its
   * ledger was accepted although it was refused.
   */
  readonly verdict: 'sent' | 'not-sent' | 'result' | 'cancelled' | 'recovered'
  /** Empty where it was a result. */
  readonly who: string
  /** A person's words; the state of the send before, if it was a result. */
  readonly reason: string
  readonly at: number
}

export interface ImageKey {
  readonly sha256: string
  readonly operation: Upload
  /** The user ID whose image it is. */
  readonly account: string
}

export interface LedgerImage {
  readonly url: string
  readonly uploadedAt: number
}

export interface PlanUse {
  readonly release: string
  readonly usedAt: number
}

/** A plan that a release was approved as. */
export interface UsedPlan {
  readonly digest: string
  /** As it was written down; it holds no personal data and no secret. */
  readonly text: string
}

export interface SendOf {
  readonly release: string
  readonly id: string
}

export interface KnownSend {
  /** Absent for a recipient that the ledger does not have, or has as excluded. */
  readonly state?: SendState
  /** It was rejected and may be tried again. */
  readonly mayBeRetried?: boolean
  /** The `msg_key` that it makes for a recipient who has none of their own. */
  readonly key: string
}

/** Reads a ledger, also while a deploy is running. */
export interface LedgerReader {
  readonly lineage: string
  readonly target: string
  /** In the order they were begun; all, or the one of a name. */
  readonly releases: (release?: string) => Promise<readonly ReleaseStatus[]>
  readonly counts: (release: string) => Promise<SendCounts>
  /** Returns failures by message and code, the most frequent first. */
  readonly failures: (release: string) => Promise<readonly Failure[]>
  /** In the order they were prepared, some hundred at a time. */
  readonly sends: (filter: SendFilter) => AsyncIterable<readonly SendRecord[]>
  /** Returns whether any send of a message can be claimed. */
  readonly hasPending: (message: SendOf) => Promise<boolean>
  /**
   * Returns what is known of recipients of a message, in their order; also for a release or a message that it does not
   * hold.
   *
   * @param numbers digits alone
   */
  readonly knownSends: (message: SendOf, numbers: readonly string[]) => Promise<readonly KnownSend[]>
  /** Returns the `msg_key` of a message to a number: digits alone. */
  readonly keyOf: (message: SendOf, number: string) => string
  /**
   * Returns which numbers have, or may have, something of a release: accepted, unknown or under way.
   *
   * @param numbers digits alone
   */
  readonly reached: (release: string, numbers: readonly string[]) => Promise<ReadonlySet<string>>
  readonly decisions: (release: string) => Promise<readonly DecisionRecord[]>
  /** The deliveries of the accepted sends, for each message in the order of the release. */
  readonly deliveries: (release: string) => Promise<readonly MessageDeliveries[]>
  readonly templates: (release: string) => Promise<readonly CompiledTemplate[]>
  /** The message of an id that the newest of the other releases has. */
  readonly earlier: (
    id: string,
    release: string,
  ) => Promise<{ readonly release: string; readonly template: CompiledTemplate } | undefined>
  readonly image: (key: ImageKey) => Promise<LedgerImage | undefined>
  readonly plan: (digest: string) => Promise<PlanUse | undefined>
  /** The plans that were used for a release, the last one first. */
  readonly plansOf: (release: string) => Promise<readonly UsedPlan[]>
  /** Reads everything and rejects for what is damaged; it takes half a minute for a million sends. */
  readonly verify: () => Promise<void>
  /**
   * Writes a consistent copy to a path where nothing is. It holds what is not erased yet. It takes seconds for a million
   * sends and nothing else happens meanwhile, so beside a deploy it is for another process.
   */
  readonly copyTo: (path: string) => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * A ledger that may be changed: a file by one process at a time, a database by many. Every method rejects with
 * LedgerError for what the world does.
 */
export interface Ledger extends LedgerReader {
  /** Absent where one process at a time sends. */
  readonly shared?: SharedWork
  /** Sends that a crash had left `inflight`; they are `unknown` now. */
  readonly recovered: number
  readonly notices: readonly LedgerNotice[]
  /** Copies templates and recipients in. Nothing of the release can be claimed before all of it is there. */
  readonly prepare: (preparation: Preparation) => Promise<Prepared>
  /** Makes what was deferred pending again: the person runs the same command again. Returns how many. */
  readonly resume: (release: string) => Promise<number>
  /**
   * Returns what is left to send of a release with the numbers that it goes to, some hundred at a time; what another worker
   * has claimed is among it. They may be held meanwhile.
   */
  readonly waiting: (release: string) => AsyncIterable<readonly WaitingSend[]>
  /**
   * Keeps sends from being claimed, and erases their numbers. What is under way stays so; when nothing of it was taken it
   * is not claimed again. Returns how many are held.
   */
  readonly hold: (release: string, sends: readonly HeldSend[]) => Promise<number>
  /** Returns the message that the next claim is likely of; undefined where nothing waits. */
  readonly next: (release: string) => Promise<string | undefined>
  /**
   * Claims sends of one message. They are `inflight` on the disk before this resolves. Where several workers send, it
   * waits while others have claims whose outcome may make sends pending again.
   */
  readonly claim: (wanted: ClaimRequest) => Promise<Batch | undefined>
  /**
   * Writes outcomes. They are on the disk when this resolves, and numbers and values of settled sends are erased. What a
   * person or a delivery result has settled meanwhile stays as it is.
   */
  readonly settle: (settlements: readonly Settlement[]) => Promise<void>
  /** Outcomes that came after a person had decided about their sends; they were not applied. */
  readonly tooLate: () => number
  readonly reconcile: (decision: Decision) => Promise<Reconciled>
  readonly rememberImage: (key: ImageKey, image: LedgerImage) => Promise<void>
  /** Records that a plan is used. Returns the first use, when this is not it. */
  readonly usePlan: (plan: UsedPlan, release: string) => Promise<PlanUse | undefined>
  /** Changes what was written down of a plan that is used, in one step with reading it. */
  readonly amendPlan: (digest: string, amend: (text: string) => string) => Promise<void>
}

/** `left`: there is something from which nothing can be sent. */
export type StoreState = 'none' | 'left' | 'made'

/** Reaction to a missing ledger; `reason` says why a new one is right although there was one. */
export type IfMissing = 'refuse' | 'create' | { readonly reason: string }

export interface OpenOptions {
  /** It must never be made by accident: an empty ledger sends everything again. */
  readonly ifMissing: IfMissing
  /** The lineage that a plan names. */
  readonly lineage?: string
  /** Ends opening a ledger in a database; it rejects with the signal's reason. */
  readonly stop?: AbortSignal
}

export interface Cancellation {
  readonly release: string
  readonly who: string
  readonly reason: string
}

/** A person's decision to go on with a ledger that is refused. */
export interface Acceptance {
  readonly who: string
  readonly reason: string
  /**
   * Nothing was lost, as after a fail-over to a synchronous standby, or if nothing was sent since a backup: then
   * sends stay pending. Refused unless the ledger has the last claim that this machine knows.
   */
  readonly isComplete?: boolean
}

export interface Accepted {
  /** Sends that are unknown now. */
  readonly unknown: number
  readonly notices: readonly LedgerNotice[]
}

/** The ledger of one target as a whole: where it is kept, and what can be done with it unopened. */
export interface LedgerStore {
  readonly target: string
  /** Absolute path of a file, or the address of a database without its secrets. */
  readonly path: string
  /** The path, with the schema of a database: ledgers of two places are two. */
  readonly place: string
  /** @param stop where the ledger is in a database, ends it at once; it rejects with the signal's reason */
  readonly state: (stop?: AbortSignal) => Promise<StoreState>
  /**
   * Opens the ledger for the one process that changes it, and makes what a crash left `inflight` unknown.
   *
   * Rejects with LedgerError for a ledger that cannot be used.
   */
  readonly open: (options: OpenOptions) => Promise<Ledger>
  /** Opens the ledger to read it, also while a deploy changes it. Rejects with LedgerError as `open` does. */
  readonly read: () => Promise<LedgerReader>
  /** Returns how many workers send from it at the moment; 0 or 1 for a file. */
  readonly workers: () => Promise<number>
  /** Returns who holds the lock of the ledger at the moment; undefined when it is free, and for a shared one. */
  readonly holder: () => Promise<{ readonly holder?: LockHolder } | undefined>
  /**
   * Returns what is wrong with the ledger; undefined for one that a deploy would use.
   *
   * @param reads `all` of it, the default, or only the `records` of how far it is, which takes a moment for any size
   */
  readonly check: (reads?: 'all' | 'records') => Promise<LedgerError | undefined>
  /** Accepts a ledger that is refused: everything that is left to send becomes unknown. */
  readonly accept: (acceptance: Acceptance) => Promise<Accepted>
  /**
   * Calls a release off, also while a deploy is running: what waits becomes `cancelled`, and its numbers are erased.
   *
   * @returns how many sends were cancelled
   */
  readonly cancel: (cancellation: Cancellation) => Promise<number>
  /** Opens the ledger to move it elsewhere: no other process changes it meanwhile, and the one that sends from it is named. */
  readonly leave: () => Promise<MovingLedger>
  /** Opens the place for a ledger that comes from elsewhere. */
  readonly receive: () => Promise<MovingLedger>
  /** Returns where delivery results go, also while a deploy is running. Nothing is opened yet. */
  readonly results: () => ResultInbox
}
