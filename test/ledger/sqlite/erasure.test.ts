import { DatabaseSync } from '@photostructure/sqlite'
import { expect, it } from 'vitest'
import { holdTimers, letPass } from '../../held-timers.ts'
import { planted, traces } from '../contract/erasure.ts'
import { claimed, outcomes, preparation } from '../temp-ledger.ts'
import { sqliteUnderTest } from './sqlite-ledger.ts'

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
