import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { RunClock } from '../../src/deploy/events.ts'
import type { Service } from '../../src/service/service.ts'
import { deployWorld, type World } from './deploy-world.ts'
import { nothingWrong, truthOf } from './truth.ts'

/** The most messages that arrived within any second. */
function mostInASecond({ emulator }: World): number {
  const times = emulator.messages({ limit: 10_000 }).map(({ receivedAt }) => receivedAt)
  return Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + 1_000).length))
}

/** A second may hold the rate, one request that is just leaving, and what a busy machine delays. */
const mostAllowed = (rate: number): number => rate * 1.2 + 10

/** A service to which no connection comes about for some of the requests, counted from 0, after so many milliseconds. */
function unreachable(service: Service, failsAfterMs: (request: number) => number | undefined): Service {
  let requests = 0
  return {
    ...service,
    sendMessages: async (kind, messages) => {
      const ms = failsAfterMs(requests++)
      if (ms === undefined) return service.sendMessages(kind, messages)
      await wait(ms)
      return { type: 'not-written', reason: 'refused', errorCode: 'ECONNREFUSED' }
    },
  }
}

/** An outage that the second request begins. */
function outage(lastsMs: number, failsAfterMs: (request: number) => number): (request: number) => number | undefined {
  let untilMs = Number.POSITIVE_INFINITY
  return (request) => {
    if (request === 1) untilMs = performance.now() + lastsMs
    return request === 0 || performance.now() > untilMs ? undefined : failsAfterMs(request)
  }
}

describe('the rate', () => {
  it('is held with eight in flight, and used', async () => {
    const world = await deployWorld({ recipients: 200, target: { rate: 100, concurrency: 8 } })
    const start = performance.now()
    expect(await world.run()).toEqual({ type: 'done' })
    const ms = performance.now() - start
    expect(mostInASecond(world)).toBeLessThanOrEqual(mostAllowed(100))
    // The last request of ten leaves when the time of the others is over.
    expect(ms).toBeGreaterThan(1_850)
    expect(ms).toBeLessThan(8_000)
  })

  it('is held when requests that were not written all come back at once', async () => {
    const world = await deployWorld({ recipients: 221, target: { rate: 100, concurrency: 8 } })
    const service = unreachable(
      world.service,
      outage(450, () => 500),
    )
    expect(await world.run({ service, retryDelaysMs: [600, 600, 600] })).toEqual({ type: 'done' })
    expect(mostInASecond(world)).toBeLessThanOrEqual(mostAllowed(100))
    expect(truthOf(world)).toEqual(nothingWrong)
  })

  it('is held after the machine stood still', async () => {
    const world = await deployWorld({ recipients: 221, target: { rate: 100, concurrency: 8 } })
    const done = world.run()
    await wait(300)
    const until = performance.now() + 700
    while (performance.now() < until);
    expect(await done).toEqual({ type: 'done' })
    expect(mostInASecond(world)).toBeLessThanOrEqual(mostAllowed(100))
  })

  it('goes on when the clock is set back', async () => {
    const world = await deployWorld({ recipients: 41, target: { rate: 100, concurrency: 2 } })
    const start = performance.now()
    const sleep: RunClock['sleep'] = (ms, stop) => wait(ms, undefined, { signal: stop })
    const done = world.run({ clock: { now: world.clock.now, sleep } })
    await wait(150)
    world.clock.set(Date.now() - 60_000)
    expect(await done).toEqual({ type: 'done' })
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})

describe('tries', () => {
  it('of requests that fail one after the other in one outage are one', async () => {
    const world = await deployWorld({ recipients: 91, target: { concurrency: 8 } })
    // Each of the eight takes its own time to see that nobody is there.
    const ownTime = (request: number): number => (request <= 8 ? request * 60 : 300)
    const service = unreachable(world.service, outage(400, ownTime))
    expect(await world.run({ service, retryDelaysMs: [50, 50] })).toEqual({ type: 'done' })
    expect(truthOf(world)).toEqual(nothingWrong)
  })

  it('wait as long as it was said', async () => {
    const world = await deployWorld({ recipients: 1 })
    const service = unreachable(world.service, (request) => (request < 2 ? 0 : undefined))
    const start = performance.now()
    expect(await world.run({ service, retryDelaysMs: [150, 200] })).toEqual({ type: 'done' })
    expect(performance.now() - start).toBeGreaterThan(345)
  })

  it('are as many as there are waits, and what was accepted gives them back', async () => {
    const world = await deployWorld({ recipients: 31 })
    const service = unreachable(world.service, (request) => ([2, 5].includes(request) ? undefined : 0))
    const end = await world.run({ service, retryDelaysMs: [10, 10] })
    expect(end).toEqual({ type: 'not-reachable', reason: 'refused', errorCode: 'ECONNREFUSED' })
    expect(world.events.filter(({ type }) => type === 'retrying')).toHaveLength(6)
    expect(world.counts()).toMatchObject({ accepted: 11, pending: 20, unknown: 0 })
  })
})
