import { setTimeout as delay } from 'node:timers/promises'
import { contractOf } from '../contract/contracts.ts'
import type { DeliveryResult } from '../contract/contract.ts'
import type { Run } from './driver.ts'
import { inGroups } from './groups.ts'
import {
  type DeliveryGroup,
  type RecordedResults,
  type ReportedMessage,
  type ResultInbox,
  sumOfDeliveries,
  sumOfResults,
} from './results.ts'
import { personalIn, scrubbed } from './scrub.ts'
import { sql, type StoredSend } from './statements.ts'
import type { Change } from './tables.ts'

export interface InboxOptions {
  /** Changes the ledger in one transaction, and opens it where it is not open. */
  readonly change: <T>(work: (run: Run) => Promise<Change<T>>) => Promise<T>
  /** Returns whether a deploy writes to the same file: then writes pause for it. */
  readonly isShared: () => boolean
  readonly now: () => number
  readonly close: () => Promise<void>
}

/** Bounded, because a write blocks other writers. */
const maxResultsAtOnce = 2_000
/** Leaves a deploy ten writes a second. */
const peaceMs = 100

/** Puts results that several requests bring at the same time into one transaction. */
export function inboxOver({ change, isShared, now, close }: InboxOptions): ResultInbox {
  let lastMs = Number.NEGATIVE_INFINITY
  const { ask, idle } = inGroups(
    async (group: readonly (readonly ReportedMessage[])[]) => {
      try {
        const written = [...(await change((run) => recordIn(run, group.flat(), now())))]
        return group.map(({ length }) => recordedOf(written.splice(0, length)))
      } finally {
        lastMs = performance.now()
      }
    },
    {
      ready: async () => {
        const waitMs = lastMs + peaceMs - performance.now()
        if (waitMs > 0 && isShared()) await delay(waitMs)
      },
      max: maxResultsAtOnce,
      sizeOf: (results) => results.length,
    },
  )

  return {
    record: ask,
    probe: () =>
      change(async (run) => {
        await run(sql.clearMeta, 'probe')
        return { value: undefined, decides: false }
      }),
    close: async () => {
      await idle()
      await close()
    },
  }
}

/** Outcome of one result, its delivery if it is new, and what it proved of its send. */
interface Written {
  readonly outcome: 'recorded' | 'repeated' | 'foreign'
  readonly delivery?: DeliveryGroup['delivery']
  readonly proved?: 'settled' | 'behind'
}

/** Records results, and settles what they prove: the service had taken it, whatever the ledger says. */
async function recordIn(
  run: Run,
  results: readonly ReportedMessage[],
  now: number,
): Promise<Change<readonly Written[]>> {
  const keys = [...new Set(results.map(({ key }) => key))]
  const found = await run(sql.resultSends, JSON.stringify(keys.map((key) => [key])))
  const sends = new Map(found.map((send) => [send.key, send]))
  const rows = results.map((result) => {
    const send = sends.get(result.key)
    return send && result.code !== undefined ? columnsOf(result, send) : undefined
  })
  const added = await run(sql.addResults, JSON.stringify(rows.filter((row) => row !== undefined)), now)
  const isNew = new Set(added.map((row) => nameOf(Object.values(row))))
  const proven = found.filter(({ state }) => state !== 'accepted')
  if (proven.length > 0) {
    const ids = JSON.stringify(proven.map(({ row }) => [row]))
    await run(sql.prove, ids, now)
    await run(sql.forget, ids)
    // No decision is recorded for a send under way: its response settles it.
    const decided = proven.filter(({ state }) => state !== 'inflight')
    await run(sql.addDecisions, JSON.stringify(decided.map(({ row, state }) => [row, 'result', state])), '', now)
  }
  const told = new Set<string>()
  const written = results.map((result, index): Written => {
    const { key, code } = result
    const send = sends.get(key)
    if (send === undefined) return { outcome: 'foreign' }
    const { state, kind } = send
    const isProof = state !== 'accepted' && state !== 'inflight' && !told.has(key)
    told.add(key)
    const proved: Pick<Written, 'proved'> = isProof ? { proved: state === 'unknown' ? 'settled' : 'behind' } : {}
    const [row, , doneAt, , fallback, fallbackDoneAt] = rows[index] ?? []
    // The first of two equal results in one write is new.
    const isNewHere = isNew.delete(nameOf([row, code, doneAt, fallback, fallbackDoneAt]))
    if (code === undefined || !isNewHere) return { outcome: 'repeated', ...proved }
    return { outcome: 'recorded', delivery: contractOf(kind).deliveryOf(code, result.fallback?.code), ...proved }
  })
  return { value: written, decides: proven.length > 0 }
}

function nameOf(values: readonly unknown[]): string {
  return JSON.stringify(values.map(String))
}

/** Returns a result as it is stored, without what its descriptions quote of the recipient. */
function columnsOf(
  { code, doneAt = 0, description, fallback }: DeliveryResult,
  { row, data }: StoredSend,
): readonly (string | number | null)[] {
  const personal = personalIn(data)
  const plain = (text: string | undefined): string | null =>
    text === undefined ? null : scrubbed(text, personal ? [personal] : [])
  const { code: fallbackCode = '', doneAt: fallbackDoneAt = 0 } = fallback ?? {}
  return [row, code, doneAt, plain(description), fallbackCode, fallbackDoneAt, plain(fallback?.description)]
}

function recordedOf(written: readonly Written[]): RecordedResults {
  const counts = written.flatMap(({ outcome, proved }) => [{ [outcome]: 1 }, proved ? { [proved]: 1 } : {}])
  const deliveries = written.map(({ delivery }) => (delivery ? { [delivery]: 1 } : {}))
  return { ...sumOfResults(counts), deliveries: sumOfDeliveries(deliveries) }
}
