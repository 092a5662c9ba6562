import { mobileNumbers } from '../recipients/number.ts'
import { heldCounts } from './hold.ts'
import { LedgerError } from './ledger-error.ts'
import {
  type Decision,
  type Failure,
  type Reconciled,
  type ReleaseStatus,
  type SendCounts,
  type SendState,
  sendStates,
  type Settlement,
} from './ledger.ts'

/** What changes in the life of a send. Sends of one request mostly share one. */
export interface SendProgress {
  readonly state: SendState
  readonly attempt: number
  readonly code: string | null
  readonly description: string | null
  readonly claimed_at: number | null
  readonly settled_at: number | null
  /** Why it is not sent, as `holdText` writes it; null for what may be sent. */
  readonly held: string | null
}

/** The columns of it. */
export const progressNames = [
  'state',
  'attempt',
  'code',
  'description',
  'claimed_at',
  'settled_at',
  'held',
] as const satisfies readonly (keyof SendProgress)[]

/** Before anybody claimed it. */
export const unclaimed: SendProgress = {
  state: 'pending',
  attempt: 0,
  code: null,
  description: null,
  claimed_at: null,
  settled_at: null,
  held: null,
}

export function isSame(a: SendProgress, b: SendProgress): boolean {
  return (
    a.state === b.state &&
    a.attempt === b.attempt &&
    a.code === b.code &&
    a.description === b.description &&
    a.claimed_at === b.claimed_at &&
    a.settled_at === b.settled_at &&
    a.held === b.held
  )
}

/** The states of sends that the service may have. */
export const mayHaveLeft: readonly SendState[] = ['accepted', 'unknown', 'inflight']
/** As SQL lists them. */
export const mayHaveLeftSql = mayHaveLeft.map((state) => `'${state}'`).join(', ')

/**
 * As SQL finds sends that wait while another release has one with the same key of the caller: one that may have left, or
 * that waits while its release is being sent.
 *
 * @param isSending as SQL says so of the release `of_other.release`
 */
export function keyTakenSql(isSending: string): string {
  return (
    'SELECT message.id, waiting.masked, release.name FROM send AS waiting JOIN send AS other ON other.own_key = waiting.own_key ' +
    'JOIN message ON message.message = waiting.message JOIN message AS of_other ON of_other.message = other.message ' +
    'JOIN release ON release.release = of_other.release WHERE waiting.own_key IS NOT NULL ' +
    "AND waiting.state IN ('pending', 'deferred') AND waiting.held IS NULL AND of_other.release <> message.release " +
    `AND (other.state IN (${mayHaveLeftSql}) OR ` +
    `(other.state IN ('pending', 'deferred') AND other.held IS NULL AND ${isSending}))`
  )
}

/** @throws LedgerError `key-taken` where such a send was found */
export function refuseTakenKey(release: string, found: { readonly [column: string]: unknown } | undefined): void {
  if (!found) return
  const [id, masked, sentIn] = [String(found['id']), String(found['masked']), String(found['name'])]
  throw new LedgerError({ type: 'key-taken', release, id, masked, sentIn, isWaiting: true })
}

/** Returns whether the ledger forgets whom a send goes to. */
export function isOver({ state, held }: Pick<SendProgress, 'state' | 'held'>): boolean {
  return state === 'accepted' || state === 'rejected' || held !== null
}

/** Returns the progress of a send that is claimed. */
export function claimedProgress(attempt: number, at: number): SendProgress {
  return { ...unclaimed, state: 'inflight', attempt, claimed_at: at }
}

/** Returns the progress of a claimed send that is settled; it is `pending` when nothing of its request was written. */
export function settledProgress(
  { attempt, claimed_at }: Pick<SendProgress, 'attempt' | 'claimed_at'>,
  { state, code, description }: Pick<SendProgress, 'state' | 'code' | 'description'>,
  at: number,
): SendProgress {
  if (state === 'pending') return { ...unclaimed, attempt }
  return { ...unclaimed, state, attempt, code, description, claimed_at, settled_at: at }
}

/**
 * Returns the progress of the sends of one request by what became of them. Descriptions are scrubbed of every recipient
 * of the request: what the service says to one may quote any of them.
 */
