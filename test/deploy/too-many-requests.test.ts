import { describe, expect, it } from 'vitest'
import type { FaultRule } from '../../src/emulator/faults.ts'
import { deployStage, deployWorld, type World, type WorldOptions } from './deploy-world.ts'
import { nothingWrong, requestSizes, truthOf } from './truth.ts'
import { VirtualClock } from './virtual-clock.ts'
import { watched } from './watched.ts'
import { type AnyFault, type AnyRule, cutOff } from '../support/wire.ts'

const refused = (fault: Partial<Extract<FaultRule['fault'], { type: 'status' }>> = {}): FaultRule['fault'] => ({
  type: 'status',
  status: 429,
  ...fault,
})

/** A world whose operator states that nothing of a request with 429 was taken. */
async function world(options: WorldOptions): Promise<World> {
  const target = { tooManyRequests: 'not-taken', ...options.target } as const
  return deployWorld({ ...options, target, stage: await deployStage(new VirtualClock(0)) })
}

/** Runs a deploy; returns how it ended and when each request left, in milliseconds. */
async function timed(running: World): Promise<{ readonly end: string; readonly times: readonly number[] }> {
  const times: number[] = []
  const service = watched(running.service, async () => times.push(running.clock.elapsedMs))
  const { type } = await running.run({ service })
  return { end: type, times }
}

describe('429 to a whole request, where the operator states that it was not taken', () => {
  it('sends what comes back when nothing else is left', async () => {
    const faults: FaultRule[] = [{ on: 'send', at: 2, fault: refused() }]
    const running = await world({ recipients: 11, target: { concurrency: 4 }, faults })
    expect(await running.run()).toEqual({ type: 'done' })
    expect(await running.counts()).toMatchObject({ accepted: 11, pending: 0 })
  })

  it('sends everything all the same, each message once', async () => {
    const faults: FaultRule[] = [{ on: 'send', at: [1, 3, 4, 6], fault: refused() }]
    const running = await world({ recipients: 81, target: { concurrency: 4 }, faults })
    expect(await running.run()).toEqual({ type: 'done' })
    expect(await running.counts()).toMatchObject({ accepted: 81, unknown: 0, pending: 0 })
    expect(await truthOf(running)).toEqual(nothingWrong)
    expect(running.events.filter(({ type }) => type === 'slowed').length).toBeGreaterThan(0)
  })

  it('carries one message until one was taken; of what is refused the emulator reads nothing', async () => {
    const running = await world({ recipients: 12, faults: [{ on: 'send', at: [1, 2], fault: refused() }] })
    expect(await running.run()).toEqual({ type: 'done' })
    expect(requestSizes(running)).toEqual([0, 0, 1, 10, 1])
  })

  it.each([
    ['seconds', refused({ retryAfterSeconds: 90 }), 90_000],
    ['nothing', refused(), 1_000],
    ['more than an hour', refused({ retryAfterSeconds: 900_000 }), 3_600_000],
  ] as const)('waits as Retry-After says: %s', async (_, fault, waitMs) => {
    const running = await world({ recipients: 5, faults: [{ on: 'send', at: 2, fault }] })
    const { end, times } = await timed(running)
    expect(end).toBe('done')
    const [, second = 0, third = 0] = times
    expect(times).toHaveLength(3)
    // The clock of the deploy is not that of the emulator.
    expect(Math.abs(third - second - waitMs)).toBeLessThan(waitMs === 1_000 ? 500 : 2_500)
  })

  it('pauses the deploy after ten in a row: nobody knows when it would end', async () => {
    const running = await world({ recipients: 5, faults: [{ on: 'send', fault: refused() }] })
    expect(await running.run()).toMatchObject({ type: 'pause', reasons: ['too-many-requests'] })
    expect(requestSizes(running)).toHaveLength(10)
    expect(await running.counts()).toMatchObject({ pending: 5, unknown: 0 })
  })

  it('waits for the time of what left at the rate that is left, however soon the service wants it again', async () => {
    const faults: FaultRule[] = [{ on: 'send', at: [2, 3], fault: refused({ retryAfterSeconds: 0 }) }]
    const running = await world({ recipients: 11, target: { rate: 5 }, faults })
    const { end, times } = await timed(running)
    expect(end).toBe('done')
    const [, second = 0, third = 0, fourth = 0] = times
    expect(third - second).toBeGreaterThanOrEqual(3_990)
    expect(fourth - third).toBeGreaterThanOrEqual(7_900)
  })

  it.each<[string, readonly AnyFault[]]>([
    ['an answer that is cut off', [refused(), cutOff(3)]],
    ['no answer', [{ type: 'drop' }]],
  ])('leaves open what became of it after %s', async (_, all) => {
    const faults = all.map((fault): AnyRule => ({ on: 'send', at: 2, fault }))
    const running = await world({ recipients: 12, faults })
    expect(await running.run()).toEqual({ type: 'done' })
    expect(await running.counts()).toMatchObject({ accepted: 2, unknown: 10 })
  })

  it('counts them for no limit', async () => {
    const faults: FaultRule[] = [{ on: 'send', at: [1, 2, 4], fault: refused() }]
    const running = await world({ recipients: 40, faults })
    expect(await running.run({ maxMessages: 21 })).toEqual({ type: 'limit' })
    expect(await running.counts()).toMatchObject({ accepted: 21, pending: 19 })
  })

  it('stays unknown where nobody states it', async () => {
    const running = await world({
      recipients: 12,
      target: { tooManyRequests: 'unknown' },
      faults: [{ on: 'send', at: 2, fault: refused() }],
    })
    expect(await running.run()).toMatchObject({ type: 'pause', reasons: ['too-many-requests'] })
    expect(await running.counts()).toMatchObject({ accepted: 1, unknown: 10, pending: 1 })
  })
})
