import { describe, expect, it } from 'vitest'
import type { Driver, Run } from '../../../src/ledger/driver.ts'
import type { LedgerReader, LedgerStore } from '../../../src/ledger/ledger.ts'
import { moveLedger } from '../../../src/ledger/move.ts'
import {
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
import { planted, traces } from './erasure.ts'
import type { LedgerPlace, StoreUnderTest } from './store-under-test.ts'

/** Makes a ledger in which everything is that a ledger can hold, and closes it. */
async function fillLedger(place: LedgerPlace): Promise<readonly string[]> {
  const ledger = await place.open()
  await ledger.usePlan({ digest: 'sha256:plan', text: '{"messages":[]}' }, 'r1')
  const image = { sha256: 'aa', operation: 'FT', account: 'shop' } as const
  await ledger.rememberImage(image, { url: 'https://img.example.com/a.png', uploadedAt: 1_700_000_000_000 })
  const list = 'lists/opted-out \t"\\.csv'
  const known = planted(60).map((one, n) => ({ ...one, ref: n === 3 ? 'c\\N\t"3"' : `c-${n}` }))
  await ledger.prepare(preparation({ a: known, b: planted(20).map((one, n) => (n < 2 ? { ...one, list } : one)) }))
  const said = { code: 'G141', description: 'Not\tregistered: \\ "…"\n둘째 줄' }
  await ledger.settle(outcomes(await claimed(ledger), 'accepted', { code: 'C100' }))
  await ledger.settle(outcomes(await claimed(ledger), 'rejected', said))
  await ledger.settle(outcomes(await claimed(ledger), 'deferred', { code: 'G150' }))
  await ledger.settle(outcomes(await claimed(ledger), 'unknown'))
  const [sent] = await sendsIn(ledger, { release: 'r1', state: 'unknown' })
  const decision = { release: 'r1', who: 'ops "the\tperson"', reason: 'in the console\n두 번째 줄 \\N' }
  await ledger.reconcile({ ...decision, verdict: 'sent', keys: [sent?.key ?? ''] })
  await ledger.prepare(preparation({ a: planted(15) }, { rejected: 'retry' }))
  await ledger.prepare(preparation({ c: [person(7_001)] }, { release: '두 번째', templates: [template('c')] }))
  await place.store.cancel({ release: '두 번째', who: 'ops', reason: 'a wrong price' })
  const keys = (await sendsIn(ledger, { release: 'r1', state: 'accepted' })).map(({ key }) => key)
  await closeLedger(ledger)
  await record(place, keys.slice(0, 2))
  return keys
}

async function record({ store }: LedgerPlace, keys: readonly string[]): Promise<void> {
  const inbox = store.results()
  try {
    await inbox.record(keys.map((key) => ({ key, code: '0', doneAt: 1_000, fallback: { code: '0' } })))
  } finally {
    await inbox.close()
  }
}

/** Everything that a ledger says of what it holds. */
async function saidOf({ store }: LedgerPlace): Promise<unknown> {
  const reader = await store.read()
  try {
    await reader.verify()
    const releases = await reader.releases()
    return {
      lineage: reader.lineage,
      releases,
      each: await Promise.all(releases.map(({ release }) => told(reader, release))),
    }
  } finally {
    await reader.close()
  }
}

async function told(reader: LedgerReader, release: string): Promise<unknown> {
  return {
    sends: await sendsIn(reader, { release }),
    failures: await reader.failures(release),
    deliveries: await reader.deliveries(release),
    decisions: await reader.decisions(release),
    templates: await reader.templates(release),
    plans: await reader.plansOf(release),
  }
}

const movedTo = ({ store }: LedgerPlace): object => ({
  code: 'moved-away',
  message: expect.stringContaining(`moved to ${store.place}.`) as string,
})

/** Whether a deploy would use the ledger at a place; otherwise why it would not. */
async function usable({ store }: LedgerPlace): Promise<string> {
  let closing: (() => Promise<void>) | undefined
  try {
    const problem = await problemIn(async () => {
      const ledger = await store.open({ ifMissing: 'refuse' })
      closing = ledger.close
    })
    return problem.code
  } catch (error) {
    if (closing === undefined) throw error
    await closing()
    return 'usable'
  }
}

class Crash extends Error {}

/** Lets so many statements through, of both ledgers together, and then none, as a process that is killed. */
class Crashing {
  #left: number

  constructor(statements: number) {
    this.#left = statements
  }

  of(store: LedgerStore): LedgerStore {
    const withDriver = <T extends { readonly driver: Driver }>(each: T): T => ({
      ...each,
      driver: this.#driver(each.driver),
    })
    return {
      ...store,
      leave: async () => withDriver(await store.leave()),
      receive: async () => withDriver(await store.receive()),
    }
  }

  #driver(driver: Driver): Driver {
    const counted = (run: Run): Run => {
      return async (...statement) => {
        this.#step()
        return run(...statement)
      }
    }
    return {
      ...driver,
      run: counted(driver.run),
      transaction: (work) =>
        driver.transaction(async (run) => {
          const done = await work(counted(run))
          this.#step()
          return done
        }),
    }
  }

  #step(): void {
    if (this.#left-- === 0) throw new Crash()
  }
}

