import { describe, expect, it } from 'vitest'
import type { LedgerRecipient } from '../../../src/ledger/ledger.ts'
import { until } from '../../deadline.ts'
import { holdTimers, letPass } from '../../held-timers.ts'
import { begun, claimed, closeLedger, outcomes, preparation, sendsIn } from '../temp-ledger.ts'
import type { LedgerPlace, StoreUnderTest } from './store-under-test.ts'

/** People whose numbers and names can be searched for. Values of many sizes, some larger than a page. */
export function planted(count: number, from = 0): LedgerRecipient[] {
  return Array.from({ length: count }, (_, n) => ({
    number: `0107${String(from + n).padStart(7, '0')}`,
    values: new Map([
      ['name', `Planted${from + n}Name`],
      ['more', 'Planted.'.repeat((n * 37) % (n % 50 === 0 ? 3_000 : 40))],
    ]),
  }))
}

/** A name or a number of those people. Longer rows of digits are none: the identifier of a database has 19, by chance with these. */
const ofPlanted = /Planted|(?<!\d)0107\d{7}(?!\d)/g

/** How often something of those people is in what is kept of a ledger. */
export async function traces(place: Pick<LedgerPlace, 'contents'>): Promise<number> {
  return ((await place.contents()).match(ofPlanted) ?? []).length
}

/** Tests that nothing of a recipient stays where their message is settled. */
export function erasureContract(store: StoreUnderTest): void {
  describe('erasing', () => {
    it('leaves nothing of settled recipients anywhere', async () => {
      const { place, ledger } = await begun(store, { a: planted(700), b: planted(300) })
      expect(await traces(place)).toBeGreaterThan(1_000)
      for (let n = 0; ; n++) {
        const batch = await ledger.claim({ release: 'r1', maxSends: 50 })
        if (batch === undefined) break
        const description = `Recipient ${batch.sends[0].number} (${batch.sends[0].values['name']}) in 010-7000-0000`
        const outcome = n % 3 === 0 ? 'rejected' : 'accepted'
        await ledger.settle(outcomes(batch, outcome, { code: 'G141', description }).slice(0, 1))
        await ledger.settle(outcomes(batch, 'accepted').slice(1, 25))
        await ledger.settle(outcomes(batch, 'unknown').slice(25))
      }
      await ledger.reconcile({ verdict: 'sent', release: 'r1', who: 'ops', reason: 'seen' })
      await ledger.verify()
      await closeLedger(ledger)
      expect(await traces(place)).toBe(0)
      expect((await sendsIn(await place.open(), { release: 'r1', state: 'rejected' }))[0]).toMatchObject({
        masked: '010-****-0000',
        description: 'Recipient *** (***) in ***',
      })
    })

    it('leaves the others as they are', async () => {
      const { place, ledger } = await begun(store, { a: planted(40) })
      await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
      await ledger.settle(outcomes(await claimed(ledger), 'deferred'))
      await closeLedger(ledger)
      const next = await place.open()
      await next.verify()
      expect(await traces(place)).toBeGreaterThan(30)
      expect(await next.resume('r1')).toBe(10)
      expect((await claimed(next)).sends[0]).toMatchObject({ number: '01070000010', values: { name: 'Planted10Name' } })
    })

    it('holds for retries, and for a preparation that is broken off', async () => {
      const { place, ledger } = await begun(store, { a: planted(200) })
      for (let n = 0; n < 4; n++) await ledger.settle(outcomes(await claimed(ledger, 50), 'rejected'))
      await ledger.prepare(preparation({ a: planted(100) }, { rejected: 'retry' }))
      expect(await ledger.resume('r1')).toBe(100)
      for (let n = 0; n < 2; n++) await ledger.settle(outcomes(await claimed(ledger, 50), 'accepted'))
      const strange = preparation(
        { a: [], b: [] },
        {
          rejected: 'retry',
          recipients: [
            { id: 'a', recipients: planted(6_000) },
            { id: 'c', recipients: planted(1) },
          ],
        },
      )
      await expect(ledger.prepare(strange)).rejects.toThrow(/without its template/)
      await closeLedger(ledger)
      await closeLedger(await place.open())
      expect(await traces(place)).toBe(0)
    })

    it('comes by itself when nothing else happens', async () => {
      holdTimers()
      const { place, ledger } = await begun(store, { a: planted(10) })
      await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
      letPass(1_000)
      await until(
        () => 'nobody to be found in what is kept',
        async () => (await traces(place)) === 0,
      )
    })

    it('comes later while somebody reads, but it comes', async () => {
      const { place, ledger } = await begun(store, { a: planted(20) })
      const reader = await place.store.read()
      await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
      await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
      await reader.close()
      await closeLedger(ledger)
      expect(await traces(place)).toBe(0)
    })
  })
}
