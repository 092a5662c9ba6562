import type { Kind } from '../contract/contracts.ts'
import type { CompiledTemplate } from '../template.ts'
import type { Row, Run } from './driver.ts'
import { keyOf, type LedgerIdentity, normalName, textHash } from './identity.ts'
import { corrupt, unknownRelease } from './ledger-error.ts'
import type {
  DecisionRecord,
  Failure,
  HeldCounts,
  KnownSend,
  LedgerReader,
  ReleaseStatus,
  SendCounts,
  SendFilter,
  SendOf,
  SendRecord,
  SendState,
} from './ledger.ts'
import { deliveriesBySend, messageDeliveries, type StoredCodes, type StoredDeliveries } from './results.ts'
import { sendStates } from './send-states.ts'
import { sql } from './statements.ts'

export interface ReaderOptions {
  readonly path: string
  readonly run: Run
  readonly identity: LedgerIdentity
}

/** A release as it is stored. */
export interface StoredRelease {
  readonly id: number
  readonly name: string
  readonly createdAt: number
  /** The first and the last of its sends; 0 where it has none. */
  readonly first: number
  readonly last: number
  readonly cancelledAt: number | undefined
  readonly recoveredAt: number | undefined
}

function releaseIn(row: Row): StoredRelease {
  const timeOf = (value: Row[string] | undefined): number | undefined =>
    value === null || value === undefined ? undefined : Number(value)
  return {
    id: Number(row['id']),
    name: String(row['name']),
    createdAt: Number(row['created_at']),
    first: Number(row['first_send'] ?? 0),
    last: Number(row['last_send'] ?? 0),
    cancelledAt: timeOf(row['cancelled_at']),
    recoveredAt: timeOf(row['recovered_at']),
  }
}

async function findRelease(run: Run, name: string): Promise<StoredRelease | undefined> {
  const [row] = await run(sql.release, normalName(name))
  return row && releaseIn(row)
}

/** @throws LedgerError `unknown-release` */
export async function releaseOf(run: Run, name: string): Promise<StoredRelease> {
  const found = await findRelease(run, name)
  if (found === undefined) throw unknownRelease(name)
  return found
}

/**
 * Returns a release and locks it: no other transaction changes it until the end of this one.
 *
 * @throws LedgerError `unknown-release`
 */
export async function lockedRelease(run: Run, name: string): Promise<StoredRelease> {
  const [row] = await run(sql.lockRelease, normalName(name))
  if (row === undefined) throw unknownRelease(name)
  return releaseIn(row)
}

/** The values that statements about the sends of a release begin with. */
export function rangeOf({ id, first, last }: StoredRelease): readonly [number, number, number] {
  return [id, first, last]
}

/**
 * Returns the range behind a send. With a second bound, the engine would read from the first send again each time.
 */
export function rangeAfter({ id, first, last }: StoredRelease, after: number): readonly [number, number, number] {
  return [id, Math.max(first, after + 1), last]
}

/** @throws LedgerError `corrupt` for a template that is not what was written */
export function templateIn(row: Row, path: string): CompiledTemplate {
  const text = String(row['template'])
  if (textHash(text) !== row['hash']) throw corrupt(path, `template ${String(row['name'])}`)
  return JSON.parse(text) as CompiledTemplate
}

const sendsAtOnce = 500
/** A statement is given so many keys at once. */
export const keysAtOnce = 1_000

