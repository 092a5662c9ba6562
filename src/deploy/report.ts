import { parentOf } from '../text/json-text.ts'
import { codeOf, contractOf, type Kind } from '../contract/contracts.ts'
import type { LockHolder } from '../ledger/ledger-error.ts'
import type {
  DecisionRecord,
  Failure,
  LedgerReader,
  LedgerStore,
  MessageStatus,
  ReleaseStatus,
} from '../ledger/ledger.ts'
import {
  addDeliveries,
  type DeliveryCounts,
  type DeliveryGroup,
  type MessageDeliveries,
  sumOfDeliveries,
} from '../ledger/results.ts'
import type { CompiledTemplate } from '../template.ts'
import type { Language } from '../words/language.ts'
import { grouped, printable } from '../words/printable.ts'
import { type Plan, recordedPlan } from './plan.ts'
import type { RunRest } from './send.ts'
import type { ReleaseState } from './status-values.ts'

export type { ReleaseState } from './status-values.ts'

/** A release as `status` tells of it. */
export interface ReleaseReport extends Omit<ReleaseStatus, 'messages'> {
  readonly store: LedgerStore
  readonly state: ReleaseState
  /** The files that it was made of, as the command line named them; relative to the root. */
  readonly inputs: Plan['inputs']
  /** Titles of messages by id, if they have one. */
  readonly titles: ReadonlyMap<string, string>
  /** Rows of its lists that were left out because they were wrong. */
  readonly skipped: number
  /** Workers that send from its ledger now. */
  readonly workers: number
  /** They add up to the accepted sends. */
  readonly deliveries: DeliveryCounts
  readonly messages: readonly ReportedMessage[]
  /** The process that runs the deploy, if it is one and known. */
  readonly holder?: LockHolder
  /** The rest of the limits of a run that just ended early. */
  readonly rest?: RunRest
}

/** A message of a release with the deliveries of its accepted sends, the most frequent first. */
export interface ReportedMessage extends MessageStatus, Pick<MessageDeliveries, 'groups'> {
  readonly deliveries: DeliveryCounts
}

/** Details of a release beside its counts. */
export interface ReleaseDetails {
  readonly failures: readonly PlacedFailure[]
  readonly decisions: readonly ReportedDecision[]
}

export interface PlacedFailure extends Failure {
  /** Path of the message's file and, where it is known, the line. */
  readonly place: string
  readonly line?: number
}

/** One decision of a person, or everything that delivery results proved of sends in one state. */
export interface ReportedDecision extends Omit<DecisionRecord, 'key'> {
  readonly sends: number
}

/** Everything that the ledger of a target says about its releases, the oldest first; all, or the one of a name. */
export function releasesIn(store: LedgerStore, release?: string): Promise<readonly ReleaseReport[]> {
  return reading(store, async (reader) => {
    // A deploy may start or end meanwhile: the worker that was seen explains the counts.
    const before = await workersOf(store)
    const { statuses, deliveries } = await countedIn(reader, release)
    const now = await workersOf(store)
    const { workers, holder } = now.workers > 0 ? now : before
    return Promise.all(
      statuses.map(async (status): Promise<ReleaseReport> => {
        const state = stateOf(status, workers > 0)
        const messages = withDeliveries(status, deliveries.get(status.release) ?? [])
        return {
          ...status,
          store,
          state,
          ...(await plannedOf(reader, status.release)),
          workers: state === 'running' ? workers : 0,
          deliveries: sumOfDeliveries(messages.map((message) => message.deliveries)),
          messages,
          ...(state === 'running' && holder && { holder }),
        }
      }),
    )
  })
}

/** Reads the counts and deliveries of all releases. A deploy goes on meanwhile: the counts are never the older ones. */
async function countedIn(
  reader: LedgerReader,
  name: string | undefined,
): Promise<{ statuses: readonly ReleaseStatus[]; deliveries: ReadonlyMap<string, readonly MessageDeliveries[]> }> {
  const statuses = await reader.releases(name)
  const deliveries = new Map<string, readonly MessageDeliveries[]>()
  for (const { release } of statuses) deliveries.set(release, await reader.deliveries(release))
  const isSame = statuses.every(({ release, counts }) => {
    const delivered = (deliveries.get(release) ?? []).flatMap((message) => Object.values(message.counts))
    return delivered.reduce((sum, sends) => sum + sends, 0) === counts.accepted
  })
  return { statuses: isSame ? statuses : await reader.releases(name), deliveries }
}

/** Returns messages whose deliveries add up to what was accepted: whatever no result came for has none. */
function withDeliveries(
  { messages }: ReleaseStatus,
  delivered: readonly MessageDeliveries[],
): readonly ReportedMessage[] {
  const groupsOf = new Map(delivered.map(({ id, groups }) => [id, groups]))
  return messages.map((message) => {
    const groups = groupsOf.get(message.id) ?? []
    const reported = groups.reduce((sum, { sends }) => sum + sends, 0)
    return { ...message, deliveries: addDeliveries(groups, Math.max(0, message.counts.accepted - reported)), groups }
  })
}

async function workersOf(store: LedgerStore): Promise<{ workers: number; holder?: LockHolder | undefined }> {
  const lock = await store.holder()
  if (lock) return { workers: 1, holder: lock.holder }
  return { workers: await store.workers() }
}

/** Returns the failures of a release and people's decisions about it. */
export function detailsOf({ store, release }: ReleaseReport): Promise<ReleaseDetails> {
  return reading(store, async (reader) => ({
    failures: await placed(reader, release),
    decisions: together(await reader.decisions(release)),
  }))
}

/** Returns whether nothing of a release is left to send. */
export function isOver({ state }: Pick<ReleaseReport, 'state'>): boolean {
  return state === 'done' || state === 'unsettled' || state === 'cancelled'
}

