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

/** The service's clock: the machine's until it is set, moved or frozen. */
export class EmulatorClock {
  readonly #real: () => number
  #aheadMs = 0
  #frozenAt: number | undefined

  constructor(real: () => number = Date.now) {
    this.#real = real
  }

  /** True if it is the machine's clock. */
  get isReal(): boolean {
    return this.#aheadMs === 0 && this.#frozenAt === undefined
  }

  /** Milliseconds since 1970. */
  readonly now = (): number => this.#at(this.#real())

  /** @throws EmulatorOptionsError for a time that cannot be read; the place is that of the change */
  readonly change = (change: ClockChange, place = ''): ClockState => {
    // Read once: it may go on while this runs.
    const real = this.#real()
    const goTo = (time: number, frozen = this.#frozenAt !== undefined): void => {
      // Far out a `Date` is invalid, and everything that shows one throws.
      if (!(time >= firstTime && time <= lastTime)) {
        const pointer = place + ('set' in change ? '/set' : 'moveMs' in change ? '/moveMs' : '')
        throw new EmulatorOptionsError([{ pointer, message: { en: 'is no time', ko: '시각이 아닙니다' } }])
      }
      this.#aheadMs = time - real
      this.#frozenAt = frozen ? time : undefined
    }
    if ('real' in change) goTo(real, false)
    else if ('moveMs' in change) goTo(this.#at(real) + change.moveMs)
    else if ('set' in change) {
      goTo(typeof change.set === 'number' ? change.set : Date.parse(change.set), change.frozen)
    } else goTo(this.#at(real), change.frozen)
    return this.#stateAt(real)
  }

  state(): ClockState {
    return this.#stateAt(this.#real())
  }

  #at(real: number): number {
    return this.#frozenAt ?? real + this.#aheadMs
  }

  #stateAt(real: number): ClockState {
    const now = this.#at(real)
    return { now, iso: new Date(now).toISOString(), frozen: this.#frozenAt !== undefined, aheadMs: now - real }
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
