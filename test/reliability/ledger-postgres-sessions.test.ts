import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Batch, Ledger } from '../../src/ledger/ledger.ts'
import { ledgerStore } from '../../src/ledger/open.ts'
import { until } from '../deadline.ts'
import type { Proxy } from '../postgres/proxy.mjs'
import { startProxy } from '../postgres/proxy.mjs'
import { tempFolder } from '../project/temp-folder.ts'
import {
  claimed,
  closedAfterTest,
  closeLedger,
  none,
  outcomes,
  people,
  preparation,
  problemIn,
  sendsIn,
} from '../ledger/temp-ledger.ts'
import { type FreshSchema, freshSchema, target } from '../ledger/postgres/postgres-ledger.ts'

/** A worker whose way to the database can fail. */
interface Worker {
  readonly ledger: Ledger
  readonly proxy: Proxy
  /** Has the server end its session. */
  readonly endSession: () => Promise<void>
  /** The same, and nothing gets through to the worker until it comes back. */
  readonly cutOff: () => Promise<void>
  readonly comeBack: () => void
}

async function worker(at: FreshSchema, name: string, stateFolder = tempFolder()): Promise<Worker> {
  const proxy = await startProxy(at.server.port)
  onTestFinished(proxy.close)
  const application = `${at.schema}-${name}`
  const url = at.server.url({ database: at.database, at: proxy.port, application_name: application })
  const store = ledgerStore({ url, schema: at.schema, target, account: 'shop', stateFolder })
  const ledger = closedAfterTest(await store.open({ ifMissing: 'create' }))
  const endSession = async (): Promise<void> => {
    expect(await at.server.terminate({ application })).toBe(1)
  }
  return {
    ledger,
    proxy,
    endSession,
    cutOff: async () => {
      proxy.hold()
      await endSession()
    },
    comeBack: () => {
      proxy.cut()
      proxy.release()
    },
  }
}

async function twoWorkers(recipients: number): Promise<{ at: FreshSchema; one: Worker; two: Worker }> {
  const at = await freshSchema()
  const one = await worker(at, 'one')
  await one.ledger.prepare(preparation({ a: people(recipients) }))
  return { at, one, two: await worker(at, 'two') }
}

function claim({ ledger }: Worker, maxSends = 10): Promise<Batch | undefined> {
  return ledger.claim({ release: 'r1', maxSends })
}

