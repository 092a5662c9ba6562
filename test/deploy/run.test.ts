import { EventEmitter, once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { RunEnd } from '../../src/deploy/run.ts'
import type { FaultRule } from '../../src/emulator/faults.ts'
import type { SettingsChange } from '../../src/emulator/options.ts'
import { ledgerStore } from '../../src/ledger/open.ts'
import { openService } from '../../src/service/service.ts'
import { sendsIn, template } from '../ledger/temp-ledger.ts'
import { deployWorld } from './deploy-world.ts'
import { nothingWrong, requestSizes, truthOf } from './truth.ts'
import { watched } from './watched.ts'
import { type AnyRule, resultsMissing, resultsForeignKey } from '../support/wire.ts'

const dropped: FaultRule = { on: 'send', fault: { type: 'drop' } }

describe('the first request', () => {
  it.each([1, 8])(
    'carries one message, and the rest waits until it is settled, with %i in flight',
    async (concurrency) => {
      const world = await deployWorld({ recipients: 81, target: { concurrency } })
      const atRequest: number[] = []
      const service = watched(world.service, async () => atRequest.push((await world.counts()).accepted))
      expect(await world.run({ service })).toEqual({ type: 'done' })
      expect(requestSizes(world)).toEqual([1, 10, 10, 10, 10, 10, 10, 10, 10])
      expect(atRequest.slice(0, 2)).toEqual([0, 1])
      expect(await truthOf(world)).toEqual(nothingWrong)
    },
  )

  it('is followed by one message again as long as nobody knows what became of it', async () => {
    const world = await deployWorld({ target: { concurrency: 8 }, faults: [{ ...dropped, at: [1, 2] }] })
    expect(await world.run()).toEqual({ type: 'done' })
    expect(requestSizes(world)).toEqual([0, 0, 1, 10, 10, 8])
    expect(await world.counts()).toMatchObject({ unknown: 2, accepted: 29 })
  })

  it.each(['C400_2', 'G141'] as const)('is settled also when it is rejected: %s', async (code) => {
    const faults: FaultRule[] = [{ on: 'send', at: 1, fault: { type: 'reject', code } }]
    const world = await deployWorld({ faults })
    await world.run()
    expect(requestSizes(world)).toEqual([1, 10, 10, 10])
  })
})

describe('requests with an unknown outcome', () => {
  it.each([
    ['from the start', { ...dropped }, 1, { type: 'unknown-outcomes', requests: 3 }, { unknown: 3, pending: 78 }],
    ['later', { ...dropped, at: [4, 5, 6, 7, 8, 9] }, 1, { type: 'unknown-outcomes', requests: 3 }, { unknown: 30 }],
    ['not in a row', { ...dropped, at: [2, 3, 5, 6, 8, 9] }, 1, { type: 'done' }, { unknown: 60, accepted: 21 }],
    [
      'of single messages',
      { on: 'send', at: [3, 4, 5], fault: resultsMissing() },
      1,
      { type: 'unknown-outcomes', requests: 3 },
      { unknown: 3, accepted: 38, pending: 40 },
    ],
  ] as const)('%s: three in a row stop the deploy', async (_name, fault, concurrency, end, counts) => {
    const world = await deployWorld({ recipients: 81, target: { concurrency }, faults: [fault] })
    expect(await world.run()).toEqual(end)
    expect(await world.counts()).toMatchObject(counts)
    expect(await truthOf(world)).toEqual(nothingWrong)
  })

  it('are never sent again by themselves', async () => {
    const processed: FaultRule = { on: 'send', fault: { type: 'drop', processed: true } }
    const world = await deployWorld({ recipients: 81, target: { concurrency: 8 }, faults: [processed] })
    expect(await world.run()).toMatchObject({ type: 'unknown-outcomes' })
    world.emulator.faults.clear()
    for (let times = 0; times < 2; times++) {
      await world.reopen()
      expect(await world.run()).toEqual({ type: 'done' })
      expect(await world.counts()).toMatchObject({ unknown: 3, accepted: 78, pending: 0 })
    }
    expect(world.emulator.counts().messages).toBe(81)
    expect(await truthOf(world)).toEqual(nothingWrong)
  })
})

describe('a pause', () => {
  const rows: [name: string, cause: { settings?: SettingsChange; faults?: AnyRule[] }, end: object, counts: object][] =
    [
      [
        'without credit',
        { settings: { credit: 15 } },
        { type: 'pause', reasons: ['credit'] },
        { accepted: 15, deferred: 6, pending: 10 },
      ],
      [
        'when the session is full',
        { settings: { maxMessagesPerSession: 4 } },
        { type: 'pause', reasons: ['session'] },
        { accepted: 4, deferred: 7, pending: 20 },
      ],
      [
        'after too many requests',
        { faults: [{ on: 'send', at: 2, fault: { type: 'status', status: 429 } }] },
        { type: 'pause', reasons: ['too-many-requests'] },
        { accepted: 1, unknown: 10, pending: 20 },
      ],
      [
        'after a key that nobody sent',
        { faults: [{ on: 'send', at: 2, fault: resultsForeignKey() }] },
        { type: 'pause', reasons: ['foreign-key'], foreignKeys: ['a-key-that-was-not-sent'] },
        { accepted: 11, pending: 20 },
      ],
    ]

  it.each(rows)('%s: the same command goes on later', async (_name, { settings, faults }, end, counts) => {
    const world = await deployWorld({ ...(settings && { settings }), ...(faults && { faults }) })
    expect(await world.run()).toMatchObject(end)
    expect(await world.counts()).toMatchObject(counts)
    const { unknown } = await world.counts()
    world.emulator.faults.clear()
    world.emulator.change({ credit: null, maxMessagesPerSession: null })
    await world.reopen()
    expect(await world.run()).toEqual({ type: 'done' })
    expect(await world.counts()).toMatchObject({ accepted: 31 - unknown, unknown, deferred: 0, pending: 0 })
    const taken = world.emulator.messages({ verdict: 'accepted', limit: 100 }).map(({ msgKey }) => msgKey)
    expect(new Set(taken).size).toBe(taken.length)
  })

  it.each([1, 8])('when nobody knows who sends: everything is deferred, with %i in flight', async (concurrency) => {
    const world = await deployWorld({ target: { concurrency } })
    const { uploadUrl, baseUrl, userId } = world.emulator
    const account = { userId, secretKey: 'emulator_wrong' }
    const stranger = openService({ service: 'friend-talk', uploadUrl, baseUrl, account, requestTimeoutMs: 5_000 })
    const end: RunEnd = { type: 'pause', reasons: ['authentication'], foreignKeys: [] }
    expect(await world.run({ service: stranger })).toEqual(end)
    await stranger.close()
    expect(await world.counts()).toMatchObject({ deferred: 1, pending: 30, rejected: 0, unknown: 0 })
    expect(await world.run()).toEqual({ type: 'done' })
    expect(await world.counts()).toMatchObject({ accepted: 31 })
  })
})

describe("the service's clock", () => {
  it.each([
    [31_000, 'clock'],
    [30_000, 'done'],
    // The header leaves out what is beyond the second, so this may be 30 seconds.
    [-31_000, 'done'],
    [-32_000, 'clock'],
  ])('%i ms ahead: %s', async (aheadMs, type) => {
    const nowMs = Date.parse('2026-07-01T12:00:00+09:00')
    const world = await deployWorld({ recipients: 3, service: { now: () => nowMs } })
    world.emulator.clock.change({ set: new Date(nowMs + aheadMs).toISOString(), frozen: true })
    const end = await world.run()
    expect(end).toEqual(type === 'clock' ? { type, aheadMs } : { type })
    expect(await world.counts()).toMatchObject(type === 'clock' ? { accepted: 1, pending: 2 } : { accepted: 3 })
  })
})

describe('what the ledger has', () => {
  it('is in flight on the disk before a request is made', async () => {
    const world = await deployWorld({ recipients: 81, target: { concurrency: 8 } })
    const seen: boolean[] = []
    const service = watched(world.service, async (_request, messages) => {
      const reader = await ledgerStore({ path: world.path, target: 'test' }).read()
      const sends = new Set(
        (await sendsIn(reader, { release: world.release, state: 'inflight' })).map(({ key }) => key),
      )
      seen.push(messages.every(({ msg_key: key }) => sends.has(key)))
      await reader.close()
    })
    await world.run({ service })
    expect(seen).toEqual(Array.from({ length: 9 }, () => true))
  })

  it('includes the outcomes of a request before the next one leaves, which is claimed meanwhile', async () => {
    const world = await deployWorld()
    const ledger = world.ledger()
    const steps: string[] = []
    const told = new EventEmitter()
    const end = await world.run({
      service: watched(world.service, async () => void steps.push('request')),
      ledger: {
        ...ledger,
        claim: async (wanted) => {
          steps.push('claim')
          const batch = await ledger.claim(wanted)
          told.emit('claimed')
          return batch
        },
        settle: async (settlements) => {
          // The outcome of the first message decides how the next request is made.
          if (settlements.length > 1) {
            await once(told, 'claimed')
            // A request that did not wait would leave now.
            await setImmediate()
          }
          await ledger.settle(settlements)
          steps.push('settled')
        },
      },
    })
    expect(end).toEqual({ type: 'done' })
    const rest = ['request', 'claim', 'settled']
    expect(steps).toEqual(['claim', 'request', 'settled', 'claim', ...rest, ...rest, ...rest])
    expect(await truthOf(world)).toEqual(nothingWrong)
  })

  it('of a crash is unknown, and is not sent', async () => {
    const world = await deployWorld()
    const batch = await world.ledger().claim({ release: world.release, maxSends: 10 })
    expect((await world.reopen()).recovered).toBe(10)
    expect(await world.run()).toEqual({ type: 'done' })
    expect(await world.counts()).toMatchObject({ unknown: 10, accepted: 21 })
    for (const { key } of batch?.sends ?? []) expect(world.emulator.messages({ msgKey: key })).toEqual([])
  })

  it('is sent message by message, never two of them in one request', async () => {
    const templates = ['a', 'b', 'c'].map((id) => template(id))
    const world = await deployWorld({ templates, recipients: [3, 12, 1], target: { concurrency: 8 } })
    expect(await world.run()).toEqual({ type: 'done' })
    expect(requestSizes(world).toSorted((a, b) => a - b)).toEqual([1, 1, 2, 2, 10])
    expect(await truthOf(world)).toEqual(nothingWrong)
  })
})
