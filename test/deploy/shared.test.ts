import { describe, expect, it } from 'vitest'
import { connectionLost } from '../../src/ledger/ledger-error.ts'
import type { Batch, Ledger } from '../../src/ledger/ledger.ts'
import { sendsIn } from '../ledger/temp-ledger.ts'
import { deployStage, deployWorld, type World } from './deploy-world.ts'
import { nothingWrong, requestSizes, truthOf } from './truth.ts'
import { VirtualClock } from './virtual-clock.ts'
import { slow, watched } from './watched.ts'
import { databaseAddress, Workers } from './workers.ts'
import { type AnyFault, resultsForeignKey, skewDate } from '../support/wire.ts'

/** Workers of several machines that send one release; each ends in its own way. */
async function runTogether(world: World, count: number, changes: Parameters<World['run']>[0] = {}) {
  const workers = new Workers()
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
  it('keep the rate together', async () => {
    const target = { rate: 100, concurrency: 8 }
    const world = await deployWorld({ recipients: 300, target, stage: await deployStage(new VirtualClock(15)) })
    const times: number[] = []
    const service = watched(slow(world, 300), (_request, { length }) => {
      times.push(...Array.from({ length }, () => world.clock.elapsedMs))
    })
    const { ends } = await runTogether(world, 3, { service })
    expect(ends).toEqual([{ type: 'done' }, { type: 'done' }, { type: 'done' }])
    const inASecond = times.map((from) => times.filter((time) => time >= from && time < from + 1_000).length)
    // Each has a third of it, and a request that may be just leaving.
    expect(Math.max(...inASecond)).toBeLessThanOrEqual(130)
    // Together they use it, too.
    expect(Math.max(...times)).toBeLessThan(3_700)
    expect(await truthOf(world)).toEqual(nothingWrong)
  })

  it.each<readonly [string, AnyFault, object]>([
    ['credit', { type: 'reject', code: 'G150' }, { type: 'pause', reasons: ['credit'], foreignKeys: [] }],
    ['session', { type: 'reject', code: 'G160' }, { type: 'pause', reasons: ['session'], foreignKeys: [] }],
    ['keys of nobody', resultsForeignKey(), { type: 'pause', reasons: ['foreign-key'] }],
    ['the clock', skewDate(90), { type: 'clock' }],
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
    const workers = new Workers()
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
})

describe('a lost connection', () => {
  it('ends claims, and what is under way is recorded', async () => {
    const world = await deployWorld({ recipients: 200, target: { concurrency: 4 } })
    const lost = connectionLost(databaseAddress, 'ECONNRESET')
    const ledger = claiming(world, (claim) => {
      if (claim === 6) throw lost
    })
    expect(await world.run({ ledger, service: slow(world) })).toEqual({
      type: 'ledger',
      code: 'connection-lost',
      text: lost.text,
      unrecorded: 0,
    })
    // The claim whose answer was lost is the database's to settle.
    expect(await world.counts()).toMatchObject({ accepted: 41, inflight: 10, pending: 149 })
    expect(requestSizes(world)).toEqual([1, 10, 10, 10, 10])
    await world.reopen()
  })
})

describe('a claim', () => {
  const requestTimeoutMs = 10_000
  // How long the claim waited for its transaction is real time, which a busy machine has more of.
  const tooLongMs = 60 * requestTimeoutMs

  it.each<readonly [string, (clock: VirtualClock) => void]>([
    ['stood still', (clock) => clock.standStill(tooLongMs)],
    ['slept, which only the time of day shows', (clock) => clock.set(clock.now() + tooLongMs)],
  ])('is not sent when the machine %s for longer than it is valid', async (_name, sleep) => {
    const world = await deployWorld({ recipients: 31, target: { requestTimeoutMs }, service: { requestTimeoutMs } })
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
    const world = await deployWorld({ recipients: 11, target: { requestTimeoutMs }, service: { requestTimeoutMs } })
    const ledger = claiming(world, (claim) => claim < 3 && world.clock.standStill(requestTimeoutMs - 1_000))
    expect(await world.run({ ledger })).toEqual({ type: 'done' })
    expect(requestSizes(world)).toEqual([1, 10])
  })
})