/** Returns what everybody may do with a ledger. */
export function readerOver({ path, run, identity }: ReaderOptions): Omit<LedgerReader, 'close' | 'verify' | 'copyTo'> {
  const { version, lineage, target, secret } = identity
  const messagesOf = async (release: number): Promise<Messages> =>
    new Map((await run(sql.messagesOf, release)).map((row) => [Number(row['id']), messageIn(row)]))
  const keyIn = ({ id, release }: SendOf, number: string): string =>
    keyOf(secret, { id, release: normalName(release), number })
  const statesOf = async (
    message: SendOf,
    numbers: readonly string[],
  ): Promise<readonly { readonly number: string; readonly key: string; readonly row: Row | undefined }[]> => {
    const keys = numbers.map((number) => keyIn(message, number))
    const rows = new Map<string, Row>()
    for (let from = 0; from < keys.length; from += keysAtOnce) {
      const some = keys.slice(from, from + keysAtOnce).map((key) => [key])
      for (const row of await run(sql.sendsByKey, JSON.stringify(some))) rows.set(String(row['key']), row)
    }
    return numbers.map((number, index) => ({ number, key: keys[index] ?? '', row: rows.get(keys[index] ?? '') }))
  }
  return {
    version,
    lineage,
    target,
    keyOf: keyIn,
    releases: async (name) => {
      const wanted = name === undefined ? undefined : await findRelease(run, name)
      if (name !== undefined && wanted === undefined) return []
      const releases = wanted ? [wanted] : (await run(sql.releases)).map(releaseIn)
      const messages = await (wanted ? run(sql.messagesOf, wanted.id) : run(sql.messages))
      const groups = await (wanted ? run(sql.groupsOf, ...rangeOf(wanted)) : run(sql.groups))
      return statusesOf(releases, messages, groups)
    },
    counts: async (release) => countsOf(await run(sql.groupsOf, ...rangeOf(await releaseOf(run, release)))),
    failures: async (name) => {
      const release = await releaseOf(run, name)
      const messages = await messagesOf(release.id)
      return (await run(sql.failures, ...rangeOf(release))).map((row) => failureIn(row, messages))
    },
    sends: (filter) => sendsOf(run, filter, messagesOf),
    hasPending: async ({ release, id }) => {
      const found = await findRelease(run, release)
      if (found === undefined) return false
      const [message] = [...(await messagesOf(found.id))].find(([, { id: name }]) => name === id) ?? []
      if (message === undefined) return false
      return (await run(sql.hasPending, ...rangeOf(found), message)).length > 0
    },
    knownSends: async (message, numbers) => (await statesOf(message, numbers)).map(({ key, row }) => knownIn(key, row)),
    reached: async (name, numbers) => {
      const release = await releaseOf(run, name)
      const ids = Array.from((await messagesOf(release.id)).values(), ({ id }) => id)
      const known = await Promise.all(ids.map((id) => statesOf({ release: release.name, id }, numbers)))
      const mayHave = known.flat().filter(({ row }) => mayHaveLeft.has(String(row?.['state'])))
      return new Set(mayHave.map(({ number }) => number))
    },
    decisions: async (name) =>
      (await run(sql.decisions, (await releaseOf(run, name)).id)).map((row): DecisionRecord => ({
        ...(row['key'] !== null && { key: String(row['key']) }),
        sends: Number(row['sends']),
        verdict: row['verdict'] as DecisionRecord['verdict'],
        who: String(row['who']),
        reason: String(row['reason']),
        at: Number(row['at']),
      })),
    deliveries: async (name) => {
      const release = await releaseOf(run, name)
      const groups = await run(sql.groupsOf, ...rangeOf(release))
      const accepted = (message: number): number =>
        groups
          .filter((row) => Number(row['message']) === message && row['state'] === 'accepted')
          .reduce((sum, row) => sum + Number(row['sends']), 0)
      const stored = (await run(sql.deliveries, ...rangeOf(release))).map((row): StoredDeliveries => {
        const [message, sends, conflicts] = ['message', 'sends', 'conflicts'].map((column) => Number(row[column]))
        const [code, fallback] = [String(row['code']), String(row['fallback_code'])]
        return { message: message ?? 0, code, fallback_code: fallback, sends: sends ?? 0, conflicts: conflicts ?? 0 }
      })
      const messages = Array.from(await messagesOf(release.id), ([message, own]) => ({
        message,
        ...own,
        accepted: accepted(message),
      }))
      return messageDeliveries(messages, stored)
    },
    templates: async (name) =>
      (await run(sql.templates, (await releaseOf(run, name)).id)).map((row) => templateIn(row, path)),
    earlier: async (id, release) => {
      const [row] = await run(sql.earlier, id, normalName(release))
      return row && { release: String(row['release']), template: templateIn(row, path) }
    },
    image: async ({ sha256, operation, account }) => {
      const [row] = await run(sql.image, sha256, operation, account)
      return row && { url: String(row['url']), uploadedAt: Number(row['uploaded_at']) }
    },
    plan: async (digest) => {
      const [row] = await run(sql.plan, digest)
      return row && { release: String(row['release']), usedAt: Number(row['used_at']) }
    },
    plansOf: async (release) =>
      (await run(sql.plansOf, normalName(release))).map((row) => ({
        digest: String(row['digest']),
        text: String(row['text']),
      })),
  }
}

/** The states of sends that a recipient may have. */
const mayHaveLeft: ReadonlySet<string> = new Set<SendState>(['accepted', 'unknown', 'inflight'])

/**
 * Returns whether what is over may be tried again. What was rejected or excluded before an older copy of its ledger was
 * accepted may have been sent since.
 */
export function mayComeBack(row: Row): boolean {
  return row['recovered_at'] === null || Number(row['settled_at'] ?? 0) > Number(row['recovered_at'])
}

function knownIn(key: string, row: Row | undefined): KnownSend {
  if (row === undefined || row['state'] === 'excluded') return { key }
  const state = row['state'] as SendState
  return { key, state, mayBeRetried: state === 'rejected' && mayComeBack(row) }
}

