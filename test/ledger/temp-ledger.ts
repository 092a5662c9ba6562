import { expect } from 'vitest'
import type {
  Batch,
  Ledger,
  LedgerReader,
  LedgerRecipient,
  Preparation,
  SendFilter,
  SendRecord,
  Settlement,
} from '../../src/ledger/ledger.ts'
import { LedgerError } from '../../src/ledger/ledger-error.ts'
import type { CompiledTemplate } from '../../src/template.ts'
import { afterEveryTest } from '../ending.ts'
import type { LedgerPlace, StoreUnderTest } from './contract/store-under-test.ts'

const open = new Set<Ledger>()

afterEveryTest(async () => {
  for (const ledger of open) await closeLedger(ledger)
})

/** Closes a ledger when the test is over, unless it is closed before. */
export function closedAfterTest(ledger: Ledger): Ledger {
  open.add(ledger)
  return ledger
}

export async function closeLedger(ledger: Ledger): Promise<void> {
  open.delete(ledger)
  await ledger.close()
}

/** No sends in any state. */
export const none = { pending: 0, inflight: 0, accepted: 0, rejected: 0, deferred: 0, unknown: 0, cancelled: 0 }

export function template(id: string, digest = `sha256:${id}`): CompiledTemplate {
  return {
    format: 1,
    id,
    service_id: 'ft-text',
    sender: 'default',
    source: `messages/${id}.md`,
    payload: { msg: '안녕하세요, #{name}님.', ad_flag: 'Y' },
    variables: [{ name: 'name' }],
    images: [],
    map: {},
    digest,
  }
}

export function person(n: number, values: Record<string, string> = { name: `손님 ${n}` }): LedgerRecipient {
  return { number: `010${String(n).padStart(8, '0')}`, values: new Map(Object.entries(values)) }
}

export const people = (count: number): LedgerRecipient[] => Array.from({ length: count }, (_, n) => person(n))

/** A preparation of messages with so many recipients each. */
export function preparation(
  recipients: Readonly<Record<string, readonly LedgerRecipient[]>>,
  changes: Partial<Preparation> = {},
): Preparation {
  return {
    release: 'r1',
    templates: Object.keys(recipients).map((id) => template(id)),
    recipients: Object.entries(recipients).map(([id, list]) => ({ id, recipients: list })),
    rejected: 'keep',
    ...changes,
  }
}

/** A place of its own with a ledger in which a release is prepared. */
export async function begun(
  store: StoreUnderTest,
  ...given: Parameters<typeof preparation>
): Promise<{ readonly place: LedgerPlace; readonly ledger: Ledger }> {
  const place = await store.fresh()
  const ledger = await place.open()
  await ledger.prepare(preparation(...given))
  return { place, ledger }
}

/** Claims sends of the release `r1`. */
export async function claimed(ledger: Ledger, maxSends = 10): Promise<Batch> {
  const batch = await ledger.claim({ release: 'r1', maxSends })
  if (batch === undefined) throw new Error('Nothing is pending.')
  return batch
}

export function outcomes(batch: Batch, outcome: Settlement['outcome'], said: Partial<Settlement> = {}): Settlement[] {
  return batch.sends.map(({ row, attempt }) => ({ row, attempt, outcome, ...said }))
}

/** All sends of a ledger that a filter lets through. */
export async function sendsIn(reader: Pick<LedgerReader, 'sends'>, filter: SendFilter): Promise<SendRecord[]> {
  const found: SendRecord[] = []
  for await (const sends of reader.sends(filter)) found.push(...sends)
  return found
}

/** What a function says is wrong with the ledger: in both languages, and what to do. */
export async function problemIn(work: () => unknown): Promise<LedgerError> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    const { en, ko } = error.text
    expect(en[1]).toMatch(/^[A-Za-z].*[.;]$/)
    expect(ko.join(' ')).toMatch(/[가-힣].*[가-힣]\.$|;$/)
    return error
  }
  throw new Error('Nothing was wrong.')
}
