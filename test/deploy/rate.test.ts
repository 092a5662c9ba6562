import { describe, expect, it } from 'vitest'
import type { Service } from '../../src/service/service.ts'
import { deployStage, deployWorld, type World, type WorldOptions } from './deploy-world.ts'
import { nothingWrong, truthOf } from './truth.ts'
import { VirtualClock } from './virtual-clock.ts'
import { slow, watched } from './watched.ts'

/** When each message was sent that arrived, in milliseconds of the clock. */
interface Timed extends World {
  readonly times: readonly number[]
}

/** How late sleepers wake up: at once, and as on a busy machine. */
const lateness = [0, 15] as const

/** A world whose sends take 300 ms of its own clock; `unreachable` of them bring no connection about instead. */
async function timedWorld(
  options: WorldOptions,
  lateMs: number,
  unreachable: (request: number, world: World) => number | undefined = () => undefined,
): Promise<Timed> {
  const world = await deployWorld({ ...options, stage: await deployStage(new VirtualClock(lateMs)) })
  const times: number[] = []
  const answering = watched(slow(world, 300), (_request, { length }) => {
    times.push(...Array.from({ length }, () => world.clock.elapsedMs))
  })
  let requests = 0
  const service: Service = {
    ...answering,
    sendMessages: async (kind, messages, onWrite) => {
      const ms = unreachable(requests++, world)
      if (ms === undefined) return answering.sendMessages(kind, messages, onWrite)
      await world.clock.sleep(ms)
      return { type: 'not-written', reason: 'refused', errorCode: 'ECONNREFUSED' }
    },
  }
  return { ...world, times, run: (changes) => world.run({ service, ...changes }) }
}

/** The most messages that were sent within any second. */
function mostInASecond({ times }: Timed): number {
  return Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + 1_000).length))
}

/** A second may hold the rate, and one request that is just leaving. */
const mostAllowed = (rate: number): number => rate + 10

/** An outage that the second request begins. */
function outage(lastsMs: number, failsAfterMs: (request: number) => number): Parameters<typeof timedWorld>[2] {
  let untilMs = Number.POSITIVE_INFINITY
  return (request, { clock }) => {
    if (request === 1) untilMs = clock.elapsedMs + lastsMs
    return request === 0 || clock.elapsedMs > untilMs ? undefined : failsAfterMs(request)
  }
}

describe.each(lateness)('the rate, where sleepers wake up %i ms late,', (lateMs) => {
  it('is held with eight in flight, and used', async () => {
    const world = await timedWorld({ recipients: 200, target: { rate: 100, concurrency: 8 } }, lateMs)
    expect(await world.run()).toEqual({ type: 'done' })
    expect(mostInASecond(world)).toBeLessThanOrEqual(mostAllowed(100))
    // The last request of ten leaves when the time of the others is over.
    const lastMs = Math.max(...world.times)
    expect(lastMs).toBeGreaterThan(1_850)
    expect(lastMs).toBeLessThan(2_300)
  })

  it('goes on when the clock is set back', async () => {
    const world = await timedWorld({ recipients: 41, target: { rate: 100, concurrency: 2 } }, lateMs)
    let requests = 0
    const onEvent = (): void => {
      if (++requests === 2) world.clock.set(world.clock.now() - 60_000)
    }
    expect(await world.run({ onEvent })).toEqual({ type: 'done' })
    expect(mostInASecond(world)).toBeLessThanOrEqual(mostAllowed(100))
    expect(world.clock.elapsedMs).toBeLessThan(2_000)
  })
})

describe('tries', () => {
  it('of requests that fail one after the other in one outage are one', async () => {
    // Each of the eight takes its own time to see that nobody is there.
    const ownTime = (request: number): number => (request <= 8 ? request * 60 : 300)
    const world = await timedWorld({ recipients: 91, target: { concurrency: 8 } }, 0, outage(400, ownTime))
    expect(await world.run({ retryDelaysMs: [50, 50] })).toEqual({ type: 'done' })
    expect(await truthOf(world)).toEqual(nothingWrong)
  })

  it('wait as long as it was said', async () => {
    const world = await timedWorld({ recipients: 1 }, 0, (request) => (request < 2 ? 0 : undefined))
    expect(await world.run({ retryDelaysMs: [150, 200] })).toEqual({ type: 'done' })
    expect(world.times).toEqual([350])
  })

  it('are as many as there are waits, and what was accepted gives them back', async () => {
    const world = await timedWorld({ recipients: 31 }, 0, (request) => ([2, 5].includes(request) ? undefined : 0))
    const end = await world.run({ retryDelaysMs: [10, 10] })
    expect(end).toEqual({ type: 'not-reachable', reason: 'refused', errorCode: 'ECONNREFUSED' })
    expect(world.events.filter(({ type }) => type === 'retrying')).toHaveLength(6)
    expect(await world.counts()).toMatchObject({ accepted: 11, pending: 20, unknown: 0 })
  })
})
