import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ledgerEnd } from '../../src/deploy/pausing.ts'
import type { FaultRule } from '../../src/emulator/faults.ts'
import { LedgerError } from '../../src/ledger/ledger-error.ts'
import type { Batch, ClaimRequest, Ledger } from '../../src/ledger/ledger.ts'
import { sendsIn } from '../ledger/temp-ledger.ts'
import { deployStage, deployWorld, type World } from './deploy-world.ts'
import { nothingWrong, requestSizes, truthOf } from './truth.ts'
import { VirtualClock } from './virtual-clock.ts'
import { slow, watched } from './watched.ts'
import { databaseAddress, pausedBy, Workers } from './workers.ts'

/** Workers of several machines that send one release; each ends in its own way. */
async function runTogether(world: World, count: number, changes: Parameters<World['run']>[0] = {}) {
  const workers = new Workers(world.clock)
  const ledgers = Array.from({ length: count }, () => workers.join(world.ledger()))
  const ends = await Promise.all(ledgers.map((ledger) => world.run({ ledger, ...changes })))
  return { workers, ends }
}

/** A ledger of one worker, in whose claims something happens. */
function claiming(world: World, onClaim: (claim: number, batch: Batch | undefined) => void): Ledger {
  const ledger = world.ledger()
  let claims = 0
  return {
    ...ledger,
    claim: async (wanted) => {
      const batch = await ledger.claim(wanted)
      onClaim(++claims, batch)
      return batch
    },
  }
}

