import { contractOf, type Kind } from '../contract/contracts.ts'
import type { CompiledTemplate } from '../template.ts'
import { type Run, type Statement, withoutNulls } from './driver.ts'
import { keyOf, type LedgerIdentity, normalName, textHash } from './identity.ts'
import { corrupt, LedgerError } from './ledger-error.ts'
import {
  type LedgerReader,
  type ReleaseStatus,
  type SendCounts,
  type SendFilter,
  type SendOf,
  type SendRecord,
  sendStates,
} from './ledger.ts'
import { addDeliveries, type SendDelivery, sumOf } from './results.ts'
import {
  type StoredSend,
  type SendGroup,
  sql,
  type StoredMessage,
  type StoredRelease,
  type StoredResult,
  type StoredTemplate,
} from './statements.ts'

export interface ReaderOptions {
  readonly path: string
  readonly run: Run
  readonly identity: LedgerIdentity
}

/**
 * @param how `sql.lockRelease` keeps other transactions from changing it until the end of this one
 * @throws LedgerError `unknown-release`
 */
export async function releaseOf(
  run: Run,
  name: string,
  how: Statement<StoredRelease> = sql.release,
): Promise<StoredRelease> {
  const [found] = await run(how, normalName(name))
  if (found === undefined) {
    throw new LedgerError('unknown-release', {
      en: [`There is no release "${name}" in the ledger.`, 'friendtalk status lists the releases.'],
      ko: [`발송 기록에 "${name}" 릴리스가 없습니다.`, '릴리스 목록은 friendtalk status로 볼 수 있습니다.'],
    })
  }
  return found
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
export function templateIn({ id, template, hash }: StoredTemplate, path: string): CompiledTemplate {
  if (textHash(template) !== hash) throw corrupt(path, `template ${id}`)
  return JSON.parse(template) as CompiledTemplate
}

const sendsAtOnce = 500

/** Divides rows into parts that one statement may be given. */
export function* inParts<T>(rows: readonly T[], atOnce = 1_000): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += atOnce) yield rows.slice(from, from + atOnce)
}

/** Returns what everybody may do with a ledger. */
export function readerOver({ path, run, identity }: ReaderOptions): Omit<LedgerReader, 'close' | 'verify' | 'copyTo'> {
  const { lineage, target, secret } = identity
  const keyIn = ({ id, release }: SendOf, number: string): string =>
    keyOf(secret, { id, release: normalName(release), number })
  const sendsTo = async (message: SendOf, numbers: readonly string[]) => {
    const given = numbers.map((number) => ({ number, key: keyIn(message, number) }))
    const sends = new Map<string, StoredSend>()
    for (const some of inParts(given)) {
      const rows = await run(sql.sendsByKey, JSON.stringify(some.map(({ key }) => [key])))
      for (const send of rows) sends.set(send.key, send)
    }
    return given.map((each) => ({ ...each, send: sends.get(each.key) }))
  }
  return {
    lineage,
    target,
    keyOf: keyIn,
    releases: async (name) => {
      if (name === undefined) {
        const [messages, groups] = [await run(sql.messages), await run(sql.groups)]
        return (await run(sql.releases)).map((release) => statusOf(release, messages, groups))
      }
      const [release] = await run(sql.release, normalName(name))
      if (release === undefined) return []
      return [statusOf(release, await run(sql.messagesOf, release.id), await run(sql.groupsOf, ...rangeOf(release)))]
    },
    counts: async (release) => countsOf(await run(sql.groupsOf, ...rangeOf(await releaseOf(run, release)))),
    failures: async (release) => (await run(sql.failures, ...rangeOf(await releaseOf(run, release)))).map(withoutNulls),
    sends: (filter) => sendsOf(run, filter),
    hasPending: async ({ release: name, id }) => {
      const [release] = await run(sql.release, normalName(name))
      return release !== undefined && (await run(sql.hasPending, ...rangeOf(release), id)).length > 0
    },
    knownSends: async (message, numbers) =>
      (await sendsTo(message, numbers)).map(({ key, send }) => {
        if (send === undefined || send.state === 'excluded') return { key }
        return { key, state: send.state, mayBeRetried: send.state === 'rejected' && mayComeBack(send) }
      }),
    reached: async (name, numbers) => {
      const release = await releaseOf(run, name)
      const ids = (await run(sql.messagesOf, release.id)).map(({ id }) => id)
      const sends = await Promise.all(ids.map((id) => sendsTo({ release: name, id }, numbers)))
      return new Set(sends.flat().flatMap(({ number, send }) => (send && mayHaveLeft.has(send.state) ? number : [])))
    },
    decisions: async (name) => (await run(sql.decisions, (await releaseOf(run, name)).id)).map(withoutNulls),
    deliveries: async (name) => {
      const release = await releaseOf(run, name)
      const accepted = (await run(sql.groupsOf, ...rangeOf(release))).filter(({ state }) => state === 'accepted')
      const reported = await run(sql.deliveries, ...rangeOf(release))
      return (await run(sql.messagesOf, release.id)).map(({ row, id, kind }) => {
        const groups = reported.flatMap(({ message, ...group }) =>
          message === row ? { ...withoutNulls(group), delivery: deliveryOf(kind, group) } : [],
        )
        const none = sum(accepted.filter(({ message }) => message === row)) - sum(groups)
        const sorted = groups.toSorted((a, b) => b.sends - a.sends || (a.code < b.code ? -1 : 1))
        return { id, counts: addDeliveries(groups, Math.max(0, none)), groups: sorted }
      })
    },
    templates: async (name) =>
      (await run(sql.templates, (await releaseOf(run, name)).id)).map((row) => templateIn(row, path)),
    earlier: async (id, release) => {
      const [row] = await run(sql.earlier, id, normalName(release))
      return row && { release: row.release, template: templateIn(row, path) }
    },
    image: async ({ sha256, operation, account }) => (await run(sql.image, sha256, operation, account))[0],
    plan: async (digest) => (await run(sql.plan, digest))[0],
    plansOf: (release) => run(sql.plansOf, normalName(release)),
  }
}