describe('a session that the server ends', () => {
  it('takes nothing back that is being settled', async () => {
    const { one, two } = await twoWorkers(4)
    const [first, second] = [await claimed(one.ledger, 2), await claimed(one.ledger, 2)]
    await one.endSession()
    await one.ledger.settle(outcomes(first, 'accepted'))
    expect(await two.ledger.counts('r1')).toEqual({ ...none, accepted: 2, inflight: 2 })
    await one.ledger.settle(outcomes(second, 'accepted'))
    expect(await claim(two)).toBeUndefined()
    expect(await two.ledger.counts('r1')).toEqual({ ...none, accepted: 4 })
    expect(one.ledger.tooLate()).toBe(0)
  })

  it('leaves what it had in flight unknown, and the worker still says what became of it', async () => {
    const { one, two } = await twoWorkers(4)
    const batch = await claimed(one.ledger, 2)
    await one.cutOff()
    await two.ledger.settle(outcomes(await claimed(two.ledger), 'accepted'))
    expect(await claim(two)).toBeUndefined()
    expect(await two.ledger.counts('r1')).toEqual({ ...none, accepted: 2, unknown: 2 })
    one.comeBack()
    await one.ledger.settle(outcomes(batch, 'rejected', { code: 'G141' }))
    expect(await two.ledger.counts('r1')).toEqual({ ...none, accepted: 2, rejected: 2 })
    expect(one.ledger.tooLate()).toBe(0)
  })

  it('gives the worker a new seat that no other one takes for a dead one', async () => {
    const { at, one, two } = await twoWorkers(6)
    await claimed(one.ledger, 2)
    await one.cutOff()
    await claimed(two.ledger, 1)
    await closeLedger((await worker(at, 'three')).ledger)
    const isSeated = one.proxy.asked('INSERT INTO worker', 'hold')
    one.comeBack()
    const claiming = claim(one, 2)
    await isSeated
    // Everybody who comes looks for dead workers.
    await closeLedger((await worker(at, 'four')).ledger)
    one.proxy.release()
    expect((await claiming)?.sends).toHaveLength(2)
    expect(await two.ledger.shared?.workers()).toBe(2)
  })

  it('loses to what a person decided meanwhile', async () => {
    const { one, two } = await twoWorkers(4)
    const batch = await claimed(one.ledger, 4)
    await one.cutOff()
    expect(await claim(two)).toBeUndefined()
    const keys = batch.sends.slice(0, 2).map(({ key }) => key)
    const decision = { verdict: 'not-sent', release: 'r1', keys, who: 'ops', reason: 'seen' } as const
    expect(await two.ledger.reconcile(decision)).toEqual({ type: 'settled', sends: 2 })
    one.comeBack()
    await one.ledger.settle(outcomes(batch, 'accepted'))
    expect(one.ledger.tooLate()).toBe(2)
    expect(await two.ledger.counts('r1')).toEqual({ ...none, accepted: 2, deferred: 2 })
  })

  it('says nothing of an attempt that is not its own', async () => {
    const { one, two } = await twoWorkers(2)
    const batch = await claimed(one.ledger, 2)
    await one.cutOff()
    expect(await claim(two)).toBeUndefined()
    await two.ledger.reconcile({ verdict: 'not-sent', release: 'r1', who: 'ops', reason: 'seen' })
    expect(await two.ledger.resume('r1')).toBe(2)
    const again = await claimed(two.ledger, 2)
    one.comeBack()
    await one.ledger.settle(outcomes(batch, 'rejected', { code: 'G141' }))
    expect(one.ledger.tooLate()).toBe(2)
    expect(await two.ledger.counts('r1')).toEqual({ ...none, inflight: 2 })
    await two.ledger.settle(outcomes(again, 'accepted'))
    expect(await two.ledger.counts('r1')).toEqual({ ...none, accepted: 2 })
  })

  it('loses to a decision also when the release is over and its numbers are dropped', async () => {
    const { one, two } = await twoWorkers(4)
    const batch = await claimed(one.ledger, 4)
    await one.cutOff()
    expect(await claim(two)).toBeUndefined()
    const decision = { verdict: 'sent', release: 'r1', who: 'ops', reason: 'seen' } as const
    expect(await two.ledger.reconcile(decision)).toEqual({ type: 'settled', sends: 4 })
    await closeLedger(two.ledger)
    one.comeBack()
    await one.ledger.settle(outcomes(batch, 'rejected'))
    expect(one.ledger.tooLate()).toBe(4)
    expect(await one.ledger.counts('r1')).toEqual({ ...none, accepted: 4 })
  })

  it.each(['claim', 'settle', 'prepare', 'resume', 'counts'] as const)('is replaced for %s', async (what) => {
    const { one } = await twoWorkers(4)
    const batch = await claimed(one.ledger, 2)
    await one.endSession()
    if (what === 'claim') expect(await claim(one)).toMatchObject({ sends: [{ attempt: 1 }, { attempt: 1 }] })
    else if (what === 'settle') await one.ledger.settle(outcomes(batch, 'accepted'))
    else if (what === 'prepare') await one.ledger.prepare(preparation({ a: people(5) }))
    else if (what === 'resume') expect(await one.ledger.resume('r1')).toBe(0)
    else expect((await one.ledger.counts('r1')).inflight).toBe(2)
    if (what !== 'settle') await one.ledger.settle(outcomes(batch, 'accepted'))
    expect((await one.ledger.counts('r1')).accepted).toBe(2)
  })
})

describe('a worker with another session', () => {
  it('is still stopped by a pause', async () => {
    const { one, two } = await twoWorkers(4)
    await two.ledger.settle(outcomes(await claimed(two.ledger, 1), 'accepted'))
    await one.ledger.shared?.pause('credit')
    await two.endSession()
    expect(await problemIn(() => claim(two))).toMatchObject({ code: 'paused', note: 'credit' })
  })
})

describe('a claim that is rolled back', () => {
  it('leaves its sends to others, also to one that has passed them', async () => {
    const { at, one } = await twoWorkers(10)
    await one.ledger.settle(outcomes(await claimed(one.ledger, 1), 'accepted'))
    const other = new pg.Client(at.url)
    other.on('error', () => {})
    await other.connect()
    await other.query('BEGIN')
    await other.query(
      `SELECT id FROM "${at.schema}_${target}".send WHERE state = 'pending' ORDER BY id LIMIT 3 FOR UPDATE`,
    )
    const batch = await claimed(one.ledger)
    expect(batch.sends).toHaveLength(6)
    await one.ledger.settle(outcomes(batch, 'accepted'))
    await other.end()
    const rest = await claimed(one.ledger)
    expect(rest.sends).toHaveLength(3)
  })
})

