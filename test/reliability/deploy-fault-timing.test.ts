import { channel } from 'node:diagnostics_channel'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RunEvent } from '../../src/deploy/deploy-notice.ts'
import { until } from '../deadline.ts'
import { holdTimers, letPass } from '../held-timers.ts'
import { template } from '../ledger/temp-ledger.ts'
import { deployWorld } from '../deploy/deploy-world.ts'
import { campaignOf, matrixCases } from '../deploy/matrix-cases.ts'
import { nothingWrong, requestSizes, truthOf } from '../deploy/truth.ts'
import { type AnyFault, drip } from '../support/wire.ts'

/** Answers that come later than a request waits. */
const late: readonly AnyFault[] = [
  { type: 'delay', ms: 20_000 },
  drip({ chunkBytes: 1, everyMs: 1_000 }),
  { type: 'drop', afterMs: 20_000 },
  { type: 'delay', ms: 20_000, before: 'processing' },
]

// Nothing is late and no connection is given up before a test says so.
beforeEach(holdTimers)

describe('a refused connection', () => {
  it.each(matrixCases)('at the $place request, $connection, $inFlight in flight', async (matrixCase) => {
    const { inFlight, connection } = matrixCase
    const { each, recipients, requests, at } = campaignOf(matrixCase)
    const world = await deployWorld({
      templates: each.map((_, index) => template(`m${index}`)),
      recipients: each,
      connection,
      target: { concurrency: inFlight },
      faults: [{ fault: { type: 'refuse', forMs: 3_000_000 }, at }],
    })
    let retries = 0
    const onEvent = ({ type }: RunEvent): void => {
      if (type !== 'retrying') return
      retries++
      // It takes a moment until connections are taken again, and the next try comes at once.
      world.emulator.faults.clear()
    }
    const end = await world.run({ onEvent, retryDelaysMs: Array.from({ length: 1_000 }, () => 100) })
    const { accepted, unknown, pending } = await world.counts()
    expect(await truthOf(world)).toEqual(nothingWrong)
    expect(accepted + unknown + pending).toBe(recipients)
    // Connections that the system has taken when the listening socket closes are reset: then nobody knows.
    if (inFlight === 8 && at > 1) return
    expect(end).toEqual({ type: 'done' })
    expect(retries).toBeGreaterThan(0)
    expect(accepted).toBe(recipients)
    expect(requestSizes(world)).toHaveLength(requests)
  })
})

describe.each(late)('%j', (fault) => {
  const requestTimeoutMs = 2_000

  it.each(matrixCases)(
    'leaves the messages of its request unknown: at the $place, $connection, $inFlight in flight',
    async (matrixCase) => {
      const { inFlight, connection, place } = matrixCase
      const { each, recipients, requests, at, struck } = campaignOf(matrixCase)
      const world = await deployWorld({
        templates: each.map((_, message) => template(`m${message}`)),
        recipients: each,
        connection,
        target: { concurrency: inFlight },
        service: { requestTimeoutMs },
        faults: [{ fault, on: 'send', at }],
      })
      const done = world.run()
      // The others have their answers, and nothing but time can go on.
      const before = inFlight === 1 || place === 'first' ? at : requests
      await until(
        async () => `${before} requests and ${struck} messages in flight: ${JSON.stringify(await world.counts())}`,
        async () => world.emulator.requests().length === before && (await world.counts()).inflight === struck,
      )
      letPass(requestTimeoutMs)
      expect(await done).toEqual({ type: 'done' })
      expect(await world.counts()).toMatchObject({ accepted: recipients - struck, unknown: struck })
      expect(requestSizes(world)).toHaveLength(requests + (place === 'first' ? 1 : 0))
      // A message that is worked on late must not come into the next case.
      const taken = recipients - (fault.type === 'drop' ? struck : 0)
      await until(
        () => `${taken} messages in the inbox`,
        () => world.emulator.counts().messages === taken,
      )
      expect(await truthOf(world)).toEqual(nothingWrong)
    },
  )
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
