import { DatabaseSync } from '@photostructure/sqlite'
import { readFile } from 'node:fs/promises'
import type { LedgerRecipient } from '../../../src/ledger/ledger.ts'
import { fileStore } from '../../../src/ledger/file-store.ts'
import { expect, it } from 'vitest'
import { holdTimers, letPass } from '../../held-timers.ts'
import { planted, traces } from '../contract/erasure.ts'
import { claimed, closeLedger, outcomes, preparation } from '../temp-ledger.ts'
import { ledgerPath, sqliteUnderTest } from './sqlite-ledger.ts'

it('comes by itself once somebody who read the log has left', async () => {
  holdTimers()
  const place = await sqliteUnderTest.fresh()
  const ledger = await place.open()
  await ledger.prepare(preparation({ a: planted(10) }))
  const batch = await claimed(ledger)
  const reading = new DatabaseSync(place.name, { readOnly: true })
  reading.exec('BEGIN; SELECT count(*) FROM send')
  await ledger.settle(outcomes(batch, 'accepted'))
  letPass(1_000)
  expect(await traces(place)).toBeGreaterThan(0)
  reading.close()
  letPass(1_000)
  expect(await traces(place)).toBe(0)
})

/** People with short values: many share a page. */
const small = (count: number): LedgerRecipient[] =>
  planted(count).map(({ number, values }) => ({ number, values: new Map([['name', values.get('name') ?? '']]) }))

it('is as thorough in a backup that is sent from', async () => {
  const place = await sqliteUnderTest.fresh()
  const ledger = await place.open()
  await ledger.prepare(preparation({ a: small(98) }))
  await closeLedger(ledger)
  const reader = await place.store.read()
  const path = ledgerPath()
  await reader.copyTo(path)
  await reader.close()
  const accepting = new DatabaseSync(path)
  accepting.exec("DELETE FROM meta WHERE name IN ('backup', 'place')")
  accepting.close()
  const copy = await fileStore({ path, target: 'production' }).open({ ifMissing: 'refuse' })
  for (;;) {
    const batch = await copy.claim({ release: 'r1', maxSends: 10 })
    if (batch === undefined) break
    await copy.settle(outcomes(batch, 'accepted'))
  }
  await copy.close()
  expect(await traces({ contents: async () => readFile(path, 'latin1') })).toBe(0)
})