describe('a network that fails', () => {
  it('leaves claims with a worker that is only cut off', async () => {
    const { at, one, two } = await twoWorkers(4)
    const batch = await claimed(one.ledger, 2)
    one.proxy.hold()
    const settling = one.ledger.settle(outcomes(batch, 'accepted'))
    const three = await worker(at, 'three')
    expect(three.ledger.recovered).toBe(0)
    await two.ledger.settle(outcomes(await claimed(two.ledger), 'accepted'))
    expect(await two.ledger.counts('r1')).toEqual({ ...none, accepted: 2, inflight: 2 })
    one.proxy.release()
    await settling
    expect(await two.ledger.counts('r1')).toEqual({ ...none, accepted: 4 })
  })

  it('makes a claim pending again whose answer was lost, as nobody sent it', async () => {
    const { one, two } = await twoWorkers(8)
    await one.ledger.settle(outcomes(await claimed(one.ledger, 2), 'accepted'))
    const committing = one.proxy.asked('COMMIT', 'hold')
    const claiming = claimed(one.ledger, 4)
    await committing
    await until(
      () => 'the claim to be made',
      async () => (await two.ledger.counts('r1')).inflight === 4,
    )
    one.proxy.cut()
    one.proxy.release()
    const batch = await claiming
    expect(batch.sends.map(({ attempt }) => attempt)).toEqual([2, 2, 2, 2])
    await one.ledger.settle(outcomes(batch, 'accepted'))
    await two.ledger.settle(outcomes(await claimed(two.ledger), 'accepted'))
    expect(await two.ledger.counts('r1')).toEqual({ ...none, accepted: 8 })
  })

  it('forgets whom a list excluded meanwhile of a claim whose answer was lost', async () => {
    const { at, one, two } = await twoWorkers(4)
    await one.ledger.settle(outcomes(await claimed(one.ledger, 1), 'accepted'))
    const committing = one.proxy.asked('COMMIT', 'hold')
    const claiming = claimed(one.ledger, 2)
    await committing
    await until(
      () => 'the claim to be made',
      async () => (await two.ledger.counts('r1')).inflight === 2,
    )
    const [, excluded] = people(2).map(({ number }) => number)
    for await (const waiting of two.ledger.waiting('r1')) {
      const held = waiting.filter(({ number }) => number === excluded)
      await two.ledger.hold(
        'r1',
        held.map(({ row }) => ({ row, list: 'out.csv' })),
      )
    }
    one.proxy.cut()
    one.proxy.release()
    const batch = await claiming
    expect(batch.sends.map(({ number }) => number)).not.toContain(excluded)
    expect(await two.ledger.releases()).toMatchObject([{ excluded: 1, exclusions: { 'out.csv': 1 } }])
    const personal = await at.server.query(
      `SELECT data FROM "${at.schema}_${target}".personal WHERE data LIKE '%${excluded}%'`,
      {
        database: at.database,
      },
    )
    expect(personal).toEqual([])
  })

  it('records an outcome once whose answer was lost', async () => {
    const { one, two } = await twoWorkers(4)
    const batch = await claimed(one.ledger, 4)
    const committing = one.proxy.asked('COMMIT', 'hold')
    const settling = one.ledger.settle(outcomes(batch, 'accepted'))
    await committing
    await until(
      () => 'the outcome to be recorded',
      async () => (await two.ledger.counts('r1')).accepted === 4,
    )
    one.proxy.cut()
    one.proxy.release()
    await settling
    expect(one.ledger.tooLate()).toBe(0)
    expect(await two.ledger.counts('r1')).toEqual({ ...none, accepted: 4 })
  })

  it('keeps several outcomes at the same time', async () => {
    const { one, two } = await twoWorkers(40)
    const batches = [await claimed(one.ledger), await claimed(one.ledger), await claimed(one.ledger)]
    one.proxy.cut()
    const claiming = claim(one)
    await Promise.all(batches.map((batch) => one.ledger.settle(outcomes(batch, 'accepted'))))
    const last = await claiming
    if (last) await one.ledger.settle(outcomes(last, 'accepted'))
    expect(await claim(two)).toBeUndefined()
    expect(await two.ledger.counts('r1')).toEqual({ ...none, accepted: 40 })
    expect((await sendsIn(two.ledger, { release: 'r1' })).map(({ attempt }) => attempt).every((n) => n === 1)).toBe(
      true,
    )
  })
})

describe('a server that restarts', () => {
  it.each(['fast', 'immediate'] as const)('%s keeps every claim and takes every outcome', async (mode) => {
    const { at, one, two } = await twoWorkers(30)
    const batches = [await claimed(one.ledger), await claimed(two.ledger)] as const
    await at.server.stop(mode)
    const settling = Promise.all([
      one.ledger.settle(outcomes(batches[0], 'accepted')),
      two.ledger.settle(outcomes(batches[1], 'accepted')),
    ])
    await at.server.start()
    await settling
    const last = await claimed(two.ledger)
    expect(last.sends).toHaveLength(10)
    await two.ledger.settle(outcomes(last, 'accepted'))
    expect(await claim(one)).toBeUndefined()
    expect(await one.ledger.counts('r1')).toEqual({ ...none, accepted: 30 })
  })
})