function statusesOf(
  releases: readonly StoredRelease[],
  messages: readonly Row[],
  groups: readonly Row[],
): readonly ReleaseStatus[] {
  const byMessage = new Map<number, Row[]>()
  for (const row of groups) {
    const message = Number(row['message'])
    byMessage.set(message, [...(byMessage.get(message) ?? []), row])
  }
  return releases.map(({ id, name, createdAt, cancelledAt, recoveredAt = Number.NEGATIVE_INFINITY }) => {
    const own = messages
      .filter((row) => Number(row['release']) === id)
      .map((row) => ({ ...messageIn(row), groups: byMessage.get(Number(row['id'])) ?? [] }))
    const all = own.flatMap((message) => message.groups)
    const times = (column: string): number[] => all.flatMap((row) => (row[column] === null ? [] : Number(row[column])))
    const [claimed, settled] = [times('claimed_at'), times('settled_at')]
    const rejected = all.filter((row) => row['state'] === 'rejected')
    const keepsRejected = rejected.length > 0 && rejected.every((row) => Number(row['settled_at']) <= recoveredAt)
    return {
      release: name,
      createdAt,
      ...(claimed.length > 0 && { claimedAt: Math.min(...claimed) }),
      ...(settled.length > 0 && { settledAt: Math.max(...settled) }),
      ...(cancelledAt !== undefined && { cancelledAt }),
      counts: countsOf(all),
      ...(keepsRejected && { keepsRejected }),
      ...heldCounts(all),
      messages: own.map((message) => ({
        id: message.id,
        kind: message.kind,
        counts: countsOf(message.groups),
        codes: codesOf(message.groups),
      })),
    }
  })
}

function countsOf(groups: readonly Row[]): SendCounts {
  const counts = Object.fromEntries(sendStates.map((state) => [state, 0])) as Record<SendState, number>
  for (const { state, sends } of groups) if (state !== 'excluded') counts[state as SendState] += Number(sends)
  return counts
}

function heldCounts(groups: readonly Row[]): HeldCounts {
  const exclusions = new Map<string, number>()
  let excluded = 0
  for (const { state, list, sends } of groups) {
    if (state !== 'excluded') continue
    excluded += Number(sends)
    exclusions.set(String(list), (exclusions.get(String(list)) ?? 0) + Number(sends))
  }
  return { excluded, exclusions: Object.fromEntries(exclusions) }
}

function codesOf(groups: readonly Row[]): Readonly<Record<string, number>> {
  const codes = new Map<string, number>()
  for (const { code, sends } of groups) {
    if (code !== null) codes.set(String(code), (codes.get(String(code)) ?? 0) + Number(sends))
  }
  return Object.fromEntries([...codes].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** The messages of a release, by their numbers. */
type Messages = ReadonlyMap<number, { readonly id: string; readonly kind: Kind }>

function messageIn(row: Row): { readonly id: string; readonly kind: Kind } {
  return { id: String(row['name']), kind: row['kind'] as Kind }
}

/** @throws Error for a row of another release */
function messageOf(messages: Messages, row: Row): { readonly id: string; readonly kind: Kind } {
  const message = messages.get(Number(row['message']))
  if (message === undefined) throw new Error(`The release has no message ${Number(row['message'])}.`)
  return message
}

function failureIn(row: Row, messages: Messages): Failure {
  return {
    ...messageOf(messages, row),
    state: row['state'] as Failure['state'],
    ...(row['code'] !== null && { code: String(row['code']) }),
    sends: Number(row['sends']),
    ...(row['description'] !== null && { description: String(row['description']) }),
  }
}

async function* sendsOf(
  run: Run,
  { release: name, id, state = '' as SendState }: SendFilter,
  messagesOf: (release: number) => Promise<Messages>,
): AsyncGenerator<readonly SendRecord[]> {
  const release = await releaseOf(run, name)
  const messages = await messagesOf(release.id)
  const message = id === undefined ? 0 : ([...messages].find(([, each]) => each.id === id)?.[0] ?? -1)
  for (let after = 0; ;) {
    const rows = await run(sql.sends, ...rangeAfter(release, after), state, message, sendsAtOnce)
    const [first, last] = [rows[0], rows.at(-1)]
    if (first === undefined || last === undefined) return
    after = Number(last['id'])
    const results = await run(sql.resultsOf, Number(first['id']), after)
    const byId = new Map(rows.map((row) => [Number(row['id']), row]))
    const own = (results as unknown as (StoredCodes & { readonly send: number })[]).filter(({ send }) => byId.has(send))
    const bySend = deliveriesBySend(
      own,
      ({ send }) => send,
      (send) => messageOf(messages, byId.get(send) ?? {}).kind,
    )
    yield rows.map((row) => recordIn(row, messages, bySend.get(Number(row['id']))))
  }
}

function recordIn(row: Row, messages: Messages, delivery: SendRecord['delivery']): SendRecord {
  const text = (column: string): string | undefined => (row[column] === null ? undefined : String(row[column]))
  const [ref, code, description] = [text('ref'), text('code'), text('description')]
  return {
    ...messageOf(messages, row),
    key: String(row['key']),
    masked: String(row['masked']),
    ...(ref !== undefined && { ref }),
    state: row['state'] as SendState,
    attempt: Number(row['attempt']),
    ...(code !== undefined && { code }),
    ...(description !== undefined && { description }),
    preparedAt: Number(row['prepared_at']),
    ...(row['claimed_at'] !== null && { claimedAt: Number(row['claimed_at']) }),
    ...(row['settled_at'] !== null && { settledAt: Number(row['settled_at']) }),
    ...(delivery && row['state'] === 'accepted' && { delivery }),
  }
}
