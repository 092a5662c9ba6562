import { sendCodes } from '../../src/contract/friend-talk/codes.ts'
import type { Leaving } from './checker.ts'
import type { NetworkFault } from './network.ts'
import { type Process, type Random, theWorld } from './world.ts'

/** A message that reached the service, as a phone would show it. */
export interface Arrival extends Leaving {
  /** Whether the service took it. */
  readonly isTaken: boolean
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly afterMs: number
  /** Keys that it says were taken. */
  readonly confirmed: readonly string[]
}

/** What the service does to a request that arrives. */
export type ServiceFault =
  | 'none'
  | 'error-taken'
  | 'error-not-taken'
  | 'error-with-results'
  | 'too-many'
  | 'too-many-retry-after'
  | 'key-missing'
  | 'key-twice'
  | 'key-foreign'
  | 'key-exchanged'
  | 'shuffled'
  | 'no-credit'
  | 'no-session'
  | 'rejects-one'
  | 'rejects-all'
  | 'wrong-credentials'
  | 'odd-code'
  | 'odd-request-code'
  | 'clock-off'
  | 'contradiction'

export interface ServiceOptions {
  readonly timeoutMs: number
  readonly network: Readonly<Record<NetworkFault, number>>
  readonly faults: Readonly<Record<ServiceFault, number>>
  /** How long an answer takes at most, in milliseconds. */
  readonly answerMs: number
}

const rejections = Object.keys(sendCodes).filter(
  (code) => !['C100', 'G150', 'G160', 'C500_1'].includes(code) && !code.startsWith('C4') && code !== 'G110',
) as [string, ...string[]]

/** The messaging service and the phones behind it. It does what the seed says, and forgets nothing. */
export class Service {
  readonly arrivals: Arrival[] = []
  readonly timeoutMs: number
  readonly tooManyRequests: 'unknown' | 'not-taken'
  /** Keys of which an answer said that they were rejected. */
  readonly rejected = new Set<string>()
  /** Told of every request that leaves. */
  onWrite: (process: Process, dispatchedMs: number, sends: readonly Leaving[]) => void = () => {}
  /** Told of keys that a whole answer says were taken. */
  onConfirm: (process: Process, keys: readonly string[]) => void = () => {}
  /** Told of every message that is taken. */
  onTaken: (key: string) => void = () => {}
  #options: ServiceOptions

  constructor(options: ServiceOptions, tooManyRequests: 'unknown' | 'not-taken') {
    this.#options = options
    this.tooManyRequests = tooManyRequests
    this.timeoutMs = options.timeoutMs
  }

  /** From now on everything works. */
  calmDown(): void {
    const nothing = <K extends string>(weights: Readonly<Record<K, number>>): Record<K, number> =>
      Object.fromEntries(Object.keys(weights).map((key) => [key, key === 'none' ? 1 : 0])) as Record<K, number>
    const { network, faults } = this.#options
    this.#options = { ...this.#options, network: nothing(network), faults: nothing(faults) }
  }

