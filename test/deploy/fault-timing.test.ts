import { channel } from 'node:diagnostics_channel'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Fault } from '../../src/emulator/faults.ts'
import { template } from '../ledger/temp-ledger.ts'
import { deployStage, deployWorld, type Stage } from './deploy-world.ts'
import { campaignOf, matrixCases } from './matrix-cases.ts'
import { nothingWrong, requestSizes, truthOf } from './truth.ts'

/** Answers that come later than a request waits. */
const late: readonly Fault[] = [
  { type: 'delay', ms: 20_000 },
  { type: 'drip', chunkBytes: 1, everyMs: 1_000 },
  { type: 'drop', afterMs: 20_000 },
  // The last one: its messages may come in when its case is over.
  { type: 'delay', ms: 20_000, before: 'processing' },
]

let stages: readonly Stage[]

beforeAll(async () => {
  stages = await Promise.all(matrixCases.map(deployStage))
})

describe('a refused connection', () => {
  it.each(matrixCases)('at the $place request, $connection, $inFlight in flight', async (matrixCase) => {
    const { inFlight, connection } = matrixCase
    const { each, recipients, requests, at } = campaignOf(matrixCase)
    const world = await deployWorld({
      templates: each.map((_, index) => template(`m${index}`)),
      recipients: each,
      connection,
      target: { concurrency: inFlight },
      faults: [{ fault: { type: 'refuse', forMs: 300 }, at }],
    })
    const end = await world.run({ retryDelaysMs: [100, 100, 100, 100, 100, 100] })
    const { accepted, unknown, pending } = world.counts()
    expect(truthOf(world)).toEqual(nothingWrong)
    expect(accepted + unknown + pending).toBe(recipients)
    // Connections that the system has taken when the listening socket closes are reset: then nobody knows.
    if (inFlight === 8 && at > 1) return
    expect(end).toEqual({ type: 'done' })
    expect(world.events.filter(({ type }) => type === 'retrying')).not.toEqual([])
    expect(accepted).toBe(recipients)
    expect(requestSizes(world)).toHaveLength(requests)
  })
})

describe.each(late)('%j', (fault) => {
  it('leaves the messages of its request unknown, wherever it strikes', async () => {
    // Each case waits; together they wait once.
    await Promise.all(
      matrixCases.map(async (matrixCase, index) => {
        const { inFlight, connection, place } = matrixCase
        const { each, recipients, requests, at, struck } = campaignOf(matrixCase)
        const world = await deployWorld({
          ...(stages[index] && { stage: stages[index] }),
          templates: each.map((_, message) => template(`m${message}`)),
          recipients: each,
          connection,
          target: { concurrency: inFlight, requestTimeoutMs: 2_000 },
          faults: [{ fault, on: 'send', at }],
        })
        expect(await world.run()).toEqual({ type: 'done' })
        expect(world.counts()).toMatchObject({ accepted: recipients - struck, unknown: struck })
        expect(requestSizes(world)).toHaveLength(requests + (place === 'first' ? 1 : 0))
        expect(truthOf(world)).toEqual(nothingWrong)
      }),
    )
  })
})

it('the cases are what they say: fresh connections are fresh, others are used again', async () => {
  let connections = 0
  const count = (): void => void connections++
  channel('undici:client:connected').subscribe(count)
  for (const [connection, expected] of [
    ['fresh', 4],
    ['reused', 1],
  ] as const) {
    connections = 0
    const world = await deployWorld({ connection })
    await world.run()
    expect([connection, connections]).toEqual([connection, expected])
    expect(requestSizes(world)).toEqual([1, 10, 10, 10])
  }
  channel('undici:client:connected').unsubscribe(count)
})