/** Tests of a ledger that is moved from one store to another. */
export function movingContract(from: StoreUnderTest, to: StoreUnderTest): void {
  describe(`to ${to.name}`, () => {
    it('is there with everything, and is used there alone', async () => {
      const [old, place] = [await from.fresh(), await to.fresh()]
      const [, , third = ''] = await fillLedger(old)
      const before = await saidOf(old)
      const steps: [number, number][] = []
      const moved = await moveLedger(old.store, place.store, (_, sends, total) => steps.push([sends, total]))
      expect(moved).toEqual({ sends: 81, place: place.store.place })
      expect(steps.at(-1)).toEqual([81, 81])
      expect(await saidOf(place)).toEqual(before)
      expect([await usable(old), await usable(place)]).toEqual(['moved-away', 'usable'])
      expect(await problemIn(() => record(old, [third]))).toMatchObject(movedTo(place))
      // Nobody is left where it was, and who is still to receive a message is where it is.
      expect(await traces(old)).toBe(0)
      const ledger = await place.open()
      expect((await claimed(ledger)).sends[0]).toMatchObject({ number: expect.stringMatching(/^0107/) as string })
    })

    it('takes no cancellation and no result that does not go with it', async () => {
      const [old, place] = [await from.fresh(), await to.fresh()]
      const ledger = await old.open()
      await ledger.prepare(preparation({ a: people(3) }))
      await ledger.settle(outcomes(await claimed(ledger, 1), 'unknown'))
      const [send] = await sendsIn(ledger, { release: 'r1', state: 'unknown' })
      await closeLedger(ledger)
      const late: Promise<unknown>[] = []
      await moveLedger(old.store, place.store, () => {
        if (late.length > 0) return
        late.push(problemIn(() => old.store.cancel({ release: 'r1', who: 'ops', reason: 'a wrong price' })))
        late.push(problemIn(() => record(old, [send?.key ?? ''])))
      })
      expect(await Promise.all(late)).toMatchObject([movedTo(place), movedTo(place)])
      expect(await (await place.open()).counts('r1')).toEqual({ ...none, pending: 2, unknown: 1 })
    })

    it('comes back to where it was', async () => {
      const [old, place] = [await from.fresh(), await to.fresh()]
      await fillLedger(old)
      await moveLedger(old.store, place.store)
      const there = await place.open()
      await there.settle(outcomes(await claimed(there), 'accepted'))
      await closeLedger(there)
      const said = await saidOf(place)
      await moveLedger(place.store, old.store)
      expect(await saidOf(old)).toEqual(said)
      expect([await usable(old), await usable(place)]).toEqual(['usable', 'moved-away'])
    })

    it('is refused while somebody sends from it, where another one is, and onto itself', async () => {
      const [old, place, other] = [await from.fresh(), await to.fresh(), await to.fresh()]
      const ledger = await old.open()
      await ledger.prepare(preparation({ a: people(3) }))
      expect((await problemIn(() => moveLedger(old.store, place.store))).code).toBe(
        from.changedBy === 'one-process' ? 'locked' : 'in-use',
      )
      await closeLedger(ledger)
      await closeLedger(await other.open())
      expect(await problemIn(() => moveLedger(old.store, other.store))).toMatchObject({ code: 'exists' })
      expect(await problemIn(() => moveLedger(old.store, old.store))).toMatchObject({ code: 'exists' })
      expect(await usable(old)).toBe('usable')
    })

    it('leaves one ledger that can be used at most, wherever it is cut short, and a repeat finishes it', async () => {
      const [old, place, third] = [await from.fresh(), await to.fresh(), await to.fresh()]
      await fillLedger(old)
      const before = await saidOf(old)
      const states = new Set<string>()
      /** Moves it with a crash after no statement, after one, and so on, until something holds. */
      const crashUntil = async (isReached: () => Promise<boolean>): Promise<void> => {
        for (let last = 0; !(await isReached()); last++) {
          const crashing = new Crashing(last)
          await expect(moveLedger(crashing.of(old.store), crashing.of(place.store))).rejects.toThrow(Crash)
          states.add([await usable(old), await usable(place)].join(', '))
        }
      }
      await crashUntil(async () => (await usable(old)) === 'moved-away')
      await crashUntil(async () => (await usable(place)) === 'usable')
      expect([...states]).toEqual(['usable, move-unfinished', 'moved-away, move-unfinished', 'moved-away, usable'])
      expect(await problemIn(() => moveLedger(old.store, third.store))).toMatchObject({ code: 'moved-away' })
      expect(await moveLedger(old.store, place.store)).toEqual({ sends: 81, place: place.store.place })
      expect(await saidOf(place)).toEqual(before)
      expect(await traces(old)).toBe(0)
    })
  })
}