/** The states of sends that a recipient may have. */
const mayHaveLeft: ReadonlySet<StoredSend['state']> = new Set(['accepted', 'unknown', 'inflight'])

/**
 * Returns whether what is over may be tried again. What was rejected or excluded before an older copy of its ledger was
 * accepted may have been sent since.
 */
export function mayComeBack({ settledAt, recoveredAt }: StoredSend): boolean {
  return recoveredAt === null || (settledAt ?? 0) > recoveredAt
}

function statusOf(
  { id, name, createdAt, cancelledAt, recoveredAt }: StoredRelease,
  messages: readonly StoredMessage[],
  groups: readonly SendGroup[],
): ReleaseStatus {
  const own = messages
    .filter(({ release }) => release === id)
    .map((message) => ({ ...message, groups: groups.filter((group) => group.message === message.row) }))
  const all = own.flatMap((message) => message.groups)
  const [claimed, settled] = [all.flatMap((each) => each.claimedAt ?? []), all.flatMap((each) => each.settledAt ?? [])]
  const rejected = all.filter(({ state }) => state === 'rejected')
  const isKept = ({ settledAt }: SendGroup): boolean => recoveredAt !== null && Number(settledAt) <= recoveredAt
  const excluded = all.filter(({ state }) => state === 'excluded')
  return {
    release: name,
    createdAt,
    ...(claimed.length > 0 && { claimedAt: Math.min(...claimed) }),
    ...(settled.length > 0 && { settledAt: Math.max(...settled) }),
    ...(cancelledAt !== null && { cancelledAt }),
    counts: countsOf(all),
    ...(rejected.length > 0 && rejected.every(isKept) && { keepsRejected: true }),
    excluded: sum(excluded),
    exclusions: sumsBy('list', excluded),
    messages: own.map((message) => ({
      id: message.id,
      kind: message.kind,
      counts: countsOf(message.groups),
      codes: sumsBy('code', message.groups),
    })),
  }
}

const sum = (groups: readonly { readonly sends: number }[]): number =>
  groups.reduce((total, { sends }) => total + sends, 0)

function countsOf(groups: readonly SendGroup[]): SendCounts {
  return sumOf(
    sendStates,
    groups.map(({ state, sends }) => ({ [state]: sends })),
  )
}

function sumsBy(column: 'code' | 'list', groups: readonly SendGroup[]): Readonly<Record<string, number>> {
  const names = new Set(groups.flatMap((group) => group[column] ?? []).toSorted())
  return Object.fromEntries(Array.from(names, (name) => [name, sum(groups.filter((group) => group[column] === name))]))
}

async function* sendsOf(
  run: Run,
  { release: name, id = '', state }: SendFilter,
): AsyncGenerator<readonly SendRecord[]> {
  const release = await releaseOf(run, name)
  for (let after = 0; ;) {
    const rows = await run(sql.sends, ...rangeAfter(release, after), state ?? '', id, sendsAtOnce)
    const [first, last] = [rows[0], rows.at(-1)]
    if (first === undefined || last === undefined) return
    after = last.row
    const reported = await run(sql.reported, release.id, first.row, last.row)
    const bySend = new Map(reported.map(({ send, ...result }) => [send, result]))
    yield rows.map(({ row, ...send }) => {
      const result = bySend.get(row)
      return { ...withoutNulls(send), ...(result && { delivery: deliveryIn(result, send.kind) }) }
    })
  }
}

function deliveryIn({ conflict, ...result }: Omit<StoredResult, 'send'>, kind: Kind): SendDelivery {
  return { ...withoutNulls(result), delivery: deliveryOf(kind, result), isConflicting: conflict > 0 }
}

function deliveryOf(kind: Kind, { code, fallbackCode }: Pick<StoredResult, 'code' | 'fallbackCode'>) {
  return contractOf(kind).deliveryOf(code, fallbackCode ?? undefined)
}
