import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../src/deploy/deploy-notice.ts'
import type { RunClock, RunEnd } from '../../src/deploy/run.ts'
import { koreanTime } from '../../src/text/korean-time.ts'
import { windowAt } from '../../src/deploy/window.ts'
import { diskFull } from '../../src/ledger/ledger-error.ts'
import type { Ledger } from '../../src/ledger/ledger.ts'
import { deployWorld, type World } from './deploy-world.ts'
import { nothingWrong, requestSizes, truthOf } from './truth.ts'
import { slow, watched } from './watched.ts'

describe('a signal', () => {
  it.each([1, 8])('ends new requests and waits for the %i in flight', async (concurrency) => {
    const world = await deployWorld({ recipients: 200, target: { concurrency } })
    const stop = new AbortController()
    const service = watched(slow(world), (request) => request === 1 + concurrency && stop.abort())
    expect(await world.run({ service, stop: stop.signal })).toEqual({ type: 'interrupted' })
    const begun = 1 + concurrency * 10
    expect(await world.counts()).toMatchObject({ accepted: begun, pending: 200 - begun, inflight: 0, unknown: 0 })
    expect(requestSizes(world)).toHaveLength(1 + concurrency)
    expect(await world.run()).toEqual({ type: 'done' })
    expect(await world.counts()).toMatchObject({ accepted: 200 })
    expect(await truthOf(world)).toEqual(nothingWrong)
  })

  it('before the start sends nothing', async () => {
    const world = await deployWorld()
    expect(await world.run({ stop: AbortSignal.abort() })).toEqual({ type: 'interrupted' })
    expect(world.emulator.requests()).toEqual([])
  })

  /** Runs a deploy that is stopped as soon as it waits, and tells how long it waited. */
  async function stoppedWaiting(world: World, changes: Parameters<World['run']>[0] = {}): Promise<[RunEnd, number]> {
    const stop = new AbortController()
    const sleep: RunClock['sleep'] = (ms, signal) => {
      const slept = world.clock.sleep(ms, signal)
      stop.abort()
      return slept
    }
    const before = world.clock.elapsedMs
    const end = await world.run({
      ...changes,
      stop: stop.signal,
      clock: { now: world.clock.now, monotonic: world.clock.monotonic, sleep },
    })
    return [end, world.clock.elapsedMs - before]
  }

  it('ends a wait for the rate', async () => {
    const world = await deployWorld({ target: { rate: 1 } })
    expect(await stoppedWaiting(world)).toEqual([{ type: 'interrupted' }, 0])
    expect(await world.counts()).toMatchObject({ accepted: 1, pending: 30 })
  })

  it('ends a wait for the next try', async () => {
    const world = await deployWorld({ faults: [{ fault: { type: 'refuse', forMs: 3_000_000 }, at: 1 }] })
    expect(await stoppedWaiting(world, { retryDelaysMs: [4_900] })).toEqual([{ type: 'interrupted' }, 0])
    expect(await world.counts()).toMatchObject({ pending: 31 })
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
      expect(await world.counts()).toMatchObject({ accepted: maxMessages, pending: 60 - maxMessages })
      expect(await world.run()).toEqual({ type: 'done' })
      expect(await truthOf(world)).toEqual(nothingWrong)
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
    rate = 5_000,
  ): Promise<{ world: World; starts: number[]; run: World['run'] }> {
    const target = { window: 'restricted', requestTimeoutMs, concurrency, rate } as const
    const world = await deployWorld({ recipients: 200, target })
    world.clock.set(closesAt - beforeMs)
    const starts: number[] = []
    const service = watched(slow(world), () => starts.push(world.clock.now()))
    return { world, starts, run: (changes) => world.run({ service, ...changes }) }
  }

  it.each([1, 8])('closes while requests are made, with %i in flight: no other one starts', async (concurrency) => {
    const { world, starts, run } = await closing(700, concurrency)
    expect(await run()).toEqual({ type: 'window', opensAtMs })
    // The first carries one message; then there is time for two more of each that are in flight.
    expect(starts).toHaveLength(1 + 2 * concurrency)
    expect(Math.max(...starts)).toBeLessThan(closesAt)
    const accepted = 1 + 20 * concurrency
    expect(await world.counts()).toMatchObject({ accepted, pending: 200 - accepted })
    expect(await run()).toEqual({ type: 'window', opensAtMs })
    expect(starts).toHaveLength(1 + 2 * concurrency)
    world.clock.set(opensAtMs)
    expect(await run()).toEqual({ type: 'done' })
    expect(await truthOf(world)).toEqual(nothingWrong)
  })

  it('is waited for, once, and the first request carries one message again', async () => {
    const { world, starts, run } = await closing(700, 8)
    expect(await run({ outsideWindow: 'wait' })).toEqual({ type: 'done' })
    expect(world.events.filter(({ type }) => type === 'waiting')).toEqual([
      { type: 'waiting', until: koreanTime(opensAtMs) },
    ])
    expect(
      starts.filter(
        (start) =>
          windowAt(start, { service: 'friend-talk', requestTimeoutMs, window: 'restricted' }).opensAtMs > start,
      ),
    ).toEqual([])
    expect(starts.some((start) => start >= opensAtMs)).toBe(true)
    expect(requestSizes(world).filter((size) => size === 1)).toHaveLength(2)
    expect(await world.counts()).toMatchObject({ accepted: 200 })
    expect(await truthOf(world)).toEqual(nothingWrong)
  })

  it.each([
    ['ahead', 20_000],
    ['behind', -20_000],
  ])("is kept by the service's clock too: %s", async (_, moveMs) => {
    const { world, starts, run } = await closing(25_000, 8, 5)
    world.emulator.clock.change({ moveMs })
    expect(await run({ outsideWindow: 'wait' })).toEqual({ type: 'done' })
    const closed = (start: number): boolean =>
      windowAt(start, { service: 'friend-talk', requestTimeoutMs, window: 'restricted' }).opensAtMs > start
    expect(starts.filter(closed)).toEqual([])
    // What the answers show is rounded to seconds.
    expect(starts.slice(1).filter((start) => closed(start + moveMs + 1_000) && closed(start + moveMs))).toEqual([])
    expect(starts.some((start) => start >= opensAtMs)).toBe(true)
    expect(await truthOf(world)).toEqual(nothingWrong)
  })

  it("is that of the target's own hours too", async () => {
    const window = { from: '10:00', until: '12:00', days: ['thu'] } as const
    const world = await deployWorld({ recipients: 5, target: { window, requestTimeoutMs } })
    // A Wednesday.
    world.clock.set(Date.parse('2026-07-01T11:00:00+09:00'))
    expect(await world.run()).toEqual({ type: 'window', opensAtMs: Date.parse('2026-07-02T10:00:00+09:00') })
    expect(world.emulator.counts().messages).toBe(0)
    expect(await world.run({ outsideWindow: 'wait' })).toEqual({ type: 'done' })
    expect(world.clock.now()).toBeGreaterThanOrEqual(Date.parse('2026-07-02T10:00:00+09:00'))
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
  const full = diskFull('ledger.db')

  it('when requests are recorded: nothing is sent', async () => {
    const world = await deployWorld({ recipients: 200, target: { concurrency: 8 } })
    let claims = 0
    const ledger: Ledger = {
      ...world.ledger(),
      claim: (wanted) => (++claims > 4 ? Promise.reject(full) : world.ledger().claim(wanted)),
    }
    expect(await world.run({ ledger })).toEqual({ type: 'ledger', code: full.code, text: full.text, unrecorded: 0 })
    // What was claimed already may have left, or goes back.
    const { accepted, pending } = await world.counts()
    expect(world.emulator.counts().messages).toBe(accepted)
    expect(accepted).toBeLessThanOrEqual(31)
    expect(accepted + pending).toBe(200)
    expect(await truthOf(world)).toEqual(nothingWrong)
  })

  it('when outcomes are recorded: nothing more is sent, and it says of how many nothing is known', async () => {
    const world = await deployWorld()
    let settled = 0
    const ledger: Ledger = {
      ...world.ledger(),
      settle: (settlements) => (++settled > 1 ? Promise.reject(full) : world.ledger().settle(settlements)),
    }
    expect(await world.run({ ledger })).toEqual({ type: 'ledger', code: full.code, text: full.text, unrecorded: 10 })
    expect(requestSizes(world)).toEqual([1, 10])
  })

  it('before the first request', async () => {
    const world = await deployWorld()
    const broken = (): never => {
      throw full
    }
    for (const method of ['resume', 'templates', 'hasPending'] as const) {
      const ledger: Ledger = { ...world.ledger(), [method]: broken }
      expect(await world.run({ ledger })).toEqual({ type: 'ledger', code: full.code, text: full.text, unrecorded: 0 })
    }
    expect(world.emulator.requests()).toEqual([])
  })
})
