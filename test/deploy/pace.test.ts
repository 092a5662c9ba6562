import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Pace, paceOf } from '../../src/deploy/pace.ts'

/** A pace under a clock that stands until it is moved. */
function paced(rate: number): { pace: Pace; pass: (ms: number) => void } {
  let nowMs = 0
  return {
    pace: paceOf(
      () => rate,
      () => nowMs,
    ),
    pass: (ms) => (nowMs += ms),
  }
}

describe('the pace', () => {
  it('lets messages leave at once, then as many as the rate allows', () => {
    const { pace, pass } = paced(50)
    expect(pace.waitMs()).toBe(0)
    pace.take(10)
    // 40 ms are caught up at the start.
    expect(pace.waitMs()).toBeCloseTo(160)
    pass(160)
    expect(pace.waitMs()).toBeCloseTo(0)
  })

  it('saves nothing up while nothing leaves', () => {
    const { pace, pass } = paced(50)
    pace.take(10)
    pass(60_000)
    pace.take(10)
    expect(pace.waitMs()).toBeCloseTo(160)
  })

  it('gives back what did not leave, but no longer than a hold lasts', () => {
    const { pace, pass } = paced(50)
    const giveBack = pace.take(10)
    pace.hold(500)
    giveBack(9)
    expect(pace.waitMs()).toBe(500)
    pass(500)
    expect(pace.waitMs()).toBe(0)
  })

  it('halves the rate for a while, once for requests that were made at the same time', () => {
    const { pace, pass } = paced(10)
    pace.take(10)
    pass(100)
    expect(pace.slow({ requestMs: 300, waitMs: 100, messages: 1 })).toEqual({ factor: 0.5, waitMs: 200 })
    expect(pace.slow({ requestMs: 60_000, waitMs: 0, messages: 1 }).factor).toBe(0.5)
    expect(pace.waitMs()).toBeCloseTo(860)
    pass(300_860)
    expect(pace.slow({ requestMs: 0, waitMs: 0, messages: 1 }).factor).toBeCloseTo(0.5, 1)
  })

  it('holds the rate over every stretch of time, however late somebody comes or gives back', () => {
    const steps = fc.array(
      fc.record({
        lateMs: fc.integer({ min: 0, max: 400 }),
        wanted: fc.integer({ min: 1, max: 10 }),
        leave: fc.nat(10),
        givenBackAfter: fc.nat(2),
      }),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(fc.constantFrom(1, 50, 5_000), steps, (rate, taken) => {
        const { pace, pass } = paced(rate)
        const left: { readonly atMs: number; readonly messages: number }[] = []
        const later: (readonly (() => void)[])[] = []
        let nowMs = 0
        for (const [index, { lateMs, wanted, leave, givenBackAfter }] of taken.entries()) {
          const waitMs = pace.waitMs() + lateMs
          pass(waitMs)
          nowMs += waitMs
          const messages = Math.min(wanted, leave)
          const giveBack = pace.take(wanted)
          const at = index + givenBackAfter
          later[at] = [...(later[at] ?? []), () => giveBack(wanted - messages)]
          for (const give of later[index] ?? []) give()
          left.push({ atMs: nowMs, messages })
        }
        for (const [from, { atMs }] of left.entries()) {
          let sum = 0
          for (const { atMs: to, messages } of left.slice(from)) {
            // One request may leave at both ends, and 40 ms may be caught up.
            expect(sum).toBeLessThanOrEqual(((to - atMs + 40) / 1_000) * rate + 1e-6)
            sum += messages
          }
        }
      }),
    )
  })
})
