import { describe, expect, it } from 'vitest'
import { LedgerError } from '../../../src/ledger/ledger-error.ts'
import type { Ledger, Settlement } from '../../../src/ledger/ledger.ts'
import type { SingleClaim, SingleSend } from '../../../src/ledger/single.ts'
import { closeLedger, none, people, person, preparation, problemIn, sendsIn, template } from '../temp-ledger.ts'
import type { StoreUnderTest } from './store-under-test.ts'

/** A single send to one person, in a release of its own. */
export function single(n: number, changes: Partial<SingleSend> = {}): SingleSend {
  const { number } = person(n)
  return { release: `order-${n}`, id: 'a', template: template('a'), number, values: { name: `손님 ${n}` }, ...changes }
}

/** What became of a claim. */
export function settledAs(claim: SingleClaim | undefined, outcome: Settlement['outcome'], said = {}): Settlement {
  if (claim?.type !== 'claimed') throw new Error(`Not claimed: ${JSON.stringify(claim)}`)
  const { row, attempt } = claim.send
  return { row, attempt, outcome, ...said }
}

async function claimOne(ledger: Ledger, send: SingleSend): Promise<SingleClaim> {
  const [claim] = await ledger.claimSingles({ sends: [send] })
  if (claim === undefined) throw new Error('Nothing came back.')
  return claim
}

async function sendOne(ledger: Ledger, one: SingleSend, outcome: Settlement['outcome'], said = {}): Promise<void> {
  await ledger.settle([settledAs(await claimOne(ledger, one), outcome, said)])
}

