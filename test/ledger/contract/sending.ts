import { describe, expect, it } from 'vitest'
import type { LedgerRecipient, RecipientBatch } from '../../../src/ledger/ledger.ts'
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
  template,
} from '../temp-ledger.ts'
import type { StoreUnderTest } from './store-under-test.ts'

/** Tests of preparing, claiming and settling. */
export function sendingContract(store: StoreUnderTest): void {
  describe('preparing', () => {
    it('copies templates and recipients in, and keeps what is there', async () => {
      const ledger = await (await store.fresh()).open()
      expect(await ledger.prepare(preparation({ a: people(3), b: people(2) }))).toEqual({
        added: 5,
        existing: 0,
        retried: 0,
        notGiven: 0,
      })
      const batch = await claimed(ledger, 2)
      await ledger.settle(outcomes(batch, 'accepted', { code: 'C100' }))
      expect(await ledger.prepare(preparation({ a: people(4), b: [] }))).toEqual({
        added: 1,
        existing: 3,
        retried: 0,
        notGiven: 2,
      })
      expect(await ledger.counts('r1')).toEqual({ ...none, pending: 4, accepted: 2 })
      expect(await ledger.templates('r1')).toEqual([template('a'), template('b')])
    })

    it('takes a release for another when its name is another', async () => {
      const { ledger } = await begun(store, { a: people(2) })
      await ledger.prepare(preparation({ a: people(2) }, { release: 'r2' }))
      expect((await ledger.releases()).map(({ release, counts }) => [release, counts.pending])).toEqual([
        ['r1', 2],
        ['r2', 2],
      ])
      const keys = [...(await sendsIn(ledger, { release: 'r1' })), ...(await sendsIn(ledger, { release: 'r2' }))].map(
        ({ key }) => key,
      )
      expect(new Set(keys).size).toBe(4)
    })

    it('leaves nothing of a preparation that was broken off', async () => {
      const { ledger } = await begun(store, { a: people(3) })
      const [rejected] = (await claimed(ledger, 1)).sends
      await ledger.settle([{ row: rejected.row, attempt: 1, outcome: 'rejected' }])
      const before = await ledger.releases()
      function* broken(): Generator<RecipientBatch> {
        yield { id: 'a', recipients: people(6_000) }
        yield { id: 'b', recipients: people(10) }
        throw new Error('the disk was unplugged')
      }
      const again = preparation({ a: [], b: [] }, { recipients: broken(), rejected: 'retry' })
      await expect(ledger.prepare(again)).rejects.toThrow('unplugged')
      expect(await ledger.releases()).toEqual(before)
      expect(await ledger.resume('r1')).toBe(0)
      expect((await claimed(ledger)).sends).toHaveLength(2)
      await ledger.verify()
    })

    it.each(['first', 'second'])('copies each one of its %s release in once, near and far', async (which) => {
      const ledger = await (await store.fresh()).open()
      if (which === 'second') await ledger.prepare(preparation({ a: people(3) }, { release: 'r0' }))
      const all = people(5_040)
      const given = [...all.slice(0, 30), ...all.slice(29, 31), ...all.slice(30), ...all.slice(5_035)]
      const first = preparation({ a: given, b: all.slice(0, 40) })
      expect(await ledger.prepare(first)).toMatchObject({ added: 5_080, existing: 7, retried: 0 })
      expect(await ledger.prepare(first)).toMatchObject({ added: 0, existing: 5_087 })
      const sends = await sendsIn(ledger, { release: 'r1' })
      expect(new Set(sends.map(({ key }) => key)).size).toBe(5_080)
      await ledger.verify()
    })

    it('knows nothing of a first release meanwhile, nor when it was broken off', async () => {
      const place = await store.fresh()
      const ledger = await place.open()
      // More than two parts, so the first has been written when the reader asks.
      const some = people(10_100)
      const numbers = some.slice(0, 3).map(({ number }) => number)
      const asked: unknown[] = []
      async function* broken(): AsyncGenerator<RecipientBatch> {
        yield { id: 'a', recipients: some }
        const reader = await place.store.read()
        asked.push((await reader.knownSends({ release: 'r1', id: 'a' }, numbers)).map(({ state }) => state))
        await reader.close()
        throw new Error('the disk was unplugged')
      }
      const recipients = broken()
      await expect(ledger.prepare(preparation({ a: [] }, { recipients }))).rejects.toThrow('unplugged')
      expect(asked).toEqual([[undefined, undefined, undefined]])
      await closeLedger(ledger)
      expect(await place.store.check()).toBeUndefined()
      const next = await place.open()
      expect(await next.releases()).toEqual([])
      await next.verify()
      expect(await next.prepare(preparation({ a: some }))).toMatchObject({ added: 10_100, existing: 0 })
      await next.verify()
    })

    it('forgets a release of which nothing was ever complete', async () => {
      const place = await store.fresh()
      const ledger = await place.open()
      const strange = preparation({ a: people(3) }, { recipients: [{ id: 'b', recipients: people(1) }] })
      await expect(ledger.prepare(strange)).rejects.toThrow(/without its template/)
      await closeLedger(ledger)
      const next = await place.open()
      expect(await next.releases()).toEqual([])
      // Another text under the name is no contradiction then.
      await next.prepare(preparation({ a: people(1) }, { templates: [template('a', 'sha256:other')] }))
    })

    it('refuses another template under the same id', async () => {
      const { ledger } = await begun(store, { a: people(1) })
      const other = preparation({ a: people(1) }, { templates: [template('a', 'sha256:other')] })
      expect(await problemIn(() => ledger.prepare(other))).toMatchObject({
        code: 'other-template',
        message: expect.stringMatching(/"r1".*"a"/) as string,
      })
      // Nothing was begun, so the release goes on.
      expect((await claimed(ledger)).sends).toHaveLength(1)
    })

    it.each(['010-1234-5678', '+821012345678', '0212345678', ''])('takes no number like "%s"', async (number) => {
      const ledger = await (await store.fresh()).open()
      await expect(ledger.prepare(preparation({ a: [{ number, values: new Map() }] }))).rejects.toThrow(/normal form/)
    })

    it('copies each one in once, in their order and with their own values, wherever they come again', async () => {
      const ledger = await (await store.fresh()).open()
      const all = Array.from({ length: 80 }, (_, n): LedgerRecipient => {
        const one = person(n, { name: `손님 ${n}` })
        return n % 7 === 3 ? { ...one, list: 'no.csv' } : one
      })
      await ledger.prepare(preparation({ a: all.slice(10, 14), b: [] }))
      const again = [...all.slice(0, 30), ...all.slice(29, 31), ...all.slice(2, 5), ...all.slice(31)]
      expect(await ledger.prepare(preparation({ a: again, b: all.slice(0, 26) }))).toMatchObject({
        added: 76 + 26,
        existing: 4 + 4,
        retried: 0,
      })
      const sends = []
      for (let batch = await ledger.claim({ release: 'r1', maxSends: 100 }); batch !== undefined;) {
        sends.push(...batch.sends.map(({ number, values }) => [batch?.id, number, values['name']]))
        batch = await ledger.claim({ release: 'r1', maxSends: 100 })
      }
      const order = [...all.slice(10, 14), ...all.slice(0, 10), ...all.slice(14)]
      const expected = (id: string, of: readonly LedgerRecipient[]): unknown[] =>
        of.filter(({ list }) => list === undefined).map(({ number, values }) => [id, number, values.get('name')])
      expect(sends).toEqual([...expected('a', order), ...expected('b', all.slice(0, 26))])
      await ledger.verify()
    })
  })

  describe('claiming and settling', () => {
    it('claims one message at a time, in order, with what rendering takes', async () => {
      const ledger = await (await store.fresh()).open()
      const strange = { name: '김 "하나"\n', __proto__x: '1', 이름: '값' }
      await ledger.prepare(preparation({ a: [person(1, strange), person(2), person(3)], b: people(1) }))
      const first = await claimed(ledger, 2)
      expect(first).toMatchObject({
        id: 'a',
        sends: [{ number: '01000000001', masked: '010-****-0001', attempt: 1 }, {}],
      })
      expect(first.sends[0].values).toEqual(strange)
      expect((await claimed(ledger)).sends).toHaveLength(1)
      expect(await claimed(ledger)).toMatchObject({ id: 'b' })
      expect(await ledger.claim({ release: 'r1', maxSends: 10 })).toBeUndefined()
      expect(await ledger.counts('r1')).toEqual({ ...none, inflight: 4 })
    })

    it('never gives the same send to two claims at the same time', async () => {
      const { ledger } = await begun(store, { a: people(95) })
      const claims = Array.from({ length: 12 }, () => ledger.claim({ release: 'r1', maxSends: 10 }))
      const rows = (await Promise.all(claims)).flatMap((batch) => batch?.sends.map(({ row }) => row) ?? [])
      expect(rows).toHaveLength(95)
      expect(new Set(rows).size).toBe(95)
    })

    it('names the message of each claim, however many are made at the same time', async () => {
      const ledger = await (await store.fresh()).open()
      const ids = ['a', 'b', 'c', 'd', 'e']
      const named = (id: string): LedgerRecipient[] => [person(1, { name: id }), person(2, { name: id })]
      await ledger.prepare(preparation(Object.fromEntries(ids.map((id) => [id, named(id)]))))
      // What was read for the first claim serves the others.
      const first = await claimed(ledger, 1)
      const claims = Array.from({ length: 20 }, () => ledger.claim({ release: 'r1', maxSends: 1 }))
      const batches = [first, ...(await Promise.all(claims))].filter((batch) => batch !== undefined)
      expect(batches.filter(({ id, sends }) => sends.some(({ values }) => values['name'] !== id))).toEqual([])
      expect(batches.map(({ id }) => id).toSorted()).toEqual(ids.flatMap((id) => [id, id]))
    })

    it('keeps the key on every attempt', async () => {
      const { ledger } = await begun(store, { a: people(1) })
      const first = await claimed(ledger)
      await ledger.settle(outcomes(first, 'not-written'))
      expect(await ledger.counts('r1')).toEqual({ ...none, pending: 1 })
      const second = await claimed(ledger)
      expect(second.sends[0]).toEqual({ ...first.sends[0], attempt: 2 })
      // The first attempt's answer comes too late to count.
      await ledger.settle(outcomes(first, 'accepted'))
      expect(await ledger.counts('r1')).toEqual({ ...none, inflight: 1 })
    })

    it('does not send deferred ones before somebody resumes', async () => {
      const { ledger } = await begun(store, { a: people(2) })
      await ledger.settle(outcomes(await claimed(ledger), 'deferred', { code: 'G150' }))
      expect(await ledger.claim({ release: 'r1', maxSends: 10 })).toBeUndefined()
      expect(await ledger.resume('r1')).toBe(2)
      expect((await claimed(ledger)).sends.map(({ attempt }) => attempt)).toEqual([2, 2])
    })

    it('sends rejected ones again only when it is told to, and given the recipients', async () => {
      const { ledger } = await begun(store, { a: people(2) })
      const first = await claimed(ledger)
      await ledger.settle(outcomes(first, 'rejected', { code: 'G141' }))
      await ledger.prepare(preparation({ a: people(2) }))
      expect(await ledger.resume('r1')).toBe(0)
      const retry = preparation({ a: [person(1, { name: '새 이름' })] }, { rejected: 'retry' })
      expect(await ledger.prepare(retry)).toMatchObject({ existing: 1, retried: 1 })
      expect(await ledger.resume('r1')).toBe(1)
      const again = await claimed(ledger)
      expect(again.sends).toMatchObject([{ attempt: 2, key: first.sends[1]?.key, values: { name: '새 이름' } }])
      await ledger.settle(outcomes(again, 'accepted'))
      expect(await ledger.counts('r1')).toEqual({ ...none, rejected: 1, accepted: 1 })
    })

    it('does not send again what was rejected before an older copy was accepted: it may have been since', async () => {
      const { place, ledger } = await begun(store, { a: people(2) })
      await ledger.settle(outcomes(await claimed(ledger, 1), 'rejected', { code: 'G141' }))
      await closeLedger(ledger)
      expect(await place.store.accept({ who: 'ops', reason: 'a test' })).toMatchObject({ unknown: 1 })
      // What is rejected from now on is known.
      const accepted = await place.open({ now: () => Date.now() + 60_000 })
      expect(await accepted.releases()).toMatchObject([{ keepsRejected: true }])
      await accepted.reconcile({ release: 'r1', verdict: 'not-sent', who: 'ops', reason: 'a test' })
      expect(await accepted.resume('r1')).toBe(1)
      await accepted.settle(outcomes(await claimed(accepted), 'rejected', { code: 'G141' }))
      expect(await accepted.releases()).not.toMatchObject([{ keepsRejected: true }])
      const numbers = people(2).map(({ number }) => number)
      expect(await accepted.knownSends({ release: 'r1', id: 'a' }, numbers)).toMatchObject([
        { state: 'rejected', mayBeRetried: false },
        { state: 'rejected', mayBeRetried: true },
      ])
      // Nor whom the copy does not know.
      const retry = preparation({ a: people(3) }, { rejected: 'retry' })
      expect(await accepted.prepare(retry)).toMatchObject({ existing: 2, retried: 1 })
      expect(await accepted.resume('r1')).toBe(1)
      expect((await claimed(accepted)).sends).toMatchObject([{ number: numbers[1], attempt: 2 }])
      expect(await accepted.releases()).toMatchObject([{ excluded: 1, exclusions: { 'ledger recover': 1 } }])
      await accepted.verify()
    })

    it('claims as many as a request of the message takes, and tells whose turn it is', async () => {
      const { ledger } = await begun(store, { a: people(5), b: people(2) })
      const batchOf = (id: string): number => (id === 'a' ? 3 : 1)
      const seen: unknown[] = []
      for (;;) {
        const next = await ledger.next('r1')
        const batch = await ledger.claim({ release: 'r1', maxSends: 10, batchOf })
        if (batch === undefined) break
        seen.push([next, batch.id, batch.sends.length])
        await ledger.settle(outcomes(batch, 'accepted'))
      }
      expect(seen).toEqual([
        ['a', 'a', 3],
        ['a', 'a', 2],
        ['b', 'b', 1],
        ['b', 'b', 1],
      ])
      expect(await ledger.next('r1')).toBeUndefined()
    })

    it('counts what failed, by message and code', async () => {
      let time = 0
      const ledger = await (await store.fresh()).open({ now: () => ++time })
      await ledger.prepare(preparation({ a: people(3), b: people(1) }))
      const claimedFrom = time
      await ledger.settle(
        outcomes(await claimed(ledger, 2), 'rejected', { code: 'G141', description: 'bad 01000000000' }),
      )
      const claimedBy = time
      await ledger.settle(outcomes(await claimed(ledger), 'unknown'))
      await ledger.settle(outcomes(await claimed(ledger), 'accepted', { code: 'C100' }))
      expect(await ledger.failures('r1')).toEqual([
        { id: 'a', kind: 'ft-text', state: 'rejected', code: 'G141', sends: 2, description: 'bad ***' },
        { id: 'a', kind: 'ft-text', state: 'unknown', sends: 1 },
      ])
      const releases = await ledger.releases()
      const times = releases.flatMap(({ createdAt, claimedAt, settledAt }) => [
        createdAt,
        claimedAt ?? 0,
        settledAt ?? 0,
      ])
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      const [createdAt, claimedAt, settledAt] = times
      expect(claimedAt).toBeGreaterThan(claimedFrom)
      expect(claimedAt).toBeLessThanOrEqual(claimedBy)
      expect(releases).toEqual([
        {
          release: 'r1',
          createdAt,
          claimedAt,
          settledAt,
          counts: { ...none, rejected: 2, unknown: 1, accepted: 1 },
          excluded: 0,
          exclusions: {},
          messages: [
            { id: 'a', kind: 'ft-text', counts: { ...none, rejected: 2, unknown: 1 }, codes: { G141: 2 } },
            { id: 'b', kind: 'ft-text', counts: { ...none, accepted: 1 }, codes: { C100: 1 } },
          ],
        },
      ])
      expect(await sendsIn(ledger, { release: 'r1', state: 'unknown' })).toMatchObject([
        { id: 'a', masked: '010-****-0002' },
      ])
    })

    it('knows only releases that are there', async () => {
      const ledger = await (await store.fresh()).open()
      const unknown = { code: 'unknown-release', message: expect.stringContaining('"r1"') as string }
      expect(await problemIn(() => claimed(ledger))).toMatchObject(unknown)
      expect(await problemIn(() => ledger.counts('r1'))).toMatchObject(unknown)
    })
  })
}
