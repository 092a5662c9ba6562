import { describe, expect, it } from 'vitest'
import type { Ledger, LedgerRecipient, RecipientBatch } from '../../../src/ledger/ledger.ts'
import { begun, claimed, closeLedger, none, outcomes, people, person, preparation, sendsIn } from '../temp-ledger.ts'
import type { StoreUnderTest } from './store-under-test.ts'

const onList = 'lists/opted-out.csv'
const onOther = 'lists/other.csv'

function held(n: number, list: string, values?: Record<string, string>): LedgerRecipient {
  return { ...person(n, values), list }
}

async function status(ledger: Ledger, release = 'r1'): Promise<object | undefined> {
  const found = (await ledger.releases()).find((one) => one.release === release)
  return found && { counts: found.counts, excluded: found.excluded, lists: found.exclusions }
}

async function waitingNumbers(ledger: Ledger): Promise<string[]> {
  const numbers: string[] = []
  for await (const sends of ledger.waiting('r1')) numbers.push(...sends.map(({ number }) => number))
  return numbers
}

async function rowOf(ledger: Ledger, n: number): Promise<number> {
  for await (const sends of ledger.waiting('r1')) {
    const found = sends.find(({ number }) => number === person(n).number)
    if (found) return found.row
  }
  throw new Error(`${n} does not wait.`)
}

