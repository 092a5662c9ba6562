import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isEvening, opensAtByBoth, windowAt as hoursAt, type KeptHours } from '../../src/deploy/window.ts'

const at = (text: string): number => Date.parse(text)
const [closes, opens] = [at('2026-07-01T20:50:00+09:00'), at('2026-07-02T08:00:00+09:00')]
const within = (requestTimeoutMs: number): KeptHours => ({
  service: 'friend-talk',
  requestTimeoutMs,
  window: 'restricted',
})
const windowAt = (nowMs: number, hours: KeptHours) => {
  const { opensAtMs, closesAtMs } = hoursAt(nowMs, hours)
  return opensAtMs > nowMs ? { type: 'closed', opensAtMs } : { type: 'open', closesAtMs }
}
const timeouts = [1, 5_000, 10_000, 600_000] as const

describe('the window', () => {
  it.each(timeouts)('closes a timeout of %i ms before 20:50 and opens at 08:00, to the millisecond', (timeoutMs) => {
    const last = closes - timeoutMs
    expect(windowAt(last - 1, within(timeoutMs))).toEqual({ type: 'open', closesAtMs: last })
    for (const nowMs of [last, last + 1, closes - 1, closes, closes + 1, opens - 1]) {
      expect([nowMs, windowAt(nowMs, within(timeoutMs))]).toEqual([nowMs, { type: 'closed', opensAtMs: opens }])
    }
    for (const nowMs of [opens, opens + 1]) {
      expect(windowAt(nowMs, within(timeoutMs))).toEqual({ type: 'open', closesAtMs: last + 86_400_000 })
    }
  })

  it('opens on the same day after midnight in Korea, over the ends of months, years and February', () => {
    for (const day of ['2026-07-01', '2027-01-01', '2028-02-29', '2028-03-01', '1969-12-31', '2026-03-29']) {
      const morning = at(`${day}T08:00:00+09:00`)
      expect(windowAt(at(`${day}T00:00:00+09:00`), within(1))).toEqual({ type: 'closed', opensAtMs: morning })
      expect(windowAt(morning - 1, within(1))).toEqual({ type: 'closed', opensAtMs: morning })
      expect(windowAt(at(`${day}T23:59:59.999+09:00`), within(1))).toEqual({
        type: 'closed',
        opensAtMs: morning + 86_400_000,
      })
    }
  })

  it('lets no request start that could last into the restricted hours', () => {
    const korean = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Seoul', timeStyle: 'medium' })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 1, max: 600_000 }), (nowMs, timeoutMs) => {
        const { opensAtMs, closesAtMs } = hoursAt(nowMs, within(timeoutMs))
        const [start, end] = [korean.format(nowMs), korean.format(nowMs + timeoutMs)]
        const isInside = start >= '08:00:00' && start < '20:50:00' && end < '20:50:00'
        // The table of zones knows summer time in Korea of the eighties; sending does not.
        if (nowMs < at('1989-01-01')) return
        expect(opensAtMs <= nowMs).toBe(isInside)
        expect(closesAtMs).toBeGreaterThan(nowMs)
        expect(korean.format(opensAtMs)).toBe('08:00:00')
      }),
    )
  })

  it('is never open for a request that could last longer than it', () => {
    for (let hour = 0; hour < 48; hour++)
      expect(windowAt(closes + hour * 3_600_000, within(46_200_000)).type).toBe('closed')
  })

  it('is narrower where a target has hours of its own: over a weekend nothing leaves', () => {
    const window = { from: '09:00', until: '20:00', days: ['mon', 'tue', 'wed', 'thu', 'fri'] } as const
    const hours = { service: 'friend-talk', requestTimeoutMs: 10_000, window }
    const lasts = at('2026-07-03T20:00:00+09:00') - 10_000
    const monday = at('2026-07-06T09:00:00+09:00')
    expect(windowAt(at('2026-07-03T08:59:59.999+09:00'), hours)).toMatchObject({
      opensAtMs: at('2026-07-03T09:00:00+09:00'),
    })
    expect(windowAt(lasts - 1, hours)).toEqual({ type: 'open', closesAtMs: lasts })
    for (const nowMs of [lasts, at('2026-07-04T12:00:00+09:00'), at('2026-07-06T00:30:00+09:00'), monday - 1]) {
      expect(windowAt(nowMs, hours)).toEqual({ type: 'closed', opensAtMs: monday })
    }
    expect(windowAt(monday, hours).type).toBe('open')
  })

  it('knows the evening', () => {
    expect(isEvening(at('2026-07-01T20:00:00+09:00') - 1)).toBe(false)
    expect(isEvening(at('2026-07-01T20:00:00+09:00'))).toBe(true)
    expect(isEvening(closes - 1)).toBe(true)
    expect(isEvening(closes)).toBe(false)
    expect(isEvening(-1)).toBe(false)
  })
})

const zones = ['UTC', 'Asia/Seoul', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Europe/Berlin']

describe.each(zones)('on a machine in %s', (zone) => {
  const own = process.env['TZ']
  beforeAll(() => void (process.env['TZ'] = zone))
  afterAll(() => {
    if (own === undefined) delete process.env['TZ']
    else process.env['TZ'] = own
  })

  it('is that of Korea', () => {
    const edges = [closes - 10_000, closes, opens, Date.parse('2026-03-29T08:00:00+09:00')]
    const said = edges.flatMap((edge) => [-1, 0, 1].map((by) => windowAt(edge + by, within(10_000)).type))
    expect(said.join(' ')).toBe('open closed closed closed closed closed closed open open closed open open')
  })
})

describe('the window by two clocks', () => {
  const opensAt = Date.parse('2026-07-02T08:00:00+09:00')
  const closesAt = Date.parse('2026-07-02T20:50:00+09:00') - 5_000
  const next = opensAt + 86_400_000

  it.each<[string, number, number | undefined, number]>([
    ['opens when both say so', opensAt, -20_000, opensAt + 20_000],
    ['is open then', opensAt + 20_000, -20_000, 0],
    ['does not open before its own hour', opensAt - 1, 20_000, opensAt],
    ['names the later of two', opensAt - 1, -20_000, opensAt + 20_000],
    ['closes when one of them says so', closesAt - 20_000, 20_000, next - 20_000],
    ['is open until then', closesAt - 20_001, 20_000, 0],
    ['takes a difference of seconds for none', opensAt, -2_000, 0],
    ['is that of the own clock while the service has shown none', opensAt, undefined, 0],
  ])('%s', (_, nowMs, aheadMs, opensAtMs) => {
    const clock = aheadMs === undefined ? undefined : { serverMs: aheadMs, localMs: 0 }
    expect(opensAtByBoth(nowMs, within(5_000), clock)).toBe(opensAtMs)
  })
})
