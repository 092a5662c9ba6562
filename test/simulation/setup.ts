// What a seed decides before anything happens.
import type { ServiceOptions } from './service.ts'
import type { Random } from './world.ts'

export interface Message {
  readonly id: string
  readonly numbers: readonly string[]
  /** Whether everybody gets the same text. */
  readonly isShared: boolean
}

/** The service that is sent to, and how many messages a request carries at most. */
export interface Target {
  readonly service: 'friend-talk' | 'brand-message'
  readonly batch: number
}

export interface Setup {
  readonly target: Target
  readonly messages: readonly Message[]
  readonly rate: number
  readonly concurrency: number
  readonly requestTimeoutMs: number
  readonly isAtNight: boolean
  readonly tooManyRequests: 'unknown' | 'not-taken'
  /** Undefined where nobody may be excluded. */
  readonly excluded?: readonly string[]
  /** Whether the list of excluded people is given with each deploy, and not configured. */
  readonly isListGiven: boolean
  /** Whether there is a second release to the same people; `left-out`: only to those who have nothing of the first. */
  readonly second: 'none' | 'to-all' | 'left-out'
  /** Whether little goes wrong but that connections do not come about. */
  readonly isCalm: boolean
  readonly service: ServiceOptions
  /** Whether the service tells what became of the messages that it took. */
  readonly reportsResults: boolean
  /** Whether the monotonic clock stands still while a machine sleeps. */
  readonly standsStill: boolean
}

export function releasesOf({ second }: Setup): readonly [string, ...string[]] {
  return second === 'none' ? ['r1'] : ['r1', 'r2']
}

export function setupOf(random: Random): Setup {
  // Runs go on for long then, with many requests in flight.
  const isCalm = random.chance(0.25)
  const target: Target = random.chance(0.5)
    ? { service: 'friend-talk', batch: 10 }
    : { service: 'brand-message', batch: random.pick([1, 2, 3, 8, 30]) }
  const messages = ['a', 'b', 'c'].slice(0, random.pick([1, 1, 2, 2, 3])).map((id): Message => {
    const count = random.between(1, random.pick(isCalm ? [25, 60] : [3, 8, 25]))
    const from = random.between(0, 10)
    return {
      id,
      isShared: target.service === 'brand-message' && random.chance(0.7),
      numbers: Array.from({ length: count }, (_, index) => `0107${String(from + index).padStart(7, '0')}`),
    }
  })
  const numbers = messages.flatMap((message) => message.numbers)
  const requestTimeoutMs = random.pick([1_000, 3_000, 10_000])
  const setup: Setup = {
    target,
    messages,
    rate: random.pick([5, 20, 50, 500, 2_000]),
    concurrency: random.pick(isCalm ? [2, 4, 8, 8] : [1, 1, 2, 4, 8]),
    requestTimeoutMs,
    isCalm,
    service: serviceOf(random, requestTimeoutMs, isCalm),
    isAtNight: random.chance(0.2),
    tooManyRequests: random.pick(['unknown', 'not-taken'] as const),
    reportsResults: random.chance(0.4),
    standsStill: random.chance(0.5),
    ...(random.chance(0.3) && { excluded: numbers.filter(() => random.chance(0.2)) }),
    second: random.pick(['none', 'none', 'none', 'to-all', 'left-out'] as const),
    isListGiven: random.chance(0.3),
  }
  // Only whole requests that leave again at once are more than the rate allows.
  const isLarge = messages.some((message) => message.numbers.length > 12)
  return isLarge && random.chance(0.3) ? throttled(setup) : setup
}

/** The same, where the service takes less than the rate, and says when it takes more again; nothing else is under way meanwhile. */
function throttled(setup: Setup): Setup {
  const { service } = setup
  const faults = { ...service.faults, 'too-many-retry-after': 6 }
  return { ...setup, rate: 5, concurrency: 1, tooManyRequests: 'not-taken', service: { ...service, faults } }
}

function serviceOf(random: Random, requestTimeoutMs: number, isCalm: boolean): ServiceOptions {
  // Mostly well: what goes wrong all the time goes nowhere.
  const weight = (): number => (random.chance(isCalm ? 0.05 : 0.35) ? random.next() * 2 : 0)
  return {
    timeoutMs: requestTimeoutMs,
    answerMs: random.pick([20, 200, 2_000]),
    network: {
      none: 10,
      refused: isCalm ? random.next() * 8 : weight(),
      'name-not-found': weight(),
      'connect-timeout': weight(),
      'connects-late': weight(),
      'reset-before-arrival': weight(),
      'reset-after-arrival': weight(),
      'ends-after-arrival': weight(),
      'answer-never': weight(),
      'answer-late': weight(),
      'answer-cut': weight(),
      'answer-garbage': weight(),
      'answer-too-large': weight(),
    },
    faults: {
      none: 12,
      'error-taken': weight(),
      'error-not-taken': weight(),
      'error-with-results': weight(),
      'too-many': weight(),
      'too-many-retry-after': weight(),
      'key-missing': weight(),
      'key-twice': weight(),
      'key-foreign': weight(),
      'key-exchanged': weight(),
      shuffled: weight(),
      'no-credit': weight() / 2,
      'no-session': weight() / 2,
      'rejects-one': weight(),
      'rejects-all': weight(),
      'wrong-credentials': weight() / 2,
      'odd-code': weight(),
      'odd-request-code': weight(),
      'clock-off': weight() / 4,
      contradiction: 3 * weight(),
    },
  }
}