describe('workers of one ledger', () => {
  it.each([1, 3])('keep the rate together: %i of them', async (count) => {
    const target = { rate: 100, concurrency: 8 }
    const world = await deployWorld({ recipients: 300, target, stage: await deployStage(new VirtualClock(15)) })
    const times: number[] = []
    const service = watched(slow(world, 300), (_request, { length }) => {
      times.push(...Array.from({ length }, () => world.clock.elapsedMs))
    })
    const { workers, ends } = await runTogether(world, count, { service })
    expect(ends).toEqual(Array.from({ length: count }, () => ({ type: 'done' })))
    const inASecond = times.map((from) => times.filter((time) => time >= from && time < from + 1_000).length)
    expect(Math.max(...inASecond)).toBeLessThanOrEqual(120)
    // Together they use it, too.
    expect(Math.max(...times)).toBeLessThan(3_700)
    expect(workers.reserved.slice(0, count)).toEqual(Array.from({ length: count }, () => [1, 100]))
    expect(new Set(workers.reserved.slice(count).map(([messages]) => messages))).toEqual(new Set([10]))
    expect(await truthOf(world)).toEqual(nothingWrong)
  })

  it('claim once the outcomes before are recorded', async () => {
    const world = await deployWorld()
    const ledger = new Workers(world.clock).join(world.ledger())
    const steps: string[] = []
    const end = await world.run({
      ledger: {
        ...ledger,
        claim: (wanted) => {
          steps.push('claim')
          return ledger.claim(wanted)
        },
        settle: async (settlements) => {
          // A claim that did not wait would be made now.
          await setImmediate()
          await ledger.settle(settlements)
          steps.push('settled')
        },
      },
    })
    expect(end).toEqual({ type: 'done' })
    expect(steps).toEqual(['claim', 'settled', 'claim', 'settled', 'claim', 'settled', 'claim', 'settled', 'claim'])
  })

  it('lose no more than a request of the rate with one that dies', async () => {
    const target = { rate: 100, concurrency: 8 }
    const world = await deployWorld({ recipients: 600, target, stage: await deployStage(new VirtualClock(5)) })
    const times: number[] = []
    const dying = new AbortController()
    const service = watched(slow(world, 20), (_request, { length }) => {
      times.push(...Array.from({ length }, () => world.clock.elapsedMs))
      if (times.length > 200) dying.abort()
    })
    const workers = new Workers(world.clock)
    const lives = (stop: AbortSignal) => world.run({ ledger: workers.join(world.ledger()), service, stop })
    const never = new AbortController().signal
    const ends = await Promise.all([lives(dying.signal), lives(never), lives(never)])
    expect(ends).toEqual([{ type: 'interrupted' }, { type: 'done' }, { type: 'done' }])
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    // Ten messages take 100 ms: a slot of the one that died passes, and none after it.
    expect(Math.max(...gaps)).toBeLessThan(220)
    expect(await truthOf(world)).toEqual(nothingWrong)
  })

  it('send at once no more than a request of each when their database stood still', async () => {
    const target = { rate: 100, concurrency: 8 }
    const world = await deployWorld({ recipients: 400, target, stage: await deployStage(new VirtualClock(5)) })
    const times: number[] = []
    const service = watched(slow(world, 20), (_request, { length }) => {
      times.push(...Array.from({ length }, () => world.clock.elapsedMs))
    })
    const workers = new Workers(world.clock)
    let isOver = false
    const ledgers = [1, 2].map(() => {
      const ledger = workers.join(world.ledger())
      return {
        ...ledger,
        claim: async (wanted: ClaimRequest) => {
          if (!isOver && world.clock.elapsedMs > 1_000) {
            isOver = true
            world.clock.standStill(400)
          }
          return ledger.claim(wanted)
        },
      }
    })
    await Promise.all(ledgers.map((ledger) => world.run({ ledger, service })))
    const within = times.map((from) => times.filter((time) => time >= from && time < from + 90).length)
    expect(Math.max(...within)).toBeLessThanOrEqual(30)
    expect(await truthOf(world)).toEqual(nothingWrong)
  })

  it.each<readonly [string, FaultRule['fault'], object]>([
    ['credit', { type: 'reject', code: 'G150' }, { type: 'pause', reasons: ['credit'], foreignKeys: [] }],
    ['session', { type: 'reject', code: 'G160' }, { type: 'pause', reasons: ['session'], foreignKeys: [] }],
    ['keys of nobody', { type: 'results-foreign-key' }, { type: 'pause', reasons: ['foreign-key'] }],
    ['the clock', { type: 'skew-date', seconds: 90 }, { type: 'clock' }],
    ['429', { type: 'status', status: 429 }, { type: 'pause', reasons: ['too-many-requests'] }],
  ])('all end as the first does that is paused: %s', async (_name, fault, end) => {
    const world = await deployWorld({ recipients: 400, faults: [{ on: 'send', at: 5, fault }] })
    const { workers, ends } = await runTogether(world, 3, { service: slow(world) })
    expect(ends).toMatchObject([end, end, end])
    expect(new Set(ends.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(workers.notes).toEqual([JSON.stringify(ends[0])])
    expect(requestSizes(world).length).toBeLessThan(12)
    expect(await world.counts()).toMatchObject({ inflight: 0 })
    expect(await truthOf(world)).toEqual(nothingWrong)
  })

  it('are not stopped by what one of them alone came to', async () => {
    const world = await deployWorld({ recipients: 200 })
    const workers = new Workers(world.clock)
    const refused = async () => ({ type: 'not-written', reason: 'refused' }) as const
    const ends = await Promise.all([
      world.run({ ledger: workers.join(world.ledger()), service: { ...world.service, sendMessages: refused } }),
      world.run({ ledger: workers.join(world.ledger()), service: slow(world) }),
    ])
    expect(ends).toEqual([{ type: 'not-reachable', reason: 'refused' }, { type: 'done' }])
    expect(workers.notes).toEqual([])
    expect(await world.counts()).toMatchObject({ accepted: 200 })
    expect(await truthOf(world)).toEqual(nothingWrong)
  })

  it('do not make up for slots that went by while the machine stood still', async () => {
    const world = await deployWorld({ recipients: 101, target: { rate: 10 } })
    const workers = new Workers(world.clock)
    const ledger = workers.join(world.ledger())
    let waits = 0
    const sleep: typeof world.clock.sleep = async (ms, stop) => {
      await world.clock.sleep(ms, stop)
      if (++waits === 3) world.clock.standStill(60_000)
    }
    const clock = { now: world.clock.now, monotonic: world.clock.monotonic, sleep }
    const times: number[] = []
    const service = watched(world.service, () => times.push(world.clock.elapsedMs))
    expect(await world.run({ ledger, clock, service })).toEqual({ type: 'done' })
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(gaps.filter((gap) => gap > 50_000)).toHaveLength(1)
    // The first request carries one message, whose time is a tenth of that of ten.
    expect(Math.min(...gaps.slice(1))).toBeGreaterThanOrEqual(999)
  })

  it('end with what the ledger says where it cannot be told why another one stopped them', () => {
    const note = (data: unknown): unknown => ledgerEnd(pausedBy(JSON.stringify(data)).problem)
    expect(note({ type: 'clock', aheadMs: -45_000 })).toEqual({ type: 'clock', aheadMs: -45_000 })
    expect(note({ type: 'pause', reasons: ['foreign-key'], foreignKeys: ['k', 7] })).toEqual({
      type: 'pause',
      reasons: ['foreign-key'],
      foreignKeys: ['k'],
    })
    const unknown = [
      null,
      'pause',
      7,
      [],
      {},
      { type: 'done' },
      { type: 'clock', aheadMs: 'late' },
      { type: 'clock' },
      { type: 'pause' },
      { type: 'pause', reasons: [] },
      { type: 'pause', reasons: ['weather'], foreignKeys: [] },
      { type: 'pause', reasons: ['toString'], foreignKeys: [] },
      { type: 'pause', reasons: [['credit']], foreignKeys: [] },
    ]
    for (const data of unknown) {
      expect(note(data), JSON.stringify(data)).toMatchObject({ type: 'ledger', problem: { type: 'paused' } })
    }
    expect(ledgerEnd(pausedBy('{').problem)).toMatchObject({ type: 'ledger', problem: { type: 'paused' } })
  })
})

describe('a lost connection', () => {
  it('ends claims, and what is under way is recorded', async () => {
    const world = await deployWorld({ recipients: 200, target: { concurrency: 4 } })
    const problem = { type: 'connection-lost', path: databaseAddress, code: 'ECONNRESET' } as const
    const ledger = claiming(world, (claim) => {
      if (claim === 6) throw new LedgerError(problem)
    })
    expect(await world.run({ ledger, service: slow(world) })).toEqual({ type: 'ledger', problem, unrecorded: 0 })
    // The claim whose answer was lost is the database's to settle.
    expect(await world.counts()).toMatchObject({ accepted: 41, inflight: 10, pending: 149 })
    expect(requestSizes(world)).toEqual([1, 10, 10, 10, 10])
    await world.reopen()
  })
})

describe('a claim', () => {
  const requestTimeoutMs = 10_000

  it.each<readonly [string, (clock: VirtualClock) => void]>([
    ['stood still', (clock) => clock.standStill(requestTimeoutMs + 1)],
    ['slept, which only the time of day shows', (clock) => clock.set(clock.now() + requestTimeoutMs + 1)],
  ])('is not sent when the machine %s for longer than it is valid', async (_name, sleep) => {
    const world = await deployWorld({ recipients: 31, target: { requestTimeoutMs } })
    const late: string[] = []
    const ledger = claiming(world, (claim, batch) => {
      if (claim !== 3) return
      sleep(world.clock)
      late.push(...(batch?.sends.map(({ key }) => key) ?? []))
    })
    expect(await world.run({ ledger })).toEqual({ type: 'done' })
    // They went back, and left with another claim.
    const again = (await sendsIn(world.ledger(), { release: world.release })).filter(({ attempt }) => attempt === 2)
    expect(late).toHaveLength(10)
    expect(again.map(({ key }) => key).toSorted()).toEqual(late.toSorted())
    expect(requestSizes(world)).toEqual([1, 10, 10, 10])
    expect(await world.counts()).toMatchObject({ accepted: 31 })
    expect(await truthOf(world)).toEqual(nothingWrong)
  })

  it('is sent as long as it is valid', async () => {
    const world = await deployWorld({ recipients: 11, target: { requestTimeoutMs } })
    const ledger = claiming(world, (claim) => claim < 3 && world.clock.standStill(requestTimeoutMs))
    expect(await world.run({ ledger })).toEqual({ type: 'done' })
    expect(requestSizes(world)).toEqual([1, 10])
  })

  it('that always comes too late ends the deploy, and nothing was sent', async () => {
    const world = await deployWorld({ recipients: 31, target: { requestTimeoutMs, concurrency: 4 } })
    const ledger = claiming(world, () => world.clock.standStill(requestTimeoutMs + 1))
    expect(await world.run({ ledger })).toEqual({ type: 'claims-expired', afterMs: requestTimeoutMs })
    expect(requestSizes(world)).toEqual([])
    expect(await world.counts()).toMatchObject({ pending: 31, inflight: 0 })
  })
})
