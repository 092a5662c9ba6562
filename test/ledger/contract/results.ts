import { describe, expect, it } from 'vitest'
import type { Batch, Ledger, LedgerReader, SendRecord, Settlement } from '../../../src/ledger/ledger.ts'
import type { RecordedResults, ReportedMessage } from '../../../src/ledger/results.ts'
import type { DeliveryResult } from '../../../src/contract/contract.ts'
import { afterEveryTest } from '../../ending.ts'
import { claimed, closeLedger, none, outcomes, people, person, preparation, sendsIn } from '../temp-ledger.ts'
import type { LedgerPlace, StoreUnderTest } from './store-under-test.ts'

const open = new Set<{ readonly close: () => Promise<void> }>()

afterEveryTest(async () => {
  for (const each of open) await each.close()
  open.clear()
})

/** Records results as a receiver does, in whatever state the ledger is. */
async function record({ store }: LedgerPlace, results: readonly ReportedMessage[]): Promise<RecordedResults> {
  const inbox = store.results()
  try {
    return await inbox.record(results)
  } finally {
    await inbox.close()
  }
}

async function read<T>({ store }: LedgerPlace, work: (reader: LedgerReader) => Promise<T>): Promise<T> {
  const reader = await store.read()
  try {
    return await work(reader)
  } finally {
    await reader.close()
  }
}

const second = Date.UTC(2026, 5, 12, 3, 0, 1)
const delivered = (key: string): DeliveryResult => ({ key, code: '0', doneAt: second })
const isDelivered = { delivery: 'delivered', code: '0', doneAt: second, isConflicting: false }

/** A ledger with so many recipients of one message, and their keys in order. */
async function prepared(store: StoreUnderTest, count: number, at?: LedgerPlace) {
  const place = at ?? (await store.fresh())
  const ledger = await place.open()
  await ledger.prepare(preparation({ sale: people(count) }))
  return { place, ledger, keys: (await sendsIn(ledger, { release: 'r1' })).map(({ key }) => key) }
}

async function sent(ledger: Ledger, outcome: Settlement['outcome'], sends = 10): Promise<Batch> {
  const batch = await claimed(ledger, sends)
  await ledger.settle(outcomes(batch, outcome, outcome === 'accepted' ? { code: 'C100' } : { code: 'C400_1' }))
  return batch
}

async function sendOf(reader: Pick<LedgerReader, 'sends'>, key: string | undefined): Promise<SendRecord> {
  const found = (await sendsIn(reader, { release: 'r1' })).find((send) => send.key === key)
  if (found === undefined) throw new Error(`There is no send ${key}.`)
  return found
}