export function outcomesOf<Send extends { readonly progress: SendProgress; readonly personal: Personal }>(
  claimed: readonly Send[],
  settlements: readonly Settlement[],
  now: number,
): readonly { readonly send: Send; readonly progress: SendProgress }[] {
  let before: SendProgress | undefined
  return claimed.map((send, index) => {
    const { outcome = 'unknown', code = null, description: said } = settlements[index] ?? {}
    const state = outcome === 'not-written' || outcome === 'not-taken' ? 'pending' : outcome
    // What the service says to a success is the same for all.
    const description =
      outcome === 'accepted' || said === undefined
        ? null
        : claimed.reduce((text, { personal }) => scrubbed(text, personal), said)
    const settled = settledProgress(send.progress, { state, code, description }, now)
    const progress: SendProgress = before && isSame(before, settled) ? before : settled
    before = progress
    return { send, progress }
  })
}

/**
 * Returns the progress of a send of which a crash left a claim or an outcome: what has no outcome may have been sent.
 *
 * @param recorded of two claims the later one is known by its attempt; undefined when the ledger has this one already
 */
export function progressAfterCrash(left: SendProgress, recorded: SendProgress, now: number): SendProgress | undefined {
  if (left.attempt <= recorded.attempt) return undefined
  return left.state === 'inflight' ? { ...left, state: 'unknown', settled_at: now } : left
}

/** Returns the progress of an unsent send of a ledger that is behind: it may have been sent. */
export function givenUpProgress(progress: SendProgress, now: number): SendProgress {
  return { ...progress, state: 'unknown', attempt: progress.attempt + 1, claimed_at: null, settled_at: now }
}

/**
 * Returns whether a rejected send may be tried again. One that was rejected before an older copy of its ledger was accepted
 * may have been tried since.
 *
 * @param acceptedAt when the last copy was accepted, in milliseconds since 1970; -Infinity where none was
 */
export function mayBeRetried(
  { state, settled_at: at }: Pick<SendGroup, 'state' | 'settled_at'>,
  acceptedAt: number,
): boolean {
  return state === 'rejected' && (at ?? 0) > acceptedAt
}

/** What a ledger notes of having been accepted by somebody who knew that nothing was missing in it. */
export const nothingMissing = 'nothing-missing'

/** Returns the progress of an unknown send that a person decided about. */
export function decidedProgress(progress: SendProgress, verdict: Decision['verdict'], now: number): SendProgress {
  return { ...progress, state: verdict === 'sent' ? 'accepted' : 'deferred', settled_at: now }
}

/** Whether a result for a send in a state proves something new: what is in flight is told by its response first. */
export function isProvenBy(state: SendState): boolean {
  return state !== 'accepted' && state !== 'inflight'
}

/** Returns the progress of a send for which a delivery result came: the service had taken it, whatever the ledger says. */
export function provenProgress(progress: SendProgress, now: number): SendProgress {
  // What was not unknown was sent in an attempt that this ledger knows nothing of.
  const attempt = progress.state === 'unknown' ? progress.attempt : progress.attempt + 1
  return { ...progress, state: 'accepted', attempt, code: null, description: null, settled_at: now, held: null }
}

export type ChosenSends<Row> =
  | Extract<Reconciled, { readonly type: 'refused' }>
  | { readonly type: 'chosen'; readonly rows: Iterable<Row> }

/** Chooses the sends that a decision names by their keys: all of them, or none where one is not there or not unknown. */
export function chosenByKeys<Row extends { readonly progress: SendProgress }>(
  keys: readonly string[],
  rowsOf: (key: string) => readonly Row[],
): ChosenSends<Row> {
  const all = [...new Set(keys)].map((key) => ({ key, rows: rowsOf(key) }))
  const notFound = all.filter(({ rows }) => rows.length === 0).map(({ key }) => key)
  const notUnknown = all
    .filter(({ rows }) => rows.some(({ progress }) => progress.state !== 'unknown'))
    .map(({ key }) => key)
  if (notFound.length > 0 || notUnknown.length > 0) return { type: 'refused', notFound, notUnknown }
  return { type: 'chosen', rows: all.flatMap(({ rows }) => rows) }
}

/** What of a recipient must not stay in a text. */
export interface Personal {
  readonly number: string
  readonly values: Readonly<Record<string, string>>
}

const masked = '***'
const maxDescriptionCharacters = 500
/** A value of one character would take every such letter out of a text. */
const minValueUnits = 2

/**
 * Takes a recipient's number and values out of a description of the service, which may quote what it did not like: the
 * description stays in the ledger when the number and the values are erased.
 */
