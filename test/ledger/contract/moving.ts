import { describe, expect, it } from 'vitest'
import type { Ledger, LedgerStore } from '../../../src/ledger/ledger.ts'
import { hashInKey } from '../../../src/ledger/identity.ts'
import { LedgerError } from '../../../src/ledger/ledger-error.ts'
import { moveLedger } from '../../../src/ledger/move.ts'
import type { ArrivingLedger, LeavingLedger, RecordPart } from '../../../src/ledger/records.ts'
import type { DeliveryResult, MovedResult, ResultInbox } from '../../../src/ledger/results.ts'
import {
  claimed,
  closeLedger,
  outcomes,
  people,
  person,
  preparation,
  problemIn,
  sendsIn,
  template,
} from '../temp-ledger.ts'
import { planted, traces } from './erasure.ts'
import type { LedgerPlace, StoreUnderTest } from './store-under-test.ts'

const image = { sha256: 'aa', operation: 'FT', account: 'shop' } as const
const plan = { digest: 'sha256:plan', text: '{"messages":[]}' }
const decision = { release: 'r1', who: 'ops "the\tperson"', reason: 'in the console\n두 번째 줄 \\N' }

const onList = { type: 'excluded', list: 'lists/opted-out \t"\\.csv' } as const

/** A ledger in which everything is that a ledger can hold. */
async function fullLedger(ledger: Ledger): Promise<void> {
  await ledger.usePlan(plan, 'r1')
  await ledger.rememberImage(image, { url: 'https://img.example.com/a.png', uploadedAt: 1_700_000_000_000 })
  const known = planted(60).map((one, n) => ({ ...one, ref: n === 3 ? 'c\\N\t"3"' : `c-${n}` }))
  const [first, second, ...others] = planted(20)
  if (first === undefined || second === undefined) throw new Error('Too few recipients.')
  const withHeld = [{ ...first, ref: 'left-out', hold: onList }, { ...second, hold: onList }, ...others]
  await ledger.prepare(preparation({ a: known, b: withHeld }))
  for await (const waiting of ledger.waiting('r1')) {
    const { row = 0 } = waiting.findLast(({ id }) => id === 'b') ?? {}
    if (row > 0) await ledger.hold('r1', [{ row, hold: onList }])
  }
  await ledger.shared?.slow({ requestMs: 0, waitMs: 1, takesMs: 0 })
  const said = { code: 'G141', description: 'Not\tregistered: \\ "…"\n둘째 줄' }
  await ledger.settle(outcomes(await claimed(ledger), 'accepted', { code: 'C100' }))
  await ledger.settle(outcomes(await claimed(ledger), 'rejected', said))
  await ledger.settle(outcomes(await claimed(ledger), 'deferred', { code: 'G150' }))
  await ledger.settle(outcomes(await claimed(ledger), 'unknown'))
  await ledger.settle(outcomes(await claimed(ledger, 4), 'not-written'))
  const [sent, notSent] = await sendsIn(ledger, { release: 'r1', state: 'unknown' })
  await ledger.reconcile({ ...decision, verdict: 'sent', keys: [sent?.key ?? ''] })
  await ledger.reconcile({ ...decision, verdict: 'not-sent', keys: [notSent?.key ?? ''] })
  await ledger.prepare(preparation({ a: planted(15) }, { rejected: 'retry' }))
  const own = { ...person(7_001), key: 'own\\key-1' }
  await ledger.prepare(preparation({ c: [own] }, { release: '두 번째', templates: [template('c')] }))
}

/** Everything that a ledger says of what it holds. */
async function saidOf(ledger: Ledger): Promise<unknown> {
  const releases = await ledger.releases()
  const each = releases.map(async ({ release }) => ({
    sends: await sendsIn(ledger, { release }),
    failures: await ledger.failures(release),
    decisions: await ledger.decisions(release),
    templates: await ledger.templates(release),
    plans: await ledger.plansOf(release),
  }))
  const numbers = [...planted(3), person(9)].map(({ number }) => number)
  return {
    lineage: ledger.lineage,
    releases,
    each: await Promise.all(each),
    image: await ledger.image(image),
    plan: await ledger.plan(plan.digest),
    known: await ledger.knownSends({ release: 'r1', id: 'a' }, numbers),
    // Of what is new the keys are made alike.
    new: await ledger.knownSends({ release: 'r9', id: 'z' }, numbers),
  }
}

