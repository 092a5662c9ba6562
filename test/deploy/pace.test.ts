import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Pace, Turns } from '../../src/deploy/pace.ts'
import type { RateSlot } from '../../src/ledger/shared-work.ts'
import { VirtualClock } from './virtual-clock.ts'

/** A pace under a clock that stands until it is moved. */
function paced(rate: number): { pace: Pace; pass: (ms: number) => void } {
  let nowMs = 1_800_000_000_000
  return { pace: new Pace(rate, () => nowMs), pass: (ms) => (nowMs += ms) }
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

  it('keeps the time of what has just left when a smaller request is refused', () => {
    const { pace, pass } = paced(10)
    pace.take(10)
    pace.leave(10)
    pass(100)
    expect(pace.slow({ requestMs: 300, waitMs: 100, takesMs: 100 })).toBe(0.5)
    expect(pace.waitMs()).toBeCloseTo(860)
  })

  it('forgets what a clock said that was set back', () => {
    const { pace, pass } = paced(50)
    pace.take(10)
    pace.hold(300)
    pass(-3_600_000)
    expect(pace.waitMs()).toBeLessThanOrEqual(300)
    pass(300)
    expect(pace.waitMs()).toBe(0)
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

/** Gives slots after these times; how many answers are still to come stands in each as `slowed`. */
function slotsAfter(clock: VirtualClock, answersMs: number[]): (messages: number, rate: number) => Promise<RateSlot> {
  return async (_, rate) => {
    await clock.sleep(answersMs.shift() ?? 20)
    return { waitMs: 0, rate, slowed: answersMs.length }
  }
}

describe('turns', () => {
  it('are given to nobody else while a claim takes long: what waits for the same disk would leave at once', async () => {
    const clock = new VirtualClock()
    const { signal: stop } = new AbortController()
    const pace = new Pace(10, clock.now)
    const turns = new Turns({ rate: 10, clock, pace, reserve: undefined, isOver: () => false, stop })
    const first = await turns.take(10)
    let isGiven = false
    const second = turns.take(10).then(() => (isGiven = true))
    await clock.sleep(5_000)
    expect(isGiven).toBe(false)
    first.leave(10)
    await second
    expect(clock.elapsedMs).toBeGreaterThan(5_900)
  })

  it('are given to nobody else while a connection takes long, and those behind it keep their distance', async () => {
    const clock = new VirtualClock()
    const { signal: stop } = new AbortController()
    const pace = new Pace(10, clock.now)
    const turns = new Turns({ rate: 10, clock, pace, reserve: undefined, isOver: () => false, stop })
    const first = await turns.take(10)
    first.leave(10)
    const written = turns.hand(10)
    let isGiven = false
    const second = turns.take(10).then(() => (isGiven = true))
    await clock.sleep(5_000)
    expect(isGiven).toBe(false)
    written(true)
    // Its answer says nothing new.
    written(false)
    await second
    expect(clock.elapsedMs).toBeGreaterThan(5_900)
    expect(clock.elapsedMs).toBeLessThan(6_100)
  })

  it('are given at once where a connection did not come about', async () => {
    const clock = new VirtualClock()
    const { signal: stop } = new AbortController()
    const pace = new Pace(10, clock.now)
    const turns = new Turns({ rate: 10, clock, pace, reserve: undefined, isOver: () => false, stop })
    const first = await turns.take(10)
    first.leave(10)
    const written = turns.hand(10)
    const second = turns.take(10)
    await clock.sleep(5_000)
    written(false)
    await second
    expect(clock.elapsedMs).toBeLessThan(5_100)
  })

  it('keep their distance from a claim of all workers that was answered late', async () => {
    const clock = new VirtualClock()
    const { signal: stop } = new AbortController()
    const reserve = async (_: number, rate: number): Promise<RateSlot> => ({ waitMs: 0, rate, slowed: 0 })
    const turns = new Turns({ rate: 10, clock, pace: new Pace(10, clock.now), reserve, isOver: () => false, stop })
    const first = await turns.take(6)
    // The machine sleeps before it has the answer of the database.
    clock.standStill(2_000)
    first.leave(6)
    await turns.take(10)
    expect(clock.elapsedMs).toBeGreaterThan(2_500)
    expect(clock.elapsedMs).toBeLessThan(2_700)
  })

  it('are reserved again where the answer took seconds: the machine may have slept, and the slots have gone by', async () => {
    const clock = new VirtualClock()
    const { signal: stop } = new AbortController()
    const reserve = slotsAfter(clock, [20, 20_000, 30, 25])
    const turns = new Turns({ rate: 10, clock, pace: new Pace(10, clock.now), reserve, isOver: () => false, stop })
    const slowed: unknown[] = []
    for (const messages of [1, 10, 10]) {
      const { slot, leave } = await turns.take(messages)
      slowed.push(slot?.slowed)
      leave(messages)
    }
    // Each answer is known by how many are still to come: the second one is not used.
    expect(slowed).toEqual([3, 1, 0])
  })

  it('are reserved again too where the first answer of a deploy that goes on took seconds', async () => {
    const clock = new VirtualClock()
    const { signal: stop } = new AbortController()
    const reserve = slotsAfter(clock, [20, 20_000, 30])
    const slowed: unknown[] = []
    // Behind the restricted hours, say.
    for (let time = 1; time <= 2; time++) {
      const turns = new Turns({ rate: 10, clock, pace: new Pace(10, clock.now), reserve, isOver: () => false, stop })
      const { slot, leave } = await turns.take(1)
      slowed.push(slot?.slowed)
      leave(1)
    }
    expect(slowed).toEqual([2, 0])
  })

  it('are reserved again once a quick answer shows how long that about them was on its way', async () => {
    const clock = new VirtualClock()
    const { signal: stop } = new AbortController()
    const reserve = slotsAfter(clock, [900, 400, 20])
    const pace = new Pace(2_000, clock.now)
    const turns = new Turns({ rate: 2_000, clock, pace, reserve, isOver: () => false, stop })
    const slowed: unknown[] = []
    // Each time there are slots left of those before: they are too old, good, and older than they seemed.
    for (const laterMs of [0, 600, 250]) {
      await clock.sleep(laterMs)
      const { slot, leave } = await turns.take(1)
      slowed.push(slot?.slowed)
      leave(1)
    }
    expect(slowed).toEqual([2, 1, 0])
  })
})