/** Returns the compiled messages of a release, as the ledger holds them. */
export function templatesOf(store: LedgerStore, release: string): Promise<readonly CompiledTemplate[]> {
  return reading(store, (reader) => reader.templates(release))
}

async function reading<T>(store: LedgerStore, work: (reader: LedgerReader) => Promise<T>): Promise<T> {
  const reader = await store.read()
  try {
    return await work(reader)
  } finally {
    await reader.close()
  }
}

async function plannedOf(
  reader: LedgerReader,
  release: string,
): Promise<Pick<ReleaseReport, 'inputs' | 'titles' | 'skipped'>> {
  const { inputs = { paths: [] }, messages = [] } = (await recordedPlan(reader, release)) ?? {}
  return {
    inputs,
    titles: new Map(messages.flatMap(({ id, title }) => (title === undefined ? [] : [[id, title]]))),
    skipped: messages.reduce((sum, { recipients }) => sum + (recipients.skipped ?? 0), 0),
  }
}

/** Returns what people call a message: its title, or its id. */
export function nameOf({ titles }: Pick<ReleaseReport, 'titles'>, id: string): string {
  return printable(titles.get(id) ?? id)
}

function stateOf({ cancelledAt, counts }: ReleaseStatus, isAtWork: boolean): ReleaseState {
  const { pending, inflight, deferred, unknown } = counts
  // A deploy makes what was deferred pending before it sends.
  if (cancelledAt !== undefined) return 'cancelled'
  if (isAtWork && (pending > 0 || inflight > 0)) return 'running'
  if (pending > 0 || inflight > 0 || deferred > 0) return 'paused'
  return unknown > 0 ? 'unsettled' : 'done'
}

async function placed(reader: LedgerReader, release: string): Promise<readonly PlacedFailure[]> {
  const failures = await reader.failures(release)
  if (failures.length === 0) return []
  const templates = new Map((await reader.templates(release)).map((template) => [template.id, template]))
  return failures.map((failure) => {
    const template = templates.get(failure.id)
    return { ...failure, ...(template ? failurePlace(template, failure) : { place: failure.id }) }
  })
}

function together(decisions: readonly DecisionRecord[]): readonly ReportedDecision[] {
  const groups = new Map<string, ReportedDecision>()
  for (const { verdict, who, reason, at, sends } of decisions) {
    // Results come one by one; of them the last one's time is told.
    const key = JSON.stringify([verdict, who, reason, ...(verdict === 'result' ? [] : [at])])
    const before = groups.get(key)
    groups.set(key, { verdict, who, reason, at: Math.max(at, before?.at ?? 0), sends: (before?.sends ?? 0) + sends })
  }
  return [...groups.values()]
}

/**
 * Returns the place in the message's file that a failure is about: `messages/sale.md:12` by the source map, where the code or the
 * service's description names a field of the payload; else the file.
 */
export function failurePlace(
  { source, map, service_id }: Pick<CompiledTemplate, 'source' | 'map' | 'service_id'>,
  { code = '', description = '' }: { readonly code?: string; readonly description?: string },
): Pick<PlacedFailure, 'place' | 'line'> {
  const contract = contractOf(service_id)
  return placeAt({ source, map }, contract.fieldIn(description) ?? codeOf(contract, code)?.field ?? '')
}

/** Returns the place of a value of a payload in the message's file. */
export function placeAt(
  { source, map }: Pick<CompiledTemplate, 'source' | 'map'>,
  pointer: string,
): Pick<PlacedFailure, 'place' | 'line'> {
  // A value without a place of its own has that of the value around it.
  for (let at = pointer; at !== ''; at = parentOf(at)) {
    const { line } = (Object.hasOwn(map, at) ? map[at]?.start : undefined) ?? {}
    if (line !== undefined) return { place: `${source}:${line}`, line }
  }
  return { place: source }
}

/** Sends of a release about which the same was reported. */
export interface UndeliveredSends extends Pick<DeliveryGroup, 'delivery' | 'code' | 'fallbackCode' | 'sends'> {
  readonly kind: Kind
  /** The messages with the most of them first. */
  readonly messages: readonly { readonly name: string; readonly sends: number }[]
}

/** Groups accepted sends that may not have reached people by the reported codes, the most frequent first. */
export function undeliveredIn({
  messages: all,
  titles,
}: {
  readonly messages: readonly Pick<ReportedMessage, 'id' | 'kind' | 'groups'>[]
  readonly titles: ReleaseReport['titles']
}): readonly UndeliveredSends[] {
  const groups = new Map<string, UndeliveredSends>()
  for (const { id, kind, groups: results } of all) {
    for (const { conflicts: _, ...result } of results) {
      if (result.delivery === 'delivered' || result.delivery === 'fallback-delivered') continue
      const codes = JSON.stringify([result.code, result.fallbackCode])
      const { sends = 0, messages = [] } = groups.get(codes) ?? {}
      const named = [...messages, { name: nameOf({ titles }, id), sends: result.sends }]
      groups.set(codes, {
        ...result,
        kind,
        sends: sends + result.sends,
        messages: named.toSorted((a, b) => b.sends - a.sends),
      })
    }
  }
  return [...groups.values()].toSorted((a, b) => b.sends - a.sends)
}

const maxNamed = 6

/** Names the messages of a group: `picks 12, lookbook 3`. */
export function messagesText({ messages }: UndeliveredSends, language: Language): string {
  const named = messages.slice(0, maxNamed).map(({ name, sends }) => `${name} ${grouped(sends)}`)
  const others = messages.length - maxNamed
  const more = { en: `${others} more messages`, ko: `그 밖의 메시지 ${others}개` }
  return [...named, ...(others > 0 ? [more[language]] : [])].join(', ')
}
