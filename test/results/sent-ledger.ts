import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { LedgerStore } from '../../src/ledger/ledger.ts'
import { ledgerStore } from '../../src/ledger/open.ts'
import { claimed, outcomes, people, preparation, sendsIn } from '../ledger/temp-ledger.ts'

/**
 * A ledger at a path with so many sends of one message, accepted unless another outcome is asked for, closed. Returns its
 * store and the keys in order.
 */
export async function sentLedger(
  path: string,
  sends: number,
  target = 'production',
  outcome: 'accepted' | 'unknown' = 'accepted',
): Promise<{ readonly store: LedgerStore; readonly keys: readonly string[] }> {
  mkdirSync(dirname(path), { recursive: true })
  const store = ledgerStore({ path, target })
  const ledger = await store.open({ ifMissing: 'create' })
  await ledger.prepare(preparation({ sale: people(sends) }))
  const keys = (await sendsIn(ledger, { release: 'r1' })).map(({ key }) => key)
  for (let left = sends; left > 0; left -= 500) {
    await ledger.settle(outcomes(await claimed(ledger, 500), outcome, outcome === 'accepted' ? { code: 'C100' } : {}))
  }
  await ledger.close()
  return { store, keys }
}