  nextFault(): NetworkFault {
    return theWorld().random.weighted(this.#options.network)
  }

  receive(sends: readonly Leaving[]): Answer {
    const world = theWorld()
    const { random } = world
    const fault = random.weighted(this.#options.faults)
    // Whether 429 means that nothing was taken the operator says; where nobody does it may mean anything.
    const isTaken = fault.startsWith('too-many')
      ? this.tooManyRequests === 'unknown' && random.chance(0.5)
      : !refusing.has(fault)
    const outcomes = sends.map(({ key }) => ({ key, code: 'C100', isTaken }))
    if (isTaken) judge(fault, outcomes, random)
    for (const [index, send] of sends.entries()) {
      const { key, number } = send
      const arrival = { ...send, isTaken: outcomes.at(index)?.isTaken === true }
      this.arrivals.push(arrival)
      if (arrival.isTaken) this.onTaken(key)
      world.tell(`phone ${number} ${arrival.isTaken ? 'gets' : 'does not get'} ${key} (${fault})`)
    }
    const results = answerTo(fault, outcomes, random)
    for (const { key, code } of outcomes)
      if (rejections.includes(code) || fault === 'rejects-all') this.rejected.add(key)
    const date = new globalThis.Date(world.nowMs + (fault === 'clock-off' ? 300_000 : 0)).toUTCString()
    const internal = { code: 'C500_1', description: 'internal' }
    const [status, value, more = {}] = requestAnswers[fault]?.(random, { results, internal }) ?? [200, { results }]
    return {
      status,
      headers: { date, ...more },
      body: Buffer.from(JSON.stringify(value)),
      afterMs: random.latency(1, this.#options.answerMs),
      confirmed: requestAnswers[fault] ? [] : confirmedIn(results),
    }
  }
}

interface Contents {
  readonly results: readonly Result[]
  readonly internal: object
}

/** What is answered where it is not 200 with the results. */
const requestAnswers: Partial<
  Record<ServiceFault, (random: Random, contents: Contents) => [number, object, Record<string, string>?]>
> = {
  'error-taken': (random, { internal }) => [random.pick([500, 502, 503, 504]), internal],
  'error-not-taken': (random, { internal }) => [random.pick([500, 502, 503, 504]), internal],
  'error-with-results': (random, { results }) => [random.pick([500, 502]), { results }],
  'odd-request-code': (random, { internal }) => [random.pick([200, 400]), internal],
  'too-many': () => [429, {}],
  'too-many-retry-after': (random) => [429, {}, { 'retry-after': String(random.pick([0, 0, 1, 5])) }],
  'wrong-credentials': () => [401, { code: 'C400_2', description: 'authentication failed' }],
  'rejects-all': () => [400, { code: 'C400_1', description: 'wrong' }],
  contradiction: (_, { results }) => [200, { code: 'C500_1', results }],
}

interface Outcome {
  readonly key: string
  code: string
  isTaken: boolean
}

const refusing: ReadonlySet<ServiceFault> = new Set<ServiceFault>([
  'error-not-taken',
  'wrong-credentials',
  'rejects-all',
])

/** Decides what becomes of the messages of a request. */
function judge(fault: ServiceFault, outcomes: readonly Outcome[], random: Random): void {
  const at = random.between(0, outcomes.length - 1)
  const refuse = (code: string, some: readonly Outcome[]): void => {
    for (const outcome of some) Object.assign(outcome, { code, isTaken: false })
  }
  switch (fault) {
    case 'rejects-one':
      refuse(random.pick(rejections), outcomes.slice(at, at + 1))
      break
    case 'no-credit':
      refuse('G150', outcomes.slice(at))
      break
    case 'no-session':
      refuse('G160', outcomes.slice(at))
      break
    case 'odd-code':
      // Whether that means that it was taken nobody can know.
      for (const outcome of outcomes.slice(at, at + 1)) {
        Object.assign(outcome, { code: random.pick(['c100', ' C100', 'C100 ', 'C500_1']), isTaken: random.chance(0.5) })
      }
      break
    default:
  }
}

interface Result {
  readonly msg_key: string
  readonly code: string
}

/** Returns the results as the service tells them. */
function answerTo(fault: ServiceFault, outcomes: readonly Outcome[], random: Random): readonly Result[] {
  const results = outcomes.map(({ key, code }) => ({ msg_key: key, code }))
  const at = random.between(0, results.length - 1)
  switch (fault) {
    case 'key-missing':
      return results.filter((_, index) => index !== at)
    case 'key-twice':
      return [...results, ...results.slice(at, at + 1)]
    case 'key-foreign':
      return [...results, { msg_key: 'nobody-sent-this', code: 'C100' }]
    case 'key-exchanged':
      // As many as were asked for, and one of them is somebody else's.
      return results.map((result, index) => (index === at ? { ...result, msg_key: 'nobody-sent-this' } : result))
    case 'shuffled':
      return results.toReversed()
    default:
      return results
  }
}

/** Keys that are there once, with the code of success. */
function confirmedIn(results: readonly Result[]): readonly string[] {
  const keys = results.map(({ msg_key }) => msg_key)
  return results
    .filter(({ msg_key: key, code }) => code === 'C100' && keys.indexOf(key) === keys.lastIndexOf(key))
    .map(({ msg_key }) => msg_key)
}

let service: Service | undefined

export function theService(): Service {
  if (service === undefined) throw new Error('No service is simulated.')
  return service
}

export function openFor(next: Service): void {
  service = next
}
