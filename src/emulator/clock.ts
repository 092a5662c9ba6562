import type { Contract } from '../contract/contract.ts'
import { timeOfDayIn, timeOfDayMs } from '../text/korean-time.ts'
import { EmulatorOptionsError } from './options-error.ts'
import type { ClockChange } from './settings.ts'

/** The time of the emulator. */
export interface ClockState {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly iso: string
  readonly frozen: boolean
  /** The time that it is ahead of the machine's clock. */
  readonly aheadMs: number
}

export type EmulatorClock = ReturnType<typeof createClock>

/** Creates the service's clock: the machine's until it is set, moved or frozen. */
export function createClock(real: () => number = Date.now) {
  let aheadMs = 0
  let frozenAt: number | undefined
  const at = (machineTime: number): number => frozenAt ?? machineTime + aheadMs
  const stateAt = (machineTime: number): ClockState => {
    const now = at(machineTime)
    return { now, iso: new Date(now).toISOString(), frozen: frozenAt !== undefined, aheadMs: now - machineTime }
  }
  return {
    /** Returns milliseconds since 1970. */
    now: (): number => at(real()),
    isMachineTime: (): boolean => aheadMs === 0 && frozenAt === undefined,
    state: (): ClockState => stateAt(real()),
    /** @throws EmulatorOptionsError for a time that cannot be read; the place is that of the change */
    change(change: ClockChange, place = ''): ClockState {
      // Read once: it may go on while this runs.
      const machineTime = real()
      const goTo = (time: number, frozen = frozenAt !== undefined): void => {
        // Far out a `Date` is invalid, and everything that shows one throws.
        if (!(time >= firstTime && time <= lastTime)) {
          const pointer = place + ('set' in change ? '/set' : 'moveMs' in change ? '/moveMs' : '')
          throw new EmulatorOptionsError([{ pointer, message: { en: 'is no time', ko: '시각이 아닙니다' } }])
        }
        aheadMs = time - machineTime
        frozenAt = frozen ? time : undefined
      }
      if ('real' in change) goTo(machineTime, false)
      else if ('moveMs' in change) goTo(at(machineTime) + change.moveMs)
      else if ('set' in change) goTo(new Date(change.set).getTime(), change.frozen)
      else goTo(at(machineTime), change.frozen)
      return stateAt(machineTime)
    },
  }
}

/** The years of which a date is written with four digits, and a century to spare: images expire later than now. */
const firstTime = Date.parse('0001-01-01T00:00:00Z')
const lastTime = Date.parse('9899-12-31T00:00:00Z')

/** Returns whether a service restricts sending at a time (milliseconds since 1970) in Korea. */
export function isRestricted(time: number, { restrictedFrom, restrictedUntil }: Contract['hours']): boolean {
  const now = timeOfDayMs(time)
  return now >= timeOfDayIn(restrictedFrom) || now < timeOfDayIn(restrictedUntil)
}
