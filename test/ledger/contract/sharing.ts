import { describe, expect, it } from 'vitest'
import type { Batch, Ledger, RecipientBatch, SharedWork } from '../../../src/ledger/ledger.ts'
import { claimed, closeLedger, none, outcomes, people, preparation, problemIn } from '../temp-ledger.ts'
import type { LedgerPlace, StoreUnderTest } from './store-under-test.ts'

function sharedWork({ shared }: Ledger): SharedWork {
  if (shared === undefined) throw new Error('It is not shared.')
  return shared
}

function claim(ledger: Ledger, maxSends = 10): Promise<Batch | undefined> {
  return ledger.claim({ release: 'r1', maxSends })
}

async function twoWorkers(place: LedgerPlace, recipients: number): Promise<readonly [Ledger, Ledger]> {
  const one = await place.open()
  await one.prepare(preparation({ a: people(recipients) }))
  return [one, await place.open()]
}

/** Tests of several workers that send from one ledger. */
export function sharingContract(store: StoreUnderTest): void {
  describe.runIf(store.changedBy === 'many-processes')('several workers', () => {
    it('make one ledger when they all begin at the same time', async () => {
      const place = await store.fresh()
      const ledgers = await Promise.all(Array.from({ length: 5 }, () => place.open()))
      expect(new Set(ledgers.map(({ lineage }) => lineage)).size).toBe(1)
      expect(await place.store.workers()).toBe(5)
    })

    it('do some work one after the other, whatever becomes of it', async () => {
      const place = await store.fresh()
      const workers = [...(await twoWorkers(place, 1)), await place.open()]
      const said: string[] = []
      const work = async (ledger: Ledger): Promise<void> => {
        said.push('begins')
        await ledger.counts('r1')
        said.push('ends')
        throw new Error('in vain')
      }
      const ends = await Promise.allSettled(
        workers.map((ledger) => sharedWork(ledger).alone('images', () => work(ledger))),
      )
      expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
      expect(said).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends'])
    })

    it('do it one after the other also when one of them wants it several times', async () => {
      const place = await store.fresh()
      const workers = await twoWorkers(place, 1)
      let atWork = 0
      const seen: number[] = []
      const work = async (ledger: Ledger): Promise<void> => {
        seen.push(++atWork)
        for (let step = 0; step < 3; step++) await ledger.counts('r1')
        atWork--
      }
      const asked = [...workers, ...workers, ...workers]
      await Promise.all(asked.map((ledger) => sharedWork(ledger).alone('images', () => work(ledger))))
      expect(seen).toEqual([1, 1, 1, 1, 1, 1])
    })

    it('do work of other names beside it', async () => {
      const [one] = await twoWorkers(await store.fresh(), 1)
      const { alone } = sharedWork(one)
      expect(await alone('images', () => alone('lists', async () => 'both'))).toBe('both')
    })

    it.each(['the same worker', 'another one'])('wait no longer once they are stopped: %s has it', async (whose) => {
      const [one, two] = await twoWorkers(await store.fresh(), 1)
      const waits = whose === 'another one' ? two : one
      const stopping = new AbortController()
      const never = async (): Promise<void> => {
        throw new Error('It was not stopped.')
      }
      await sharedWork(one).alone('images', async () => {
        const waiting = sharedWork(waits).alone('images', never, stopping.signal)
        stopping.abort()
        if (waits === two) await expect(waiting).rejects.toBe(stopping.signal.reason)
        else waiting.catch(() => {})
      })
      expect(await sharedWork(two).alone('images', async () => 'next')).toBe('next')
    })

    it('stop at once while another one prepares the release, and take nothing with them', async () => {
      const place = await store.fresh()
      const [one, two] = [await place.open(), await place.open()]
      const stopping = new AbortController()
      let goOn = (): void => {}
      const held = new Promise<void>((resolve) => (goOn = resolve))
      async function* recipients(): AsyncGenerator<RecipientBatch> {
        yield { id: 'a', recipients: people(3) }
        const { prepare } = two
        const waiting = prepare({ ...preparation({ a: people(3) }), stop: stopping.signal })
        stopping.abort()
        await expect(waiting).rejects.toBe(stopping.signal.reason)
        goOn()
      }
      const preparing = one.prepare({ ...preparation({ a: [] }), recipients: recipients() })
      await held
      expect(await preparing).toMatchObject({ added: 3 })
      expect(await two.counts('r1')).toEqual({ ...none, pending: 3 })
    })

    it('open nothing once they are stopped', async () => {
      const place = await store.fresh()
      const stop = AbortSignal.abort()
      await expect(place.store.open({ ifMissing: 'create', stop })).rejects.toBe(stop.reason)
      await expect(place.store.state(stop)).rejects.toBe(stop.reason)
      expect(await place.store.state()).toBe('none')
    })

    it('are counted, and know of each other', async () => {
      const place = await store.fresh()
      const [one, two] = await twoWorkers(place, 1)
      expect(await place.store.workers()).toBe(2)
      expect(await sharedWork(one).workers()).toBe(2)
      expect(await place.store.holder()).toBeUndefined()
      await closeLedger(two)
      expect(await sharedWork(one).workers()).toBe(1)
    })

    it('are counted without anything being changed', async () => {
      const place = await store.fresh()
      const [one, two] = await twoWorkers(place, 20)
      await claimed(two)
      await place.crash()
      expect(await place.store.workers()).toBe(0)
      const reader = await place.store.read()
      expect(await reader.counts('r1')).toMatchObject({ inflight: 10, unknown: 0 })
      await reader.close()
      await one.close()
      expect((await place.open()).recovered).toBe(10)
    })

    it('find what one that died had in flight, between what others have and what is settled', async () => {
      const place = await store.fresh()
      const [one, two] = await twoWorkers(place, 60)
      const first = await claimed(one)
      await claimed(two)
      const last = await claimed(one)
      await one.settle(outcomes(last, 'accepted'))
      const [again, other] = await Promise.all([claimed(one), claimed(one)])
      await one.settle(outcomes(again, 'accepted'))
      await place.crash()
      expect((await place.open()).recovered).toBe(first.sends.length + 10 + other.sends.length)
    })

    it('find what one had in flight that has ended and is gone', async () => {
      const place = await store.fresh()
      const [one] = await twoWorkers(place, 5)
      await claimed(one, 2)
      await place.crash()
      await place.change('UPDATE worker SET ended_at = 1')
      const next = await place.open()
      await next.settle(outcomes(await claimed(next), 'accepted'))
      expect(await claim(next)).toBeUndefined()
      expect(await next.counts('r1')).toEqual({ ...none, accepted: 3, unknown: 2 })
    })

    it('claim nothing once another one has taken them over', async () => {
      const place = await store.fresh()
      const [one] = await twoWorkers(place, 5)
      await claimed(one, 2)
      await place.change('UPDATE worker SET ended_at = 1')
      expect(await problemIn(() => claim(one))).toMatchObject({ code: 'connection-lost' })
    })

    it('share the sends, each of them once', async () => {
      const [one, two] = await twoWorkers(await store.fresh(), 300)
      const rows: number[] = []
      const work = async (ledger: Ledger): Promise<void> => {
        for (;;) {
          const batch = await claim(ledger, 7)
          if (batch === undefined) return
          rows.push(...batch.sends.map(({ row }) => row))
          await ledger.settle(outcomes(batch, 'accepted'))
        }
      }
      await Promise.all([one, one, one, two, two, two].map((ledger) => work(ledger)))
      expect(rows).toHaveLength(300)
      expect(new Set(rows).size).toBe(300)
      expect(await one.counts('r1')).toEqual({ ...none, accepted: 300 })
    })

    it('leave each other what they have claimed', async () => {
      const place = await store.fresh()
      const [one, two] = await twoWorkers(place, 5)
      const batch = await claimed(one, 2)
      const three = await place.open()
      expect([two.recovered, three.recovered]).toEqual([0, 0])
      expect(await three.counts('r1')).toEqual({ ...none, inflight: 2, pending: 3 })
      await one.settle(outcomes(batch, 'accepted'))
      expect(await two.counts('r1')).toEqual({ ...none, accepted: 2, pending: 3 })
    })

    it('wait for what may become pending again, and get it', async () => {
      const [one, two] = await twoWorkers(await store.fresh(), 5)
      const batch = await claimed(one)
      const waiting = claim(two)
      await one.settle(outcomes(batch, 'not-written'))
      expect((await waiting)?.sends.map(({ attempt }) => attempt)).toEqual([2, 2, 2, 2, 2])
    })

    it('do not wait for what is settled otherwise', async () => {
      const [one, two] = await twoWorkers(await store.fresh(), 5)
      const batch = await claimed(one)
      const waiting = claim(two)
      await one.settle(outcomes(batch, 'accepted'))
      expect(await waiting).toBeUndefined()
    })

    it('prepare a release together, once', async () => {
      const place = await store.fresh()
      const workers = [await place.open(), await place.open(), await place.open()]
      const prepared = await Promise.all(workers.map((ledger) => ledger.prepare(preparation({ a: people(2_500) }))))
      expect(prepared.map(({ added }) => added).toSorted((a, b) => a - b)).toEqual([0, 0, 2_500])
      expect(prepared.map(({ added, existing }) => added + existing)).toEqual([2_500, 2_500, 2_500])
      expect(await workers[0]?.counts('r1')).toEqual({ ...none, pending: 2_500 })
    })

    it('are all stopped by a pause, but not whoever comes later', async () => {
      const place = await store.fresh()
      const [one, two] = await twoWorkers(place, 5)
      await sharedWork(one).pause('{"credit":"used up"}')
      for (const ledger of [one, two]) {
        const problem = await problemIn(() => claim(ledger))
        expect(problem).toMatchObject({ code: 'paused', note: '{"credit":"used up"}' })
      }
      expect(await claim(await place.open(), 2)).toMatchObject({ id: 'a' })
    })
  })
}
