import { expect, it } from 'vitest'
import { createClock, type EmulatorClock } from '../../src/emulator/clock.ts'

/** A clock of the machine that goes on each time it is read. */
function ticking(): EmulatorClock {
  let now = Date.parse('2026-07-01T00:00:00Z')
  return createClock(() => now++)
}

it('is not off by what the change itself takes', () => {
  const clock = ticking()
  expect(clock.change({ moveMs: 1500 }).aheadMs).toBe(1500)
  expect(clock.change({ moveMs: -500 }).aheadMs).toBe(1000)
  expect(clock.change({ real: true }).aheadMs).toBe(0)
  expect(clock.change({ frozen: false }).aheadMs).toBe(0)
  expect(clock.isMachineTime()).toBe(true)
  const { now } = clock.change({ set: '2026-08-01T09:00:00+09:00', frozen: true })
  expect([now, clock.now(), clock.isMachineTime()]).toEqual([Date.parse('2026-08-01T00:00:00Z'), now, false])
})
