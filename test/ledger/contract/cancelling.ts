import { describe, expect, it } from 'vitest'
import type { RecipientBatch } from '../../../src/ledger/ledger.ts'
import {
  begun,
  claimed,
  closeLedger,
  none,
  outcomes,
  people,
  person,
  preparation,
  problemIn,
  sendsIn,
} from '../temp-ledger.ts'
import { planted, traces } from './erasure.ts'
import type { StoreUnderTest } from './store-under-test.ts'

const cancellation = { release: 'r1', who: 'ops', reason: 'a wrong price' }

/** Tests of releases that are called off, and of who has something of one. */
export function cancellingContract(store: StoreUnderTest): void {
  describe('a release that is called off', () => {
    it('sends nothing more, and what is under way ends as usual', async () => {
      const { place, ledger } = await begun(store, { a: planted(40) })
      await ledger.settle(outcomes(await claimed(ledger), 'accepted', { code: 'C100' }))
      await ledger.settle(outcomes(await claimed(ledger, 5), 'deferred', { code: 'G150' }))
      const [first, second] = [await claimed(ledger, 4), await claimed(ledger, 3)]
      // Another process does it, while this one has the ledger.
      expect(await place.store.cancel(cancellation)).toBe(23)
      expect(await ledger.counts('r1')).toEqual({ ...none, accepted: 10, inflight: 7, cancelled: 23 })
      await ledger.settle(outcomes(first, 'accepted'))
      await ledger.settle(outcomes(second, 'not-written'))
      const problem = { code: 'cancelled', message: expect.stringContaining('"r1"') as string }
      expect(await problemIn(() => claimed(ledger))).toMatchObject(problem)
      expect(await problemIn(() => ledger.resume('r1'))).toMatchObject(problem)
      expect(await problemIn(() => ledger.prepare(preparation({ a: people(1) })))).toMatchObject(problem)
      expect(await problemIn(() => place.store.cancel(cancellation))).toMatchObject(problem)
      const [release] = await ledger.releases()
      expect(release).toMatchObject({ cancelledAt: expect.any(Number) as number })
      expect(release?.counts).toEqual({ ...none, accepted: 14, cancelled: 26 })
      expect(await ledger.decisions('r1')).toMatchObject([
        { sends: 23, verdict: 'cancelled', who: 'ops', reason: 'a wrong price' },
      ])
      expect(await sendsIn(ledger, { release: 'r1', state: 'cancelled' })).toHaveLength(26)
      await closeLedger(ledger)
      expect(await traces(place)).toBe(0)
    })

    it('erases whom it would have gone to at once', async () => {
      const { place, ledger } = await begun(store, { a: planted(200) })
      await closeLedger(ledger)
      await place.store.cancel(cancellation)
      expect(await traces(place)).toBe(0)
    })

    it('leaves what nobody knows to a person, and sends it no more', async () => {
      const { place, ledger } = await begun(store, { a: people(4) })
      await ledger.settle(outcomes(await claimed(ledger, 2), 'unknown'))
      await place.store.cancel(cancellation)
      const decision = { release: 'r1', verdict: 'not-sent', who: 'ops', reason: 'seen' } as const
      expect(await ledger.reconcile(decision)).toEqual({ type: 'settled', sends: 2 })
      expect(await ledger.counts('r1')).toEqual({ ...none, cancelled: 4 })
    })

    it('has no number any more, of what is unknown either, and a repeat finishes what the first one did not see', async () => {
      const { place, ledger } = await begun(store, { a: planted(40) })
      await ledger.settle(outcomes(await claimed(ledger, 5), 'unknown'))
      const late = await claimed(ledger, 5)
      expect(await place.store.cancel(cancellation)).toBe(30)
      await ledger.settle(outcomes(late, 'unknown'))
      await closeLedger(ledger)
      expect(await traces(place)).toBe(0)
      // Another machine had begun to put these in.
      await place.change("UPDATE send SET state = 'pending' WHERE state = 'cancelled'")
      expect(await place.store.cancel(cancellation)).toBe(30)
      expect(await problemIn(() => place.store.cancel(cancellation))).toMatchObject({ code: 'cancelled' })
    })

    it('has nobody who was being recorded meanwhile', async () => {
      const { place, ledger } = await begun(store, { a: people(1) })
      await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
      let cancelling: Promise<number> | undefined
      async function* recipients(): AsyncGenerator<RecipientBatch> {
        yield { id: 'a', recipients: planted(20) }
        cancelling = place.store.cancel(cancellation)
        // As many looks at the ledger as a cancellation would need that waits for nothing.
        for (let look = 0; look < 30; look++) await place.store.workers()
        yield { id: 'a', recipients: people(9) }
      }
      expect(await ledger.prepare(preparation({ a: [] }, { recipients: recipients() }))).toMatchObject({ added: 28 })
      expect(await cancelling).toBe(28)
      await closeLedger(ledger)
      expect(await traces(place)).toBe(0)
    })

    it('gives nothing to a claim, whatever still waits in it', async () => {
      const { place, ledger } = await begun(store, { a: people(4) })
      await place.change('UPDATE release SET cancelled_at = 1')
      expect(await problemIn(() => claimed(ledger))).toMatchObject({ code: 'cancelled' })
      await place.change('UPDATE release SET cancelled_at = NULL')
      await place.change("UPDATE send SET list = 'out.csv'")
      expect(await ledger.claim({ release: 'r1', maxSends: 4 })).toBeUndefined()
    })

    it('takes a result for what left all the same', async () => {
      const { place, ledger } = await begun(store, { a: people(2) })
      const [send] = await sendsIn(ledger, { release: 'r1' })
      await place.store.cancel(cancellation)
      const inbox = place.store.results()
      expect(await inbox.record([{ key: send?.key ?? '', code: '0' }])).toMatchObject({ settled: 0, behind: 1 })
      await inbox.close()
      expect(await ledger.counts('r1')).toEqual({ ...none, accepted: 1, cancelled: 1 })
    })

    it('must be there', async () => {
      const place = await store.fresh()
      await place.open()
      expect(await problemIn(() => place.store.cancel(cancellation))).toMatchObject({
        code: 'unknown-release',
        message: expect.stringContaining('"r1"') as string,
      })
    })
  })

  it('who has, or may have, something of a release is known', async () => {
    const { ledger } = await begun(store, { a: people(5), b: [person(7), person(8)] })
    await ledger.settle(outcomes(await claimed(ledger, 1), 'accepted'))
    await ledger.settle(outcomes(await claimed(ledger, 1), 'unknown'))
    await ledger.settle(outcomes(await claimed(ledger, 1), 'rejected'))
    await ledger.settle(outcomes(await claimed(ledger, 1), 'deferred'))
    await claimed(ledger, 1)
    await ledger.settle(outcomes(await claimed(ledger, 1), 'accepted'))
    const numbers = Array.from({ length: 10 }, (_, n) => person(n).number)
    const reached = [...(await ledger.reached('r1', numbers))].toSorted()
    expect(reached).toEqual([0, 1, 4, 7].map((n) => person(n).number))
    expect(await problemIn(() => ledger.reached('r9', numbers))).toMatchObject({ code: 'unknown-release' })
  })
}