/** Tests of sends that come one by one. */
export function singlesContract(store: StoreUnderTest): void {
  describe('a single send', () => {
    it('is claimed once, and keeps its outcome', async () => {
      const ledger = await (await store.fresh()).open()
      const one = single(1, { ref: 'cust-17' })
      const claim = await claimOne(ledger, one)
      expect(claim).toMatchObject({ type: 'claimed', send: { attempt: 1, number: one.number, values: one.values } })
      const { key = '' } = claim.type === 'claimed' ? claim.send : {}
      expect(await claimOne(ledger, one)).toEqual({ type: 'known', known: { key, state: 'inflight' } })
      await ledger.settle([settledAs(claim, 'rejected', { code: 'G141', description: `no ${one.number}` })])
      const known = { key, state: 'rejected', code: 'G141', description: 'no ***' }
      expect(await claimOne(ledger, one)).toEqual({ type: 'known', known })
      expect(await ledger.knownSingles([one, single(2)])).toEqual([known, { key: expect.stringMatching(/^ft-/) }])
      expect(await ledger.releases()).toMatchObject([
        { release: 'order-1', isSingle: true, isPrepared: true, counts: { ...none, rejected: 1 } },
      ])
      expect(await sendsIn(ledger, { release: 'order-1' })).toMatchObject([
        { id: 'a', key, ref: 'cust-17', attempt: 1 },
      ])
      expect(await ledger.templates('order-1')).toEqual([template('a')])
    })

    it.each(['deferred', 'not-written', 'not-taken'] as const)('is claimed again where it was %s', async (outcome) => {
      const place = await store.fresh()
      const ledger = await place.open()
      await sendOne(ledger, single(1), outcome)
      await closeLedger(ledger)
      const next = await place.open()
      await sendOne(next, single(1, { values: { name: '다른 이름' } }), 'accepted', { code: 'C100' })
      expect(await next.counts('order-1')).toEqual({ ...none, accepted: 1 })
      await next.verify()
    })

    it('is unknown after a crash, and one that was settled is what it was', async () => {
      const place = await store.fresh()
      const ledger = await place.open()
      // Of several messages of a release, and of several releases.
      const sends = [
        single(1),
        single(2),
        single(3, { release: 'order-1' }),
        single(4, { id: 'b', template: template('b') }),
      ]
      const claims = await ledger.claimSingles({ sends })
      await ledger.settle([settledAs(claims[0], 'accepted'), settledAs(claims[1], 'deferred', { code: 'G150' })])
      const next = await (await place.crash()).open()
      expect((await next.knownSingles(sends)).map(({ state }) => state)).toEqual([
        'accepted',
        'deferred',
        'unknown',
        'unknown',
      ])
      await next.verify()
      expect(await next.templates('order-4')).toEqual([template('b')])
      const again = await next.claimSingles({ sends })
      expect(again.map(({ type }) => type)).toEqual(['known', 'claimed', 'known', 'known'])
    })

    it('is seen by readers at once', async () => {
      const place = await store.fresh()
      const ledger = await place.open()
      for (let n = 1; n <= 3; n++) {
        await sendOne(ledger, single(n), 'accepted')
        const reader = await place.store.read()
        expect((await reader.releases()).map(({ release, counts }) => [release, counts.accepted])).toContainEqual([
          `order-${n}`,
          1,
        ])
        await reader.close()
      }
    })

    it('can be decided about and is sent again then', async () => {
      const ledger = await (await store.fresh()).open()
      await sendOne(ledger, single(1), 'unknown')
      await sendOne(ledger, single(2), 'unknown')
      const word = { who: 'ops', reason: 'the console says so' } as const
      await ledger.reconcile({ ...word, release: 'order-1', verdict: 'not-sent' })
      await ledger.reconcile({ ...word, release: 'order-2', verdict: 'sent' })
      expect((await claimOne(ledger, single(1))).type).toBe('claimed')
      expect(await claimOne(ledger, single(2))).toMatchObject({ type: 'known', known: { state: 'accepted' } })
    })

    it('is no part of a release with recipients, nor the other way round', async () => {
      const ledger = await (await store.fresh()).open()
      await ledger.prepare(preparation({ a: people(2) }))
      const refused = await claimOne(ledger, single(1, { release: 'r1' }))
      expect(refused).toMatchObject({ type: 'refused', error: { problem: { type: 'batch-release', release: 'r1' } } })
      await sendOne(ledger, single(1), 'accepted')
      const batch = preparation({ a: people(2) }, { release: 'order-1' })
      expect(await problemIn(() => ledger.prepare(batch))).toEqual({ type: 'single-release', release: 'order-1' })
      expect(await ledger.counts('r1')).toEqual({ ...none, pending: 2 })
    })

    it('has the text that its release has', async () => {
      const ledger = await (await store.fresh()).open()
      await sendOne(ledger, single(1), 'accepted')
      const changed = { release: 'order-1', template: template('a', 'sha256:another') }
      expect(await claimOne(ledger, single(1, changed))).toMatchObject({ type: 'known', known: { state: 'accepted' } })
      const claim = await claimOne(ledger, single(2, changed))
      expect(claim.type === 'refused' && claim.error).toEqual(
        new LedgerError({ type: 'other-template', release: 'order-1', id: 'a' }),
      )
      // What is refused keeps nothing of the others back.
      const both = await ledger.claimSingles({ sends: [single(2, changed), single(5)] })
      expect(both.map(({ type }) => type)).toEqual(['refused', 'claimed'])
    })

    it('counts for the person where it is an advertisement', async () => {
      const ledger = await (await store.fresh()).open()
      await sendOne(ledger, single(1), 'accepted')
      await sendOne(ledger, single(1, { release: 'order-2' }), 'unknown')
      const query = { release: 'order-3', sinceMs: 0 }
      expect(await ledger.recentAds(query, [person(1).number, person(2).number])).toEqual([2, 0])
    })

    it('leaves no number and no value behind', async () => {
      const place = await store.fresh()
      const ledger = await place.open()
      const one = single(7_654_321, { values: { name: '남으면안되는이름' } })
      for (const [n, outcome] of (['accepted', 'deferred', 'unknown'] as const).entries()) {
        await sendOne(ledger, { ...one, release: `order-${n}` }, outcome)
      }
      await claimOne(ledger, { ...one, release: 'order-9' })
      const contents = await place.contents()
      expect(contents).not.toContain(one.number)
      expect(contents).not.toContain(Buffer.from('남으면안되는이름').toString('latin1'))
      expect(contents).not.toContain('남으면안되는이름')
    })

    it('is one of many that are asked for at the same time', async () => {
      const ledger = await (await store.fresh()).open()
      const sends = Array.from({ length: 300 }, (_, n) => single(n))
      const parts = [sends.slice(0, 100), sends.slice(100, 200), sends.slice(200)]
      const claims = (await Promise.all(parts.map((part) => ledger.claimSingles({ sends: part })))).flat()
      expect(new Set(claims.map((claim) => claim.type === 'claimed' && claim.send.key)).size).toBe(300)
      await ledger.settle(claims.map((claim) => settledAs(claim, 'accepted')))
      expect(await ledger.releases()).toHaveLength(300)
      await ledger.verify()
    })
  })
}