/** Tests of recipients who are not sent to, and of what is known of people across releases. */
export function holdingContract(store: StoreUnderTest): void {
  describe('recipients who are not sent to', () => {
    it('are counted by why, and nothing of them is kept', async () => {
      const place = await store.fresh()
      const ledger = await place.open()
      const given = [person(1), held(2, onList, { name: '보내지 마세요' }), held(3, onOther), held(4, onList)]
      await ledger.prepare(preparation({ a: given }))
      expect(await status(ledger)).toEqual({
        counts: { ...none, pending: 1 },
        excluded: 3,
        lists: { 'lists/opted-out.csv': 2, 'lists/other.csv': 1 },
      })
      expect(await sendsIn(ledger, { release: 'r1' })).toMatchObject([{ masked: '010-****-0001' }])
      const contents = await place.contents()
      expect(contents).toContain(person(1).number)
      for (const text of [person(2).number, person(3).number, '보내지 마세요']) expect(contents).not.toContain(text)
      await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
      expect(await ledger.claim({ release: 'r1', maxSends: 10 })).toBeUndefined()
      expect(await ledger.hasPending({ release: 'r1', id: 'a' })).toBe(false)
      await ledger.verify()
      await closeLedger(ledger)
      await (await place.open()).verify()
    })

    it('are sent to when they are given again and held no longer', async () => {
      const { ledger } = await begun(store, { a: [person(1), held(2, onList), held(3, onOther)] })
      const first = await claimed(ledger)
      await ledger.settle(outcomes(first, 'accepted'))
      expect(await ledger.knownSends({ release: 'r1', id: 'a' }, [person(2).number])).toEqual([
        { key: expect.any(String) as string },
      ])
      const again = preparation({ a: [held(1, onList), person(2, { name: '다시' }), held(3, onList)] })
      expect(await ledger.prepare(again)).toMatchObject({ added: 0, existing: 3, retried: 1, notGiven: 0 })
      const batch = await claimed(ledger)
      expect(batch.sends).toMatchObject([{ number: person(2).number, values: { name: '다시' }, attempt: 1 }])
      await ledger.settle(outcomes(batch, 'accepted'))
      expect(await status(ledger)).toMatchObject({ counts: { ...none, accepted: 2 }, excluded: 1 })
      await ledger.verify()
    })

    it('may be rejected ones that would be tried again: nothing is kept of them either', async () => {
      const { place, ledger } = await begun(store, { a: [person(1), person(2), person(3)] })
      await ledger.settle(outcomes(await claimed(ledger), 'rejected', { code: 'G141' }))
      const given = { a: [held(1, onList), held(2, onOther), person(3)] }
      expect(await ledger.prepare(preparation(given))).toMatchObject({ existing: 3, retried: 0 })
      expect(await status(ledger)).toMatchObject({ counts: { ...none, rejected: 3 }, excluded: 0 })
      const retried = await ledger.prepare(preparation(given, { rejected: 'retry' }))
      expect(retried).toMatchObject({ added: 0, existing: 3, retried: 1, notGiven: 0 })
      expect(await status(ledger)).toMatchObject({ counts: { ...none, deferred: 1 }, excluded: 2 })
      expect(await waitingNumbers(ledger)).toEqual([person(3).number])
      expect(await ledger.resume('r1')).toBe(1)
      await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
      expect(await ledger.failures('r1')).toEqual([])
      await ledger.verify()
      await closeLedger(ledger)
      await (await place.open()).verify()
    })

    it('stay so when the preparation that gives them again is broken off', async () => {
      const { place, ledger } = await begun(store, { a: [person(1), held(2, onList)] })
      function* broken(): Generator<RecipientBatch> {
        yield { id: 'a', recipients: [person(2), ...people(6_000).slice(10)] }
        throw new Error('the disk was unplugged')
      }
      await expect(ledger.prepare(preparation({ a: [] }, { recipients: broken() }))).rejects.toThrow('unplugged')
      await closeLedger(ledger)
      const next = await place.open()
      await next.verify()
      expect(await status(next)).toMatchObject({ counts: { ...none, pending: 1 }, excluded: 1 })
      expect((await claimed(next)).sends).toMatchObject([{ number: person(1).number }])
      expect(await place.contents()).not.toContain(person(2).number)
    })

    it('are held while they wait, deferred ones too, and are not resumed', async () => {
      const { place, ledger } = await begun(store, { a: people(5) })
      await ledger.settle(outcomes(await claimed(ledger, 2), 'deferred', { code: 'G150' }))
      expect(await waitingNumbers(ledger)).toEqual(people(5).map(({ number }) => number))
      const sends = [1, 3].map(async (n) => ({ row: await rowOf(ledger, n), list: onList }))
      expect(await ledger.hold('r1', await Promise.all(sends))).toBe(2)
      expect(await waitingNumbers(ledger)).toEqual([0, 2, 4].map((n) => person(n).number))
      expect(await ledger.resume('r1')).toBe(1)
      expect((await claimed(ledger)).sends.map(({ number }) => number)).toEqual([0, 2, 4].map((n) => person(n).number))
      expect(await ledger.claim({ release: 'r1', maxSends: 9, stop: AbortSignal.abort() })).toBeUndefined()
      expect(await status(ledger)).toMatchObject({ counts: { ...none, inflight: 3 }, excluded: 2 })
      expect(await ledger.failures('r1')).toEqual([])
      await closeLedger(ledger)
      expect(await place.contents()).not.toContain(person(3).number)
    })
  })

  describe('a list', () => {
    it('outlives an outcome that nobody knows', async () => {
      const { place, ledger } = await begun(store, { a: people(3) })
      const rows = await Promise.all([0, 1].map((n) => rowOf(ledger, n)))
      const batch = await claimed(ledger)
      await ledger.hold(
        'r1',
        rows.map((row) => ({ row, list: onList })),
      )
      await ledger.settle(outcomes(batch, 'unknown'))
      const decision = { release: 'r1', verdict: 'not-sent', who: 'ops', reason: 'not in the console' } as const
      expect(await ledger.reconcile(decision)).toEqual({ type: 'settled', sends: 3 })
      expect(await status(ledger)).toMatchObject({ counts: { ...none, deferred: 1 }, excluded: 2 })
      expect(await ledger.resume('r1')).toBe(1)
      expect((await claimed(ledger)).sends.map(({ number }) => number)).toEqual([person(2).number])
      await closeLedger(ledger)
      expect(await place.contents()).not.toContain(person(0).number)
    })

    it('is why a send that was under way is not sent after all, and when', async () => {
      const ledger = await (await store.fresh()).open({ now: () => 7 })
      await ledger.prepare(preparation({ a: people(1) }))
      const row = await rowOf(ledger, 0)
      const batch = await claimed(ledger)
      await ledger.hold('r1', [{ row, list: onList }])
      await ledger.settle(outcomes(batch, 'not-written'))
      expect(await status(ledger)).toMatchObject({ excluded: 1 })
      expect(await ledger.releases()).toMatchObject([{ settledAt: 7 }])
    })

    it('keeps a deferred send from being resumed', async () => {
      const { place, ledger } = await begun(store, { a: people(2) })
      await ledger.settle(outcomes(await claimed(ledger), 'deferred'))
      await place.change("UPDATE send SET list = 'out.csv' WHERE id = (SELECT min(id) FROM send)")
      expect(await ledger.resume('r1')).toBe(1)
      expect(await status(ledger)).toMatchObject({ counts: { ...none, pending: 1 }, excluded: 1 })
      await closeLedger(ledger)
      expect(await place.contents()).not.toContain(person(0).number)
    })
  })

  describe('references', () => {
    it('stay with their sends when numbers and values are erased', async () => {
      const place = await store.fresh()
      const ledger = await place.open()
      const refs = ['고객 17', ' =x"\u202e', 'a'.repeat(128)]
      await ledger.prepare(preparation({ a: [...refs.map((ref, n) => ({ ...person(n), ref })), person(9)] }))
      await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
      expect((await sendsIn(ledger, { release: 'r1' })).map(({ ref }) => ref)).toEqual([...refs, undefined])
      await closeLedger(ledger)
      const next = await place.open()
      await next.verify()
      expect((await sendsIn(next, { release: 'r1' })).map(({ ref }) => ref)).toEqual([...refs, undefined])
    })
  })

  describe.runIf(store.changedBy === 'many-processes')('several workers', () => {
    it('claim nobody who was held while a request was under way', async () => {
      const place = await store.fresh()
      const [one, two] = [await place.open(), await place.open()]
      await one.prepare(preparation({ a: people(2) }))
      const batch = await claimed(one)
      const row = await rowOf(two, 1)
      expect(await two.hold('r1', [{ row, list: onList }])).toBe(1)
      expect(await status(two)).toMatchObject({ counts: { ...none, inflight: 2 }, excluded: 0 })
      await one.settle(outcomes(batch, 'not-taken'))
      expect(await status(two)).toMatchObject({ counts: { ...none, pending: 1 }, excluded: 1 })
      const again = await claimed(one)
      expect(again.sends.map(({ number }) => number)).toEqual([person(0).number])
      await one.settle(outcomes(again, 'accepted'))
      expect(await one.claim({ release: 'r1', maxSends: 10 })).toBeUndefined()
      expect(await place.contents()).not.toContain(person(1).number)
      await one.verify()
    })
  })
}
