import { describe, expect, it } from 'vitest'
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
import type { StoreUnderTest } from './store-under-test.ts'

/** Tests of decisions, images, plans, readers, and of who may change a ledger. */
export function recordsContract(store: StoreUnderTest): void {
  describe('reconciling', () => {
    it.each([
      ['sent', 'accepted'],
      ['not-sent', 'deferred'],
    ] as const)('%s makes unknown sends %s, and keeps who said so', async (verdict, state) => {
      const ledger = await (await store.fresh()).open({ now: () => 1_700_000_000_000 })
      await ledger.prepare(preparation({ a: people(3), b: people(2) }))
      await ledger.settle(outcomes(await claimed(ledger, 3), 'unknown'))
      await ledger.settle(outcomes(await claimed(ledger, 1), 'unknown'))
      const decision = { verdict, release: 'r1', id: 'a', who: 'ops', reason: 'the console shows it' }
      expect(await ledger.reconcile(decision)).toEqual({ type: 'settled', sends: 3 })
      expect(await ledger.counts('r1')).toEqual({ ...none, [state]: 3, unknown: 1, pending: 1 })
      expect(await ledger.decisions('r1')).toHaveLength(3)
      expect((await ledger.decisions('r1'))[0]).toMatchObject({ verdict, who: 'ops', at: 1_700_000_000_000 })
      expect(await ledger.reconcile(decision)).toEqual({ type: 'settled', sends: 0 })
    })

    it('goes by key, all of them or none', async () => {
      const { ledger } = await begun(store, { a: [person(1), person(2), person(3)] })
      const unknown = await claimed(ledger, 2)
      await ledger.settle(outcomes(unknown, 'unknown'))
      const [pending] = (await sendsIn(ledger, { release: 'r1', state: 'pending' })).map(({ key }) => key)
      const keys = unknown.sends.map(({ key }) => key)
      const decision = { verdict: 'sent', release: 'r1', who: 'ops', reason: 'seen' } as const
      expect(await ledger.reconcile({ ...decision, keys: [...keys, pending ?? '', 'ft-none'] })).toEqual({
        type: 'refused',
        notFound: ['ft-none'],
        notUnknown: [pending],
      })
      expect((await ledger.counts('r1')).unknown).toBe(2)
      expect(await ledger.reconcile({ ...decision, keys })).toEqual({ type: 'settled', sends: 2 })
      await expect(ledger.reconcile({ ...decision, reason: ' ' })).rejects.toThrow(/reason/)
    })
  })

  describe('images and plans', () => {
    it('keeps the URL of an image for its operation and account', async () => {
      const ledger = await (await store.fresh()).open()
      const key = { sha256: 'aa', operation: 'FT', account: 'shop' } as const
      await ledger.rememberImage(key, { url: 'https://img.example.com/1', uploadedAt: 1 })
      await ledger.rememberImage(key, { url: 'https://img.example.com/2', uploadedAt: 2 })
      expect(await ledger.image(key)).toEqual({ url: 'https://img.example.com/2', uploadedAt: 2 })
      expect(await ledger.image({ ...key, operation: 'FT_WIDE' })).toBeUndefined()
      expect(await ledger.image({ ...key, account: 'other' })).toBeUndefined()
    })

    it('knows a plan that was used', async () => {
      const ledger = await (await store.fresh()).open({ now: () => 5 })
      expect(await ledger.usePlan({ digest: 'sha256:p', text: '{}' }, 'r1')).toBeUndefined()
      expect(await ledger.usePlan({ digest: 'sha256:p', text: '{}' }, 'r2')).toEqual({ release: 'r1', usedAt: 5 })
      expect(await ledger.plan('sha256:p')).toEqual({ release: 'r1', usedAt: 5 })
      expect(await ledger.plan('sha256:q')).toBeUndefined()
      await ledger.usePlan({ digest: 'sha256:o', text: '{}' }, 'r2')
      await ledger.usePlan({ digest: 'sha256:r', text: '{}' }, 'r1')
      expect((await ledger.plansOf('r1')).map(({ digest }) => digest)).toEqual(['sha256:r', 'sha256:p'])
      expect(await ledger.plansOf('r2')).toEqual([{ digest: 'sha256:o', text: '{}' }])
      expect(await ledger.plansOf('r3')).toEqual([])
    })

    it('knows a message as the newest other release has it', async () => {
      let time = 0
      const ledger = await (await store.fresh()).open({ now: () => ++time })
      for (const release of ['r1', 'r2', 'r3']) await ledger.prepare(preparation({ a: [] }, { release }))
      const earlier = ['r1', 'r2', 'r3', 'r4'].map((release) => ledger.earlier('a', release))
      expect((await Promise.all(earlier)).map((found) => found?.release)).toEqual(['r3', 'r3', 'r2', 'r3'])
    })

    it('changes what was written down of a plan, and of no other', async () => {
      const place = await store.fresh()
      const ledger = await place.open()
      for (const name of ['p', 'q']) await ledger.usePlan({ digest: `sha256:${name}`, text: name }, 'r1')
      await Promise.all(['1', '2'].map((more) => ledger.amendPlan('sha256:p', (text) => `${text}${more}`)))
      await ledger.amendPlan('sha256:none', () => 'x')
      expect(await ledger.plansOf('r1')).toEqual([
        { digest: 'sha256:q', text: 'q' },
        { digest: 'sha256:p', text: 'p12' },
      ])
      await ledger.verify()
    })
  })
  describe('while somebody changes a ledger', () => {
    it('a reader that asked for what is not there still sees what is', async () => {
      const { place, ledger } = await begun(store, { a: people(5) })
      const reader = await place.store.read()
      const batch = await claimed(ledger, 2)
      expect(await problemIn(() => reader.counts('none'))).toMatchObject({ code: 'unknown-release' })
      expect(await reader.counts('r1')).toMatchObject({ inflight: 2, pending: 3 })
      await ledger.settle(outcomes(batch, 'accepted'))
      expect(await problemIn(() => reader.counts('none'))).toMatchObject({ code: 'unknown-release' })
      expect(await reader.counts('r1')).toMatchObject({ accepted: 2, inflight: 0, pending: 3 })
      await reader.close()
    })

    it('a reader sees what is written, and recovers nothing', async () => {
      const { place, ledger } = await begun(store, { a: people(5) })
      const batch = await claimed(ledger, 2)
      const reader = await place.store.read()
      expect(await reader.counts('r1')).toMatchObject({ inflight: 2, pending: 3 })
      await ledger.settle(outcomes(batch, 'accepted', { code: 'C100' }))
      expect(await reader.counts('r1')).toMatchObject({ accepted: 2, pending: 3 })
      await reader.close()
    })

    it.runIf(store.changedBy === 'one-process')('nobody else may, and everybody may know who does', async () => {
      const { open, store: opened } = await store.fresh()
      const ledger = await open()
      expect(await opened.holder()).toMatchObject({ holder: { pid: process.pid } })
      expect(await problemIn(() => open())).toMatchObject({ code: 'locked' })
      await closeLedger(ledger)
      expect(await opened.holder()).toBeUndefined()
    })

    it('what a crash leaves in flight is unknown, and the rest as it was', async () => {
      const { place, ledger } = await begun(store, { a: people(5) })
      await ledger.settle(outcomes(await claimed(ledger, 1), 'accepted', { code: 'C100' }))
      await claimed(ledger, 2)
      const next = await (await place.crash()).open()
      expect(next.recovered).toBe(2)
      expect(await next.counts('r1')).toEqual({ ...none, accepted: 1, unknown: 2, pending: 2 })
      await next.verify()
    })
  })

  describe('a ledger', () => {
    it('is made when it is to be, and nobody finds one before', async () => {
      const { open, store: opened } = await store.fresh()
      expect(await problemIn(() => opened.open({ ifMissing: 'refuse' }))).toMatchObject({ code: 'missing' })
      expect(await problemIn(() => opened.read())).toMatchObject({ code: 'missing' })
      expect(await opened.state()).toBe('none')
      const ledger = await open()
      expect(await opened.state()).toBe('made')
      expect(await opened.workers()).toBe(1)
      await closeLedger(ledger)
      expect(await opened.state()).toBe('made')
      expect(await opened.workers()).toBe(0)
      expect(await opened.check()).toBeUndefined()
    })

    it('is of one lineage, and another one is refused', async () => {
      const place = await store.fresh()
      const ledger = await place.open()
      const { lineage } = ledger
      expect(ledger.target).toBe('production')
      await closeLedger(ledger)
      const other = place.store.open({ ifMissing: 'refuse', lineage: 'x' })
      expect(await problemIn(() => other)).toMatchObject({
        code: 'other-lineage',
        message: expect.stringContaining(`${lineage}, and the plan was made with x.`) as string,
      })
      const again = await place.store.open({ ifMissing: 'refuse', lineage })
      expect(again.lineage).toBe(lineage)
      await again.close()
      expect((await (await store.fresh()).open()).lineage).not.toBe(lineage)
    })

    it('that is accepted has nothing left to send', async () => {
      const { place, ledger } = await begun(store, { a: people(5) })
      await ledger.settle(outcomes(await claimed(ledger, 1), 'accepted'))
      await ledger.settle(outcomes(await claimed(ledger, 2), 'deferred'))
      await closeLedger(ledger)
      expect(await place.store.accept({ who: 'ops', reason: 'a test' })).toEqual({ unknown: 4, notices: [] })
      expect(await (await place.open()).counts('r1')).toEqual({ ...none, accepted: 1, unknown: 4 })
    })
  })

  describe('what is known of recipients', () => {
    const message = { release: 'r1', id: 'a' }

    it('is their state and their key, in their order, also where nothing is', async () => {
      const place = await store.fresh()
      const ledger = await place.open()
      const numbers = [3, 0, 7, 1, 2].map((n) => person(n).number)
      const before = await ledger.knownSends(message, numbers)
      expect(before).toHaveLength(5)
      expect(before.every(({ state, key }) => state === undefined && /^m-[\w-]{24}$/.test(key))).toBe(true)
      await ledger.prepare(preparation({ a: people(4), b: people(1) }))
      await ledger.settle(outcomes(await claimed(ledger, 1), 'accepted'))
      await ledger.settle(outcomes(await claimed(ledger, 1), 'deferred'))
      const inflight = await claimed(ledger, 1)
      const reader = await place.store.read()
      for (const from of [ledger, reader]) {
        const known = await from.knownSends(message, numbers)
        expect(known.map(({ state }) => state)).toEqual(['pending', 'accepted', undefined, 'deferred', 'inflight'])
        expect(known.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
        expect(known[4]?.key).toBe(inflight.sends[0].key)
        expect(await from.knownSends({ ...message, release: 'none' }, numbers.slice(0, 1))).toEqual([
          { key: expect.not.stringMatching(before[0]?.key ?? '') as string },
        ])
      }
      await reader.close()
    })

    it('tells whether anything of a message can be claimed', async () => {
      const ledger = await (await store.fresh()).open()
      expect(await ledger.hasPending(message)).toBe(false)
      await ledger.prepare(preparation({ a: people(2), b: people(1) }))
      expect(await ledger.hasPending(message)).toBe(true)
      const batch = await claimed(ledger)
      expect(await ledger.hasPending(message)).toBe(false)
      expect(await ledger.hasPending({ ...message, id: 'b' })).toBe(true)
      await ledger.settle(outcomes(batch, 'not-written'))
      expect(await ledger.hasPending(message)).toBe(true)
      expect(await ledger.hasPending({ ...message, id: 'none' })).toBe(false)
    })
  })
}