export function scrubbed(description: string, { number, values }: Personal): string {
  const texts = [number, ...Object.values(values)]
    .map((text) => text.toWellFormed())
    .filter((text) => text.length >= minValueUnits)
  const forms = new Set(texts.flatMap((text) => [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)]))
  // The longest first, so that no value leaves a part of another behind.
  const plain = [...forms]
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, form) => rest.replaceAll(form, masked), description.toWellFormed())
    .replace(mobileNumbers, masked)
  return Array.from(plain).slice(0, maxDescriptionCharacters).join('')
}

/** Sends of one message that are in one state with one code. */
export interface SendGroup {
  readonly message: number
  readonly state: SendState
  readonly code: string | null
  /** Why they are not sent; null for those that are. */
  readonly held: string | null
  readonly sends: number
  /** When the first of them was claimed and the last one settled; null where none was. */
  readonly claimed_at?: number | null
  readonly settled_at?: number | null
}

/** A release by the name that it was made with, which its keys hold. */
export interface ReleaseRef {
  readonly release: number
  readonly name: string
}

export interface MessageRef {
  readonly message: number
  readonly id: string
}

/** A release as it is stored. */
export interface StoredRelease {
  /** The name that its keys are made of. */
  readonly name: string
  readonly normal_name: string
  readonly created_at: number
  readonly isPrepared: boolean
  /** In their order. */
  readonly messages: readonly MessageRef[]
}

/**
 * Counts the sends in each state, for every message of each release.
 *
 * @param acceptedAt as `mayBeRetried` takes it
 */
export function releaseStatuses(
  releases: readonly StoredRelease[],
  groups: readonly SendGroup[],
  acceptedAt: number,
): readonly ReleaseStatus[] {
  const byMessage = new Map<number, SendGroup[]>()
  for (const group of groups) byMessage.set(group.message, [...(byMessage.get(group.message) ?? []), group])
  return releases.map(({ name, normal_name, created_at, isPrepared, messages }) => {
    const own = messages.map(({ message, id }) => ({ id, groups: byMessage.get(message) ?? [] }))
    const all = own.flatMap((message) => message.groups)
    const claimedAt = all.flatMap(({ claimed_at: at }) => at ?? []).toSorted((a, b) => a - b)[0]
    const settledAt = all.flatMap(({ settled_at: at }) => at ?? []).toSorted((a, b) => b - a)[0]
    const rejected = all.filter(({ state }) => state === 'rejected')
    const keepsRejected = rejected.length > 0 && !rejected.some((group) => mayBeRetried(group, acceptedAt))
    const isShared = releases.filter((other) => other.normal_name === normal_name).length > 1
    return {
      release: isShared ? name : normal_name,
      createdAt: created_at,
      ...(claimedAt !== undefined && { claimedAt }),
      ...(settledAt !== undefined && { settledAt }),
      isPrepared,
      counts: countsOf(all),
      ...(keepsRejected && { keepsRejected }),
      ...heldCounts(all),
      messages: own.map((message) => ({
        id: message.id,
        counts: countsOf(message.groups),
        codes: codesOf(message.groups),
      })),
    }
  })
}

/** Counts sends in each state; those that are held are in none. */
export function countsOf(groups: readonly Pick<SendGroup, 'state' | 'sends' | 'held'>[]): SendCounts {
  const counts = Object.fromEntries(sendStates.map((state) => [state, 0])) as Record<SendState, number>
  for (const { state, sends, held } of groups) if (held === null) counts[state] += sends
  return counts
}

function codesOf(groups: readonly SendGroup[]): Readonly<Record<string, number>> {
  const codes = new Map<string, number>()
  for (const { code, sends } of groups) if (code !== null) codes.set(code, (codes.get(code) ?? 0) + sends)
  return Object.fromEntries([...codes].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns what failed, by message and code, the most frequent first; `groups` are of failed sends alone. */
export function failuresIn(
  groups: readonly (Omit<SendGroup, 'held'> & { readonly description: string | null })[],
  messages: readonly MessageRef[],
): readonly Failure[] {
  const ids = new Map(messages.map(({ message, id }) => [message, id]))
  return groups
    .map(({ message, state, code, sends, description }) => ({
      id: ids.get(message) ?? '',
      state: state as Failure['state'],
      ...(code !== null && { code }),
      sends,
      ...(description !== null && { description }),
    }))
    .toSorted((a, b) => b.sends - a.sends)
}
