// What a seed decides before anything happens.
import type { Random } from './world.ts'

export type Setup = ReturnType<typeof chosen>
export type Message = Setup['messages'][number]
export type NetworkFault = keyof Setup['network']
export type ServiceFault = keyof Setup['faults']

export function setupOf(random: Random): Setup {
  const setup = chosen(random)
  // Only whole requests that leave again at once are more than the rate allows.
  const isLarge = setup.messages.some((message) => message.numbers.length > 12)
  if (!isLarge || !random.chance(0.3)) return setup
  // The service takes less than the rate, and says when it takes more again; nothing else is under way meanwhile.
  const faults = { ...setup.faults, 'too-many-retry-after': 6 }
  return { ...setup, rate: 5, concurrency: 1, tooManyRequests: 'not-taken', faults }
}

function chosen(random: Random) {
  // Little goes wrong but that connections do not come about.
  // Runs go on for long then, with many requests in flight.
  const isCalm = random.chance(0.25)
  // Mostly well: what goes wrong all the time goes nowhere.
  const weight = (): number => (random.chance(isCalm ? 0.05 : 0.35) ? random.next() * 2 : 0)
  // The service that is sent to, and how many messages a request carries at most.
  const target = random.chance(0.5)
    ? ({ service: 'friend-talk', batch: 10 } as const)
    : ({ service: 'brand-message', batch: random.pick([1, 2, 3, 8, 30]) } as const)
  const messages = ['a', 'b', 'c'].slice(0, random.pick([1, 1, 1, 2, 2, 3])).map((id) => {
    const count = random.between(1, random.pick(isCalm ? [15, 40] : [2, 5, 15]))
    const from = random.between(0, 10)
    return {
      id,
      /** Whether everybody gets the same text. */
      isShared: target.service === 'brand-message' && random.chance(0.7),
      numbers: Array.from({ length: count }, (_, index) => `0107${String(from + index).padStart(7, '0')}`),
    }
  })
  const numbers = messages.flatMap((message) => message.numbers)
  const second = random.pick(['none', 'none', 'none', 'none', 'to-all', 'left-out'] as const)
  return {
    target,
    messages,
    numbers,
    rate: random.pick([5, 20, 50, 500, 2_000]),
    concurrency: random.pick(isCalm ? [2, 4, 8, 8] : [1, 1, 2, 4, 8]),
    requestTimeoutMs: random.pick([1_000, 3_000, 10_000]),
    isAtNight: random.chance(0.2),
    tooManyRequests: random.pick(['unknown', 'not-taken'] as const),
    /** Whether the service tells what became of the messages that it took. */
    reportsResults: random.chance(0.4),
    /** Whether the monotonic clock stands still while a machine sleeps. */
    standsStill: random.chance(0.5),
    /** Not there where nobody may be excluded. */
    ...(random.chance(0.3) && { excluded: numbers.filter(() => random.chance(0.2)) }),
    releases: (second === 'none' ? ['r1'] : ['r1', 'r2']) as [string, ...string[]],
    /** Whether the second release leaves out who has something of the first. */
    isLeftOut: second === 'left-out',
    /** Whether the list of excluded people is given with each deploy, and not configured. */
    isListGiven: random.chance(0.3),
    /** How long an answer takes at most. */
    answerMs: random.pick([20, 200, 2_000]),
    /** Before a request's first byte is written, on its way, or with its answer. */
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
    /** What the service does to a request that arrives. */
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
