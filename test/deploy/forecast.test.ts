import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Forecast, forecast, type Sending, windowAt } from '../../src/deploy/window.ts'

const dayMs = 86_400_000
const at = (text: string): number => Date.parse(text)

/** Sends one message after the other, each when its time has come and the window is open. */
function walk({ messages, rate, ...hours }: Sending, nowMs: number): Pick<Forecast, 'beforeClosing' | 'endsAtMs'> {
  let beforeClosing = 0
  let time = nowMs
  let hasWaited = false
  for (let sent = 0; sent < messages; sent++) {
    const { opensAtMs } = windowAt(time, hours)
    if (opensAtMs > time) {
      time = opensAtMs
      hasWaited = true
    }
    if (!hasWaited) beforeClosing++
    time += 1_000 / rate
  }
  return { beforeClosing, endsAtMs: time }
}

const sendings = fc.record({
  messages: fc.integer({ min: 0, max: 3_000 }),
  // Slow enough that some take days.
  rate: fc.constantFrom(0.01, 0.02, 0.05, 0.5, 1, 50),
  service: fc.constant('friend-talk'),
  requestTimeoutMs: fc.constantFrom(1, 10_000, 600_000),
  window: fc.constantFrom('restricted' as const, 'off' as const),
})

describe('the forecast', () => {
  it('agrees with sending message by message, to one message', () => {
    fc.assert(
      fc.property(sendings, fc.integer({ min: 0, max: dayMs }), (sending, sinceMs) => {
        const nowMs = at('2026-07-01T00:00:00+09:00') + sinceMs
        const said = forecast(sending, nowMs)
        const walked = walk(sending, nowMs)
        const messageMs = 1_000 / sending.rate
        expect(said.beforeClosing + said.afterOpening).toBe(sending.messages)
        expect(Math.abs(said.beforeClosing - walked.beforeClosing)).toBeLessThanOrEqual(1)
        // A message at the edge of a day moves what comes after it by the night; there are as many edges as days.
        const nights = Math.ceil((said.endsAtMs - nowMs) / dayMs)
        const awayMs = Math.abs(said.endsAtMs - walked.endsAtMs)
        const nightMs = dayMs - (20 * 60 + 50 - 8 * 60) * 60_000 + sending.requestTimeoutMs
        const isNear =
          awayMs <= messageMs * (nights + 1) + 1 || Math.abs(awayMs - nightMs) <= messageMs * (nights + 1) + 1
        expect([awayMs, isNear]).toEqual([awayMs, true])
      }),
      { numRuns: 300 },
    )
  })

  it.each<[name: string, now: string, messages: number, expected: object]>([
    ['nothing to send', '2026-07-01T21:00:00+09:00', 0, { durationMs: 0, beforeClosing: 0, afterOpening: 0 }],
    [
      'all of it fits',
      '2026-07-01T12:00:00+09:00',
      5_000,
      { durationMs: 100_000, beforeClosing: 5_000, afterOpening: 0 },
    ],
    [
      'some waits for the morning',
      '2026-07-01T20:48:50+09:00',
      5_000,
      {
        beforeClosing: 3_000,
        afterOpening: 2_000,
        opensAtMs: at('2026-07-02T08:00:00+09:00'),
        endsAtMs: at('2026-07-02T08:00:40+09:00'),
      },
    ],
    [
      'all waits, before midnight',
      '2026-07-01T20:50:00+09:00',
      50,
      { beforeClosing: 0, afterOpening: 50, endsAtMs: at('2026-07-02T08:00:01+09:00') },
    ],
    [
      'all waits, after midnight',
      '2026-07-02T00:30:00+09:00',
      50,
      { beforeClosing: 0, opensAtMs: at('2026-07-02T08:00:00+09:00') },
    ],
    [
      'days',
      '2026-07-01T08:00:00+09:00',
      4_619_000,
      // 46,190 seconds of a day are open, so two days hold 4,619,000 at 50 a second.
      { beforeClosing: 2_309_500, afterOpening: 2_309_500, endsAtMs: at('2026-07-02T20:49:50+09:00') },
    ],
  ])('%s', (_name, now, messages, expected) => {
    const sending = {
      service: 'friend-talk',
      messages,
      rate: 50,
      requestTimeoutMs: 10_000,
      window: 'restricted',
    } as const
    expect(forecast(sending, at(now))).toMatchObject(expected)
  })

  it('keeps the own hours of a target: what Friday does not take leaves on Monday', () => {
    const window = { from: '10:00', until: '12:00', days: ['fri', 'mon'] } as const
    const sending = { service: 'friend-talk', messages: 3 * 7_190 + 10, rate: 1, requestTimeoutMs: 10_000, window }
    expect(forecast(sending, at('2026-07-02T12:00:00+09:00'))).toMatchObject({
      beforeClosing: 0,
      afterOpening: 3 * 7_190 + 10,
      opensAtMs: at('2026-07-03T10:00:00+09:00'),
      endsAtMs: at('2026-07-13T10:00:10+09:00'),
    })
    expect(forecast(sending, at('2026-07-03T11:00:00+09:00'))).toMatchObject({
      beforeClosing: 3_590,
      opensAtMs: at('2026-07-06T10:00:00+09:00'),
    })
  })

  it('waits for nothing without a window', () => {
    const sending = {
      service: 'friend-talk',
      messages: 100,
      rate: 50,
      requestTimeoutMs: 10_000,
      window: 'off',
    } as const
    const nowMs = at('2026-07-01T23:00:00+09:00')
    expect(forecast(sending, nowMs)).toEqual({
      durationMs: 2_000,
      beforeClosing: 100,
      afterOpening: 0,
      endsAtMs: nowMs + 2_000,
    })
  })
})