async function recordsIn({ store }: LedgerPlace): Promise<readonly RecordPart[]> {
  const leaving = await store.leave()
  try {
    const rows = new Map<RecordPart['table'], RecordPart['rows'][number][]>()
    for await (const part of leaving.records()) rows.set(part.table, [...(rows.get(part.table) ?? []), ...part.rows])
    return [...rows].map(([table, all]) => ({ table, rows: all }))
  } finally {
    await leaving.close()
  }
}

const delivered = (key: string, doneAt = 1_000): DeliveryResult => ({ key, code: '0', doneAt, description: 'ok' })

/** What is stored of the results of a ledger that is not in use. */
async function resultsIn({ store }: LedgerPlace): Promise<readonly string[]> {
  const leaving = await store.leave()
  try {
    const all: MovedResult[] = []
    for await (const results of leaving.results()) all.push(...results)
    return all
      .map(
        ({ send, code, done_at, description, fallback_code, fallback_done_at, fallback_description, received_at }) => {
          const fallback = [fallback_code, fallback_done_at, fallback_description]
          return JSON.stringify([send, code, done_at, description, ...fallback, received_at])
        },
      )
      .toSorted()
  } finally {
    await leaving.close()
  }
}

/** Records results at a place with a receiver of their own. */
async function record({ store }: LedgerPlace, results: readonly DeliveryResult[]): Promise<void> {
  const inbox = store.results()
  await inbox.record(results)
  await inbox.close()
}

/** A receiver that keeps what it has said to be recorded. */
class Receiver {
  readonly acknowledged: DeliveryResult[] = []
  readonly #inbox: ResultInbox

  constructor({ store }: LedgerPlace) {
    this.#inbox = store.results()
  }

