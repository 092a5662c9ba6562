import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { PayloadOf } from '../../src/contract/brand-message/payload.ts'
import { type FileOptions, fileStore } from '../../src/ledger/file-store.ts'
import type { LedgerStore } from '../../src/ledger/ledger.ts'
import type { CompiledTemplate } from '../../src/template.ts'
import { ledgerPath } from '../ledger/sqlite/sqlite-ledger.ts'
import { claimed, outcomes, people, preparation, sendsIn, template } from '../ledger/temp-ledger.ts'
import type { ServiceRow } from './list-service.ts'

export interface Sent {
  readonly store: LedgerStore
  readonly keys: readonly string[]
}

export const payloadOf = (isResend: boolean): PayloadOf['bm-text'] => ({
  chatBubbleType: 'TEXT',
  content: '안녕하세요.',
  recipientList: [{ targeting: 'I', resendParameter: isResend ? { isResend } : { isResend: false } }],
})

/** A ledger with so many sends of a brand message that came to an outcome some time ago, or are under way. */
export async function sentLedger(
  sends: number,
  outcome: 'unknown' | 'accepted' | 'rejected' | 'inflight',
  {
    agoMs = 0,
    isResend = false,
    templates = [{ ...template('sale'), service_id: 'bm-text' as const, payload: payloadOf(isResend) }],
    ...place
  }: {
    readonly agoMs?: number
    readonly isResend?: boolean
    readonly templates?: readonly CompiledTemplate[]
  } & Partial<FileOptions> = {},
): Promise<Sent> {
  const now = (): number => Date.now() - agoMs
  const options = { path: ledgerPath(), target: 'production', now, ...place }
  mkdirSync(dirname(options.path), { recursive: true })
  const store = fileStore(options)
  const ledger = await store.open({ ifMissing: 'create' })
  await ledger.prepare(preparation({ sale: people(sends) }, { templates }))
  for (let left = sends; left > 0; left -= 500) {
    const batch = await claimed(ledger, 500)
    if (outcome !== 'inflight') await ledger.settle(outcomes(batch, outcome))
  }
  const keys = (await sendsIn(ledger, { release: 'r1' })).map(({ key }) => key)
  await ledger.close()
  return { store, keys }
}

/** A message as the service lists it. */
export const rowOf = (key: string, more: Partial<ServiceRow> = {}): ServiceRow => ({
  requestId: 'R1',
  recipientSeq: 1,
  recipientGroupingKey: key,
  senderGroupingKey: 'r1',
  requestedAt: Date.now(),
  ...more,
})