/** Delivery results, which come while a deploy has the ledger, after it, and before the response of their send. */
export function resultsContract(store: StoreUnderTest): void {
  describe('delivery results', () => {
    it('are recorded once, and those of other senders not at all', async () => {
      const { place, ledger, keys } = await prepared(store, 3)
      await sent(ledger, 'accepted')
      const results = [...keys.map(delivered), delivered('ft-AAAAAAAAAAAAAAAAAAAAAAAA'), delivered('order-1')]
      expect(await record(place, results)).toMatchObject({ recorded: 3, repeated: 0, foreign: 2 })
      expect(await record(place, [...results, ...results])).toMatchObject({ recorded: 0, repeated: 6, foreign: 4 })
      const [message] = await ledger.deliveries('r1')
      expect(message?.counts).toMatchObject({ none: 0, delivered: 3 })
      expect(message?.groups).toEqual([{ delivery: 'delivered', code: '0', sends: 3, conflicts: 0 }])
      expect(await read(place, (reader) => reader.deliveries('r1'))).toEqual(await ledger.deliveries('r1'))
    })

    it('are tried to be recorded without any, and what comes meanwhile is kept', async () => {
      const { place, ledger, keys } = await prepared(store, 2)
      await sent(ledger, 'accepted')
      const inbox = place.store.results()
      await inbox.probe()
      const [, recorded] = await Promise.all([inbox.probe(), inbox.record([delivered(keys[0] ?? '')]), inbox.probe()])
      expect(recorded).toMatchObject({ recorded: 1 })
      expect(await inbox.record([delivered(keys[1] ?? '')])).toMatchObject({ recorded: 1 })
      await inbox.close()
      expect((await ledger.deliveries('r1'))[0]?.counts).toMatchObject({ none: 0, delivered: 2 })
      await ledger.verify()
    })

    it('count by what they say, and add up to the accepted sends', async () => {
      const { place, ledger, keys } = await prepared(store, 9)
      await sent(ledger, 'accepted', 8)
      const [a = '', b = '', c = '', d = '', e = '', f = '', g = ''] = keys
      await record(place, [
        delivered(a),
        { key: b, code: 'A', doneAt: second, description: 'not a user' },
        { key: c, code: 'B', doneAt: second, fallback: { code: '0', doneAt: second } },
        { key: d, code: 'B', doneAt: second, fallback: { code: '99', doneAt: second, description: 'full' } },
        { key: e, code: '5' },
        { key: g, code: '5' },
        { key: f, code: 'brand-new' },
      ])
      const [message] = await ledger.deliveries('r1')
      expect(message?.counts).toEqual({
        none: 1,
        delivered: 1,
        failed: 1,
        'fallback-delivered': 1,
        'fallback-failed': 1,
        uncertain: 3,
      })
      // The most frequent comes first.
      expect(message?.groups.map(({ code }) => code)).toEqual(['5', '0', 'A', 'B', 'B', 'brand-new'])
      expect((await sendOf(ledger, d)).delivery).toEqual({
        delivery: 'fallback-failed',
        code: 'B',
        doneAt: second,
        fallbackCode: '99',
        fallbackDoneAt: second,
        fallbackDescription: 'full',
        isConflicting: false,
      })
      expect((await sendOf(ledger, f)).delivery).toEqual({
        delivery: 'uncertain',
        code: 'brand-new',
        isConflicting: false,
      })
      expect(await sendOf(ledger, keys[7])).not.toHaveProperty('delivery')
    })

    it('that say otherwise are a conflict, and the latest counts in whatever order they come', async () => {
      const { place, ledger, keys } = await prepared(store, 2)
      await sent(ledger, 'accepted')
      const [a = '', b = ''] = keys
      const failure = (key: string): DeliveryResult => ({ key, code: 'H', doneAt: second - 1000 })
      await record(place, [failure(a)])
      await record(place, [delivered(a), delivered(b)])
      await record(place, [failure(b)])
      for (const key of [a, b]) {
        expect((await sendOf(ledger, key)).delivery).toEqual({ ...isDelivered, isConflicting: true })
      }
      const [message] = await ledger.deliveries('r1')
      expect(message?.groups).toEqual([{ delivery: 'delivered', code: '0', sends: 2, conflicts: 2 }])
    })

    it('are no conflict where the fallback message is reported later', async () => {
      const { place, ledger, keys } = await prepared(store, 1)
      await sent(ledger, 'accepted')
      const [key = ''] = keys
      await record(place, [{ key, code: 'A', doneAt: second, fallback: { code: '0', doneAt: second + 500 } }])
      await record(place, [{ key, code: 'A', doneAt: second }])
      expect((await sendOf(ledger, key)).delivery).toMatchObject({
        delivery: 'fallback-delivered',
        isConflicting: false,
      })
    })

    it('settle what is unknown, for good and with the reason', async () => {
      const { place, ledger, keys } = await prepared(store, 2)
      await sent(ledger, 'unknown')
      await closeLedger(ledger)
      const [key = '', other = ''] = keys
      await record(place, [delivered(key)])
      const seen = await read(place, async (reader) => {
        return { counts: await reader.counts('r1'), decisions: await reader.decisions('r1') }
      })
      expect(seen.counts).toEqual({ ...none, accepted: 1, unknown: 1 })
      expect(seen.decisions).toMatchObject([{ key, verdict: 'result', who: '', reason: 'unknown' }])
      const again = await place.open()
      expect(await again.counts('r1')).toEqual({ ...none, accepted: 1, unknown: 1 })
      expect(await again.decisions('r1')).toMatchObject([{ key, verdict: 'result', who: '', reason: 'unknown' }])
      expect(await sendOf(again, key)).toMatchObject({ state: 'accepted', attempt: 1, delivery: isDelivered })
      const decision = { verdict: 'not-sent', release: 'r1', who: 'min', reason: 'lost' } as const
      expect(await again.reconcile({ ...decision, keys: [key] })).toMatchObject({ type: 'refused', notUnknown: [key] })
      expect(await again.reconcile({ ...decision, keys: [other] })).toEqual({ type: 'settled', sends: 1 })
      await closeLedger(again)
      expect(await place.store.check()).toBeUndefined()
      const contents = await place.contents()
      expect(contents).not.toContain(person(0).number)
      expect(contents).toContain(person(1).number)
    })

    it('may say no more than that the service took a message', async () => {
      const { place, ledger, keys } = await prepared(store, 3)
      await sent(ledger, 'unknown', 2)
      await closeLedger(ledger)
      const [a = '', b = '', c = ''] = keys
      const counts = { recorded: 1, repeated: 3, foreign: 1, settled: 2, behind: 1 }
      expect(await record(place, [{ key: a }, { key: b }, delivered(b), { key: c }, { key: 'order-1' }])).toMatchObject(
        counts,
      )
      const known = { recorded: 0, repeated: 1, settled: 0, behind: 0 }
      expect(await record(place, [{ key: a }])).toMatchObject(known)
      expect(await read(place, (reader) => reader.counts('r1'))).toEqual({ ...none, accepted: 3 })
      const [message] = await read(place, (reader) => reader.deliveries('r1'))
      expect(message?.counts).toMatchObject({ none: 2, delivered: 1 })
    })

    it.each(['pending', 'deferred', 'rejected'] as const)('keep a %s send from being sent', async (state) => {
      const { place, ledger, keys } = await prepared(store, 3)
      if (state !== 'pending') await sent(ledger, state)
      await closeLedger(ledger)
      await record(place, keys.slice(0, 2).map(delivered))
      const counts = { ...none, [state]: 1, accepted: 2 }
      expect(await read(place, (reader) => reader.counts('r1'))).toEqual(counts)
      const again = await place.open()
      expect(await again.counts('r1')).toEqual(counts)
      expect(await again.decisions('r1')).toMatchObject(
        keys.slice(0, 2).map((key) => ({ key, verdict: 'result', reason: state })),
      )
      await again.prepare(preparation({ sale: people(3) }, { rejected: 'retry' }))
      await again.resume('r1')
      const left = await claimed(again)
      expect(left.sends.map(({ key }) => key)).toEqual([keys[2]])
      await again.settle(outcomes(left, 'accepted'))
      expect(await again.claim({ release: 'r1', maxSends: 10 })).toBeUndefined()
      await closeLedger(again)
      expect(await place.store.check()).toBeUndefined()
    })

    it.each(['pending', 'deferred'] as const)('settle a %s send that a list excludes', async (state) => {
      const { place, ledger, keys } = await prepared(store, 2)
      if (state === 'deferred') await sent(ledger, state)
      const list = 'out.csv'
      for await (const waiting of ledger.waiting('r1')) {
        await ledger.hold(
          'r1',
          waiting.map(({ row }) => ({ row, list })),
        )
      }
      await closeLedger(ledger)
      await record(place, [delivered(keys[0] ?? '')])
      const counts = { ...none, accepted: 1 }
      await read(place, async (reader) => {
        expect(await reader.releases()).toMatchObject([{ counts, excluded: 1, exclusions: { 'out.csv': 1 } }])
        expect(await sendsIn(reader, { release: 'r1' })).toMatchObject([{ key: keys[0], delivery: isDelivered }])
        const known = people(2).map(({ number }) => number)
        expect(await reader.knownSends({ release: 'r1', id: 'sale' }, known)).toEqual([
          { key: keys[0], state: 'accepted', mayBeRetried: false },
          { key: keys[1] },
        ])
      })
      const again = await place.open()
      expect(await again.releases()).toMatchObject([{ counts, excluded: 1, exclusions: { 'out.csv': 1 } }])
      expect(await again.claim({ release: 'r1', maxSends: 10 })).toBeUndefined()
      await again.verify()
      await closeLedger(again)
      expect(await place.store.check()).toBeUndefined()
    })

    it('keep a pending send from being sent while a deploy runs', async () => {
      const { place, ledger, keys } = await prepared(store, 4)
      await sent(ledger, 'accepted', 1)
      // Some are read ahead by now.
      await record(place, [delivered(keys[2] ?? '')])
      const batch = await claimed(ledger)
      expect(batch.sends.map(({ key }) => key)).toEqual([keys[1], keys[3]])
      await ledger.settle(outcomes(batch, 'accepted'))
      expect(await ledger.counts('r1')).toEqual({ ...none, accepted: 4 })
      expect(await ledger.decisions('r1')).toMatchObject([{ key: keys[2], verdict: 'result', reason: 'pending' }])
    })

    it.each(['accepted', 'unknown', 'rejected', 'deferred', 'not-written'] as const)(
      'come before the response, which then says %s',
      async (outcome) => {
        const { place, ledger, keys } = await prepared(store, 1)
        const batch = await claimed(ledger)
        await record(place, keys.map(delivered))
        expect(await read(place, (reader) => reader.counts('r1'))).toEqual({ ...none, accepted: 1 })
        await ledger.settle(outcomes(batch, outcome, outcome === 'accepted' ? { code: 'C100' } : {}))
        await ledger.resume('r1')
        expect(await ledger.claim({ release: 'r1', maxSends: 10 })).toBeUndefined()
        expect(await ledger.counts('r1')).toEqual({ ...none, accepted: 1 })
        expect(ledger.tooLate()).toBe(0)
        expect(await sendOf(ledger, keys[0])).toMatchObject({
          state: 'accepted',
          delivery: isDelivered,
          ...(outcome === 'accepted' && { code: 'C100' }),
        })
        await closeLedger(ledger)
        expect(await place.store.check()).toBeUndefined()
      },
    )

    it('settle what a crash cut off', async () => {
      const { place, ledger, keys } = await prepared(store, 2)
      await claimed(ledger)
      await record(place, [delivered(keys[0] ?? '')])
      const left = await place.crash()
      const again = await left.open()
      expect(await again.counts('r1')).toEqual({ ...none, accepted: 1, unknown: 1 })
    })

    it('keep nothing of the recipient that they quote', async () => {
      const { place, ledger, keys } = await prepared(store, 1)
      await sent(ledger, 'unknown')
      await record(place, [
        {
          key: keys[0] ?? '',
          code: 'I',
          description: `${person(0).number} of 손님 0`,
          fallback: { code: '1', description: 'to 010-0000-0000' },
        },
      ])
      const { delivery } = await sendOf(ledger, keys[0])
      expect(delivery).toMatchObject({ description: '*** of ***' })
      expect(JSON.stringify(delivery)).not.toContain('0000')
    })

    it('refuse to be taken where no ledger is', async () => {
      const place = await store.fresh()
      const inbox = place.store.results()
      open.add(inbox)
      await expect(inbox.record([delivered('order-1')])).rejects.toMatchObject({ code: 'missing' })
      const { ledger, keys } = await prepared(store, 1, place)
      await sent(ledger, 'accepted')
      expect(await inbox.record(keys.map(delivered))).toMatchObject({ recorded: 1 })
    })
  })
}