  /** Returns why it refuses; undefined for a result that is recorded. */
  async receive(result: DeliveryResult): Promise<string | undefined> {
    try {
      const { recorded } = await this.#inbox.record([result])
      expect(recorded).toBe(1)
      this.acknowledged.push(result)
      return undefined
    } catch (error) {
      if (error instanceof LedgerError) return error.problem.type
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#inbox.close()
  }
}

/** The steps of a move after which a process may be gone. */
const steps = ['leave', 'receive', 'take', 'compare', 'mark', 'results', 'activate', 'erase'] as const

class Crash extends Error {}

/** The stores of a move that ends after a step as a crash would, with nothing of what comes after it. */
function crashingAfter(last: (typeof steps)[number], from: LedgerStore, to: LedgerStore): [LedgerStore, LedgerStore] {
  const crashAt = (step: (typeof steps)[number]): void => {
    if (step === last) throw new Crash(step)
  }
  const leaving = (real: LeavingLedger): LeavingLedger => ({
    ...real,
    markMoved: async (to_) => {
      crashAt('compare')
      await real.markMoved(to_)
      crashAt('mark')
    },
    erase: async () => {
      await real.erase()
      crashAt('erase')
    },
  })
  const arriving = (real: ArrivingLedger): ArrivingLedger => ({
    ...real,
    take: async (...args) => {
      crashAt('receive')
      await real.take(...args)
      crashAt('take')
    },
    addResults: async (results) => {
      const isNew = await real.addResults(results)
      crashAt('results')
      return isNew
    },
    activate: async () => {
      await real.activate()
      crashAt('activate')
    },
  })
  return [
    { ...from, leave: async () => leaving(await from.leave()) },
    {
      ...to,
      receive: async () => {
        crashAt('leave')
        return arriving(await to.receive())
      },
    },
  ]
}

/** Whether a deploy would use the ledger of a place; otherwise why it would not. */
async function usable({ store }: LedgerPlace): Promise<string> {
  try {
    await closeLedger(await store.open({ ifMissing: 'refuse' }))
    return 'usable'
  } catch (error) {
    if (error instanceof LedgerError) return error.problem.type
    throw error
  }
}

/** Tests that a ledger can be moved from one store to another. */
export function movingContract(from: StoreUnderTest, to: StoreUnderTest): void {
  describe(`a move to ${to.name}`, () => {
    it('takes everything along, there and back', async () => {
      const [old, place, back] = [await from.fresh(), await to.fresh(), await from.fresh()]
      const ledger = await old.open()
      await fullLedger(ledger)
      const said = await saidOf(ledger)
      expect((await ledger.releases())[0]).toMatchObject({
        excluded: 3,
        exclusions: { [onList.list]: 3 },
      })
      await closeLedger(ledger)
      const records = await recordsIn(old)
      const told = new Map<string, string>()
      const moved = await moveLedger(old.store, place.store, (step, done, total) => {
        told.set(step, `${done}/${total}`)
      })
      expect(moved.sends).toBe(81)
      expect(Object.fromEntries(told)).toEqual({ copying: '81/81', comparing: '81/81' })
      expect(await recordsIn(place)).toEqual(records)
      const there = await place.open()
      expect(await saidOf(there)).toEqual(said)
      await there.verify()
      await closeLedger(there)
      await moveLedger(place.store, back.store)
      expect(await recordsIn(back)).toEqual(records)
      const again = await back.open()
      expect(await saidOf(again)).toEqual(said)
      await again.verify()
      await closeLedger(again)
      expect((await back.store.check())?.problem).toBeUndefined()
    })

    it('leaves an old ledger that says where it went, and holds nobody any more', async () => {
      const [old, place] = [await from.fresh(), await to.fresh()]
      const ledger = await old.open()
      await fullLedger(ledger)
      await closeLedger(ledger)
      expect(await traces(old)).toBeGreaterThan(0)
      const { place: there } = await moveLedger(old.store, place.store)
      const problem = { type: 'moved-away', path: old.store.path, to: there }
      expect(await problemIn(() => old.store.open({ ifMissing: 'create' }))).toEqual(problem)
      expect(await problemIn(() => old.store.read())).toEqual(problem)
      expect((await old.store.check())?.problem).toEqual(problem)
      expect(await traces(old)).toBe(0)
      expect(await traces(place)).toBeGreaterThan(0)
    })

    it('goes on with a release where it stood, with what a crash left in flight unknown', async () => {
      const [begun, place] = [await from.fresh(), await to.fresh()]
      const ledger = await begun.open()
      await ledger.prepare(preparation({ a: people(40) }))
      await ledger.settle(outcomes(await claimed(ledger), 'accepted'))
      const inflight = (await claimed(ledger, 7)).sends.map(({ key }) => key)
      const old = await begun.crash()
      await moveLedger(old.store, place.store)
      const there = await place.open()
      expect(await there.counts('r1')).toMatchObject({ pending: 23, inflight: 0, accepted: 10, unknown: 7 })
      const unknown = await sendsIn(there, { release: 'r1', state: 'unknown' })
      expect(unknown.map(({ key }) => key)).toEqual(inflight)
      const keys = new Set<string>()
      for (;;) {
        const batch = await there.claim({ release: 'r1', maxSends: 10 })
        if (batch === undefined) break
        for (const { key } of batch.sends) keys.add(key)
        await there.settle(outcomes(batch, 'accepted'))
      }
      expect(keys.size).toBe(23)
      expect(inflight.some((key) => keys.has(key))).toBe(false)
      expect(await there.prepare(preparation({ a: people(41) }))).toMatchObject({ added: 1, existing: 40 })
      await there.prepare(preparation({ b: people(2) }))
      expect((await claimed(there)).sends).toHaveLength(1)
      expect((await claimed(there)).sends).toHaveLength(2)
    })

    it('is refused while somebody sends from either, and where a ledger is', async () => {
      const [old, place] = [await from.fresh(), await to.fresh()]
      const move = () => moveLedger(old.store, place.store)
      expect(await problemIn(move)).toMatchObject({ type: 'missing' })
      const ledger = await old.open()
      await ledger.prepare(preparation({ a: people(3) }))
      const [busy, mine] = [(type: string) => type === 'one-process', { pid: process.pid }]
      expect(await problemIn(move)).toMatchObject(
        busy(from.changedBy) ? { type: 'locked', holder: mine } : { type: 'in-use', workers: [mine] },
      )
      await closeLedger(ledger)
      const other = await place.open()
      expect(await problemIn(move)).toMatchObject(
        busy(to.changedBy) ? { type: 'locked', holder: mine } : { type: 'in-use', workers: [mine] },
      )
      await closeLedger(other)
      expect((await problemIn(move)).type).toMatch(/^(?:exists|target-taken)$/)
      expect(await usable(old)).toBe('usable')
      expect(await usable(place)).toBe('usable')
    })

    it('keeps others from sending meanwhile', async () => {
      const [old, place] = [await from.fresh(), await to.fresh()]
      await closeLedger(await old.open())
      const leaving = await old.store.leave()
      const arriving = await place.store.receive()
      expect((await problemIn(() => old.open())).type).toBe('locked')
      expect((await problemIn(() => place.open())).type).toBe('locked')
      await arriving.close()
      await leaving.close()
      await closeLedger(await place.open())
    })

    it('takes delivery results along, those too that a receiver acknowledges meanwhile', async () => {
      const [old, place] = [await from.fresh(), await to.fresh()]
      const ledger = await old.open()
      await ledger.prepare(preparation({ a: people(40) }))
      await ledger.settle(outcomes(await claimed(ledger, 20), 'accepted'))
      await ledger.settle(outcomes(await claimed(ledger, 10), 'unknown'))
      const keys = (await sendsIn(ledger, { release: 'r1' })).map(({ key }) => key)
      await closeLedger(ledger)
      // One would put what comes at the same time into one write.
      const [receiver, other] = [new Receiver(old), new Receiver(old)]
      for (const key of [keys[0] ?? '', keys[20] ?? '', keys[30] ?? '']) {
        expect(await receiver.receive(delivered(key))).toBeUndefined()
      }
      const over = new AbortController()
      const receiving = (async () => {
        for (let at = 0; !over.signal.aborted; at++) await receiver.receive(delivered(keys[at % 40] ?? '', 2_000 + at))
      })()
      const refusals: (string | undefined)[] = []
      const watched: LedgerStore = {
        ...old.store,
        leave: async () => {
          const real = await old.store.leave()
          return {
            ...real,
            markMoved: async (to_) => {
              refusals.push(await other.receive(delivered(keys[1] ?? '', 1_001)))
              await real.markMoved(to_)
              refusals.push(await other.receive(delivered(keys[2] ?? '')))
              refusals.push(await other.receive(delivered(keys[39] ?? '')))
            },
          }
        },
      }
      try {
        await moveLedger(watched, place.store)
      } finally {
        over.abort()
        await receiving
        for (const each of [receiver, other]) await each.close()
      }
      expect(refusals).toEqual([undefined, 'moved-away', 'moved-away'])
      const there = (await resultsIn(place)).map((text) => JSON.parse(text) as readonly unknown[])
      const stored = new Set(there.map(([send, , doneAt]) => `${String(send)} ${String(doneAt)}`))
      const acknowledged = [...receiver.acknowledged, ...other.acknowledged]
      const lost = acknowledged.filter(({ key, doneAt }) => !stored.has(`${hashInKey(key)} ${doneAt}`))
      expect(lost).toEqual([])
      const now = await place.open()
      const accepted = new Set((await sendsIn(now, { release: 'r1', state: 'accepted' })).map(({ key }) => key))
      expect(acknowledged.filter(({ key }) => !accepted.has(key))).toEqual([])
      // What a result proves is settled once.
      const decisions = (await now.decisions('r1')).map(({ key }) => key)
      expect(new Set(decisions).size).toBe(decisions.length)
      expect(decisions).toEqual(expect.arrayContaining([keys[20], keys[30]]))
      await now.verify()
      await closeLedger(now)
      expect(await place.store.check()).toBeUndefined()
    })

    it('comes back to where it was', async () => {
      const [old, place] = [await from.fresh(), await to.fresh()]
      const ledger = await old.open()
      await fullLedger(ledger)
      const keys = (await sendsIn(ledger, { release: 'r1', state: 'accepted' })).map(({ key }) => key)
      await closeLedger(ledger)
      const receiver = new Receiver(old)
      expect(await receiver.receive(delivered(keys[0] ?? ''))).toBeUndefined()
      await moveLedger(old.store, place.store)
      // Nothing of the second one counts here, and its like comes to where the ledger is.
      expect(await receiver.receive(delivered(keys[1] ?? ''))).toBe('moved-away')
      await record(place, [{ ...delivered(keys[1] ?? ''), description: 'again' }])
      const there = await place.open()
      await there.settle(outcomes(await claimed(there), 'accepted'))
      await closeLedger(there)
      const records = await recordsIn(place)
      await moveLedger(place.store, old.store)
      expect(await receiver.receive(delivered(keys[2] ?? ''))).toBeUndefined()
      await receiver.close()
      expect(await resultsIn(old)).toHaveLength(3)
      expect(await recordsIn(old)).toEqual(records)
      expect((await problemIn(() => place.open())).type).toBe('moved-away')
      expect((await problemIn(() => moveLedger(place.store, place.store))).type).toBe('exists')
      await (await old.open()).verify()
    })

    // A store is where a move starts and where it ends with the other one already.
    const cutShort = from === to ? (['mark'] as const) : steps
    it.each(cutShort)(
      'that ends after the step %s leaves one ledger at most, and a repeat finishes it',
      async (step) => {
        const [old, place] = [await from.fresh(), await to.fresh()]
        const ledger = await old.open()
        await fullLedger(ledger)
        const [first, second] = await sendsIn(ledger, { release: 'r1', state: 'accepted' })
        await closeLedger(ledger)
        await record(old, [delivered(first?.key ?? ''), { ...delivered(second?.key ?? ''), fallback: { code: '0' } }])
        const [records, results] = [await recordsIn(old), await resultsIn(old)]
        expect(results).toHaveLength(2)
        await expect(moveLedger(...crashingAfter(step, old.store, place.store))).rejects.toThrow(Crash)
        const isMarked = steps.indexOf(step) >= steps.indexOf('mark')
        const isActive = steps.indexOf(step) >= steps.indexOf('activate')
        const isCopied = steps.indexOf(step) >= steps.indexOf('take')
        expect([await usable(old), await usable(place)]).toEqual([
          isMarked ? 'moved-away' : 'usable',
          isActive ? 'usable' : isCopied ? 'move-unfinished' : 'missing',
        ])
        if (isCopied && !isActive) {
          expect((await problemIn(() => place.store.open({ ifMissing: { reason: 'x' } }))).type).toBe('move-unfinished')
          expect((await place.store.check())?.problem.type).toBe('move-unfinished')
          // Another place is not where it went.
          const third = await to.fresh()
          if (isMarked) expect((await problemIn(() => moveLedger(old.store, third.store))).type).toBe('moved-away')
        }
        expect((await moveLedger(old.store, place.store)).sends).toBe(81)
        expect([await usable(old), await usable(place)]).toEqual(['moved-away', 'usable'])
        expect(await recordsIn(place)).toEqual(records)
        expect(await resultsIn(place)).toEqual(results)
        expect(await traces(old)).toBe(0)
      },
    )

    it('begins anew when the old ledger went on after a crash', async () => {
      const [old, place] = [await from.fresh(), await to.fresh()]
      const ledger = await old.open()
      await ledger.prepare(preparation({ a: people(30) }))
      await closeLedger(ledger)
      await expect(moveLedger(...crashingAfter('compare', old.store, place.store))).rejects.toThrow(Crash)
      const later = await old.open()
      await later.settle(outcomes(await claimed(later), 'accepted'))
      await closeLedger(later)
      await moveLedger(old.store, place.store)
      expect(await (await place.open()).counts('r1')).toMatchObject({ accepted: 10, pending: 20 })
    })

    it('is not done when the copy differs', async () => {
      const [old, place] = [await from.fresh(), await to.fresh()]
      const ledger = await old.open()
      await fullLedger(ledger)
      await closeLedger(ledger)
      const forging: LedgerStore = {
        ...place.store,
        receive: async () => {
          const real = await place.store.receive()
          const records = async function* (): AsyncGenerator<RecordPart> {
            for await (const part of real.records()) {
              yield part.table === 'decision' ? { ...part, rows: part.rows.slice(1) } : part
            }
          }
          return { ...real, records }
        },
      }
      expect(await problemIn(() => moveLedger(old.store, forging))).toMatchObject({
        type: 'corrupt',
        detail: 'decision',
      })
      expect([await usable(old), await usable(place)]).toEqual(['usable', 'move-unfinished'])
    })
  })
}
