import type { ResultQuery } from '../contract/contract.ts'
import { contractOf } from '../contract/contracts.ts'
import type { LedgerReader, SendRecord } from '../ledger/ledger.ts'
import { dayMs } from '../text/korean-time.ts'

/** The times between which requests were made. */
export interface Range {
  readonly fromMs: number
  readonly untilMs: number
}

/** The sends of a release whose last result has not come: unknown, under way, or accepted without a final delivery. */
export interface OpenRelease {
  readonly release: string
  readonly count: number
  /** Each of them if they are few enough to be asked for one by one, else all of them as one. */
  readonly asked: readonly (Range & { readonly key?: string })[]
}

/** So many open sends of a release are asked for one by one. */
const maxSingles = 100

/** A receipt may come for three days (interface: "Delivery codes", 3005), and that of a fallback message later. */
export const settlesWithinMs: number = 4 * dayMs

/**
 * Returns the open sends of a ledger that the service may still know of, by release; those of one release where it is
 * named.
 */
export async function openSends(
  reader: Pick<LedgerReader, 'releases' | 'deliveries' | 'templates' | 'sends'>,
  query: ResultQuery,
  { release: wanted, nowMs }: { readonly release?: string | undefined; readonly nowMs: number },
): Promise<readonly OpenRelease[]> {
  const open: OpenRelease[] = []
  for (const { release, createdAt, settledAt = createdAt, counts, messages } of await reader.releases(wanted)) {
    // Before its service was another one, a target may have had other releases.
    if (!messages.some(({ kind }) => contractOf(kind).query === query)) continue
    // The service keeps nothing that is older.
    if (Math.max(createdAt, settledAt) < nowMs - query.depthDays * dayMs) continue
    const templates = await reader.templates(release)
    const falling = templates.filter(({ service_id, payload }) => contractOf(service_id).fallsBack(payload))
    const fallingBack = new Set(falling.map(({ id }) => id))
    const isYoung = ({ claimedAt = 0 }: SendRecord): boolean => claimedAt > nowMs - settlesWithinMs
    const isOpen = (send: SendRecord): boolean => {
      const { state, delivery, id } = send
      if (state !== 'accepted' || delivery === undefined || delivery.delivery === 'uncertain') return true
      return delivery.delivery === 'failed' && fallingBack.has(id) && isYoung(send)
    }
    const delivered = await reader.deliveries(release)
    const mayBeOpen = delivered.some(
      ({ id, counts: { none, uncertain, failed } }) => none + uncertain + (fallingBack.has(id) ? failed : 0) > 0,
    )
    const states = (['unknown', 'inflight', 'accepted'] as const).filter(
      (state) => counts[state] > 0 && (state !== 'accepted' || mayBeOpen),
    )
    const singles: OpenRelease['asked'][number][] = []
    let [count, fromMs, untilMs] = [0, Number.POSITIVE_INFINITY, 0]
    for (const state of states) {
      for await (const some of reader.sends({ release, state })) {
        for (const send of some.filter(isOpen)) {
          const own = timesOf(send, nowMs)
          if (count < maxSingles) singles.push({ key: send.key, ...own })
          count++
          fromMs = Math.min(fromMs, own.fromMs)
          untilMs = Math.max(untilMs, own.untilMs)
        }
      }
    }
    if (count > 0) open.push({ release, count, asked: count > maxSingles ? [{ fromMs, untilMs }] : singles })
  }
  return open
}

/** Earlier attempts, and those that this ledger knows nothing of, were made since the send was prepared. */
function timesOf({ attempt, preparedAt, claimedAt, settledAt }: SendRecord, nowMs: number): Range {
  return {
    fromMs: attempt === 1 && claimedAt !== undefined ? claimedAt : preparedAt,
    untilMs: claimedAt ?? settledAt ?? nowMs,
  }
}
