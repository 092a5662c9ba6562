import { renameSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../src/deploy/events.ts'
import { windowAt } from '../../src/deploy/window.ts'
import type { FaultRule } from '../../src/emulator/faults.ts'
import { LedgerError } from '../../src/ledger/ledger-error.ts'
import type { Ledger } from '../../src/ledger/ledger.ts'
import { deployWorld, type World } from './deploy-world.ts'
import { nothingWrong, requestSizes, truthOf } from './truth.ts'
import { watched } from './watched.ts'

const slow: FaultRule = { on: 'send', fault: { type: 'delay', ms: 250 } }

describe('a signal', () => {
  it.each([1, 8])('ends new requests and waits for the %i in flight', async (concurrency) => {
    const world = await deployWorld({ recipients: 200, target: { concurrency }, faults: [slow] })
    const stop = new AbortController()
    const service = watched(world.service, (request) => request === 1 + concurrency && stop.abort())
    expect(await world.run({ service, stop: stop.signal })).toEqual({ type: 'interrupted' })
    const begun = 1 + concurrency * 10
    expect(world.counts()).toMatchObject({ accepted: begun, pending: 200 - begun, inflight: 0, unknown: 0 })
    expect(requestSizes(world)).toHaveLength(1 + concurrency)
    world.emulator.faults.clear()
    expect(await world.run()).toEqual({ type: 'done' })
    expect(world.counts()).toMatchObject({ accepted: 200 })
    expect(truthOf(world)).toEqual(nothingWrong)
  })

  it('before the start sends nothing', async () => {
    const world = await deployWorld()
    expect(await world.run({ stop: AbortSignal.abort() })).toEqual({ type: 'interrupted' })
    expect(world.emulator.requests()).toEqual([])
  })

  it('ends a wait for the rate and for the next try', async () => {
    const world = await deployWorld({ target: { rate: 1 } })
    const stop = new AbortController()
    const onEvent = ({ type }: RunEvent): unknown => type === 'request' && setTimeout(() => stop.abort(), 50)
    expect(await world.run({ stop: stop.signal, onEvent })).toEqual({ type: 'interrupted' })
    const refused = await deployWorld({ faults: [{ fault: { type: 'refuse', forMs: 1_000 }, at: 1 }] })
    const again = new AbortController()
    setTimeout(() => again.abort(), 100)
    expect(await refused.run({ stop: again.signal, retryDelaysMs: [4_900] })).toEqual({ type: 'interrupted' })
    expect(refused.counts()).toMatchObject({ pending: 31 })
  })
})

describe('a limit', () => {
  it.each([0, 1, 5, 11, 25, 30])(
    'of %i messages is exact, with eight in flight and tries that fail',
    async (maxMessages) => {
      const world = await deployWorld({ recipients: 60, target: { concurrency: 8 } })
      let requests = 0
      const service: typeof world.service = {
        ...world.service,
        sendMessages: async (kind, messages) =>
          [1, 2, 4, 5].includes(requests++)
            ? { type: 'not-written', reason: 'refused' }
            : world.service.sendMessages(kind, messages),
      }
      expect(await world.run({ service, maxMessages, retryDelaysMs: [5, 5, 5, 5] })).toEqual({ type: 'limit' })
      expect(world.emulator.counts().messages).toBe(maxMessages)
      expect(world.counts()).toMatchObject({ accepted: maxMessages, pending: 60 - maxMessages })
      expect(await world.run()).toEqual({ type: 'done' })
      expect(truthOf(world)).toEqual(nothingWrong)
    },
  )
})

describe('the window', () => {
  const requestTimeoutMs = 5_000
  const closesAt = Date.parse('2026-07-01T20:50:00+09:00') - requestTimeoutMs
  const opensAtMs = Date.parse('2026-07-02T08:00:00+09:00')

  /** A deploy that begins so long before the last moment, and when its requests start. */
  async function closing(
    beforeMs: number,
    concurrency = 1,
  ): Promise<{ world: World; starts: number[]; run: World['run'] }> {
    const target = { window: 'restricted', requestTimeoutMs, concurrency } as const
    const world = await deployWorld({ recipients: 200, target, faults: [slow] })
    world.clock.set(closesAt - beforeMs)
    const starts: number[] = []
    const service = watched(world.service, () => starts.push(world.clock.now()))
    return { world, starts, run: (changes) => world.run({ service, ...changes }) }
  }

  it.each([1, 8])('closes while requests are made, with %i in flight: no other one starts', async (concurrency) => {
    const { world, starts, run } = await closing(700, concurrency)
    expect(await run()).toEqual({ type: 'window', opensAtMs })
    expect(starts.length).toBeGreaterThan(1)
    expect(Math.max(...starts)).toBeLessThan(closesAt)
    expect(world.counts().pending).toBeGreaterThan(0)
    expect(world.counts().accepted + world.counts().pending).toBe(200)
    const requests = starts.length
    expect(await run()).toEqual({ type: 'window', opensAtMs })
    expect(starts).toHaveLength(requests)
    world.clock.set(opensAtMs)
    world.emulator.faults.clear()
    expect(await run()).toEqual({ type: 'done' })
    expect(truthOf(world)).toEqual(nothingWrong)
  })

  it('is waited for, once, and the first request carries one message again', async () => {
    const { world, starts, run } = await closing(700, 8)
    expect(await run({ outsideWindow: 'wait' })).toEqual({ type: 'done' })
    expect(world.events.filter(({ type }) => type === 'waiting')).toEqual([{ type: 'waiting', untilMs: opensAtMs }])
    expect(starts.filter((start) => windowAt(start, requestTimeoutMs).type === 'closed')).toEqual([])
    expect(starts.some((start) => start >= opensAtMs)).toBe(true)
    expect(requestSizes(world).filter((size) => size === 1)).toHaveLength(2)
    expect(world.counts()).toMatchObject({ accepted: 200 })
    expect(truthOf(world)).toEqual(nothingWrong)
  })

  it('ends a wait by a signal', async () => {
    const { run } = await closing(-1)
    const stop = new AbortController()
    const onEvent = ({ type }: RunEvent): unknown => type === 'waiting' && stop.abort()
    expect(await run({ outsideWindow: 'wait', stop: stop.signal, onEvent })).toEqual({ type: 'interrupted' })
  })

  it('keeps a limit over the night', async () => {
    const { world, run } = await closing(400)
    expect(await run({ outsideWindow: 'wait', maxMessages: 55 })).toEqual({ type: 'limit' })
    expect(world.emulator.counts().messages).toBe(55)
  })
})

describe('a ledger that fails', () => {
  const full = new LedgerError({ type: 'disk-full', path: 'ledger.db' })

  it.each([1, 8])(
    'when outcomes are written: nothing more is sent, and what is not recorded is unknown, %i in flight',
    async (concurrency) => {
      const world = await deployWorld({ recipients: 200, target: { concurrency }, faults: [slow] })
      const service = watched(world.service, (request) => {
        if (request === 1 + concurrency) renameSync(world.path, `${world.path}.gone`)
      })
      const unrecorded = concurrency * 10
      const problem = { type: 'moved', path: world.path }
      expect(await world.run({ service })).toEqual({ type: 'ledger', problem, unrecorded })
      expect(requestSizes(world)).toHaveLength(1 + concurrency)
      renameSync(`${world.path}.gone`, world.path)
      world.emulator.faults.clear()
      expect(world.reopen().recovered).toBe(unrecorded)
      expect(await world.run()).toEqual({ type: 'done' })
      expect(world.counts()).toMatchObject({ unknown: unrecorded, accepted: 200 - unrecorded })
      expect(truthOf(world)).toEqual(nothingWrong)
    },
  )

  it('when requests are recorded: nothing is sent', async () => {
    const world = await deployWorld({ recipients: 200, target: { concurrency: 8 } })
    let claims = 0
    const ledger: Ledger = {
      ...world.ledger(),
      claim: (wanted) => (++claims > 4 ? Promise.reject(full) : world.ledger().claim(wanted)),
    }
    expect(await world.run({ ledger })).toEqual({ type: 'ledger', problem: full.problem, unrecorded: 0 })
    // What was claimed already may have left, or goes back.
    const { accepted, pending } = world.counts()
    expect(world.emulator.counts().messages).toBe(accepted)
    expect(accepted).toBeLessThanOrEqual(31)
    expect(accepted + pending).toBe(200)
    expect(truthOf(world)).toEqual(nothingWrong)
  })

  it('before the first request', async () => {
    const world = await deployWorld()
    const broken = (): never => {
      throw full
    }
    for (const method of ['resume', 'templates', 'hasPending'] as const) {
      const ledger: Ledger = { ...world.ledger(), [method]: broken }
      expect(await world.run({ ledger })).toEqual({ type: 'ledger', problem: full.problem, unrecorded: 0 })
    }
    expect(world.emulator.requests()).toEqual([])
  })
})
