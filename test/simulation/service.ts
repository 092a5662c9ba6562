import type { Leaving } from './checker.ts'
import type { NetworkFault, ServiceFault, ServiceOptions } from './setup.ts'
import type { Outcome, Wire } from './wires.ts'
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
  readonly wire: Wire
  #options: ServiceOptions

  constructor(options: ServiceOptions, tooManyRequests: 'unknown' | 'not-taken', wire: Wire) {
    this.wire = wire
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
    const { wire } = this
    const outcomes = sends.map(({ key, number }, place) => ({ key, number, place, code: wire.taken, isTaken }))
    if (isTaken) judge({ fault, outcomes, wire }, random)
    for (const [index, send] of sends.entries()) {
      const { key, number } = send
      const arrival = { ...send, isTaken: outcomes.at(index)?.isTaken === true }
      this.arrivals.push(arrival)
      if (arrival.isTaken) this.onTaken(key)
      world.tell(`phone ${number} ${arrival.isTaken ? 'gets' : 'does not get'} ${key} (${fault})`)
    }
    const told = toldOf(fault, outcomes, random)
    for (const { key, code } of outcomes)
      if (wire.rejections.includes(code) || fault === 'rejects-all') this.rejected.add(key)
    const date = new globalThis.Date(world.nowMs + (fault === 'clock-off' ? 300_000 : 0)).toUTCString()
    const [status, value, more = {}] = requestAnswers[fault]?.(random, { wire, told }) ?? [200, wire.results(told)]
    return {
      status,
      headers: { date, ...more },
      body: Buffer.from(JSON.stringify(value)),
      afterMs: random.latency(1, this.#options.answerMs),
      confirmed: requestAnswers[fault] || (wire.doubtsAll && told !== outcomes) ? [] : confirmedIn(told, wire.taken),
    }
  }
}

interface Contents {
  readonly wire: Wire
  readonly told: readonly Outcome[]
}

/** What is answered where it is not 200 with the results. */
const requestAnswers: Partial<
  Record<ServiceFault, (random: Random, contents: Contents) => [number, object, Record<string, string>?]>
> = {
  'error-taken': (random, { wire }) => [random.pick([500, 502, 503, 504]), wire.internal],
  'error-not-taken': (random, { wire }) => [random.pick([500, 502, 503, 504]), wire.internal],
  'error-with-results': (random, { wire, told }) => [random.pick([500, 502]), wire.results(told)],
  'odd-request-code': (random, { wire }) => [random.pick([200, 400]), wire.internal],
  'too-many': () => [429, {}],
  'too-many-retry-after': (random) => [429, {}, { 'retry-after': String(random.pick([0, 0, 1, 5])) }],
  'wrong-credentials': (_, { wire }) => [401, wire.unauthorized],
  'rejects-all': (_, { wire }) => [400, wire.refused],
  contradiction: (random, { wire, told }) => [200, random.pick(wire.contradictions(told))],
}

interface Judged extends Outcome {
  readonly isTaken: boolean
}

const refusing: ReadonlySet<ServiceFault> = new Set<ServiceFault>([
  'error-not-taken',
  'wrong-credentials',
  'rejects-all',
])

/** Decides what becomes of the messages of a request. */
function judge(
  { fault, outcomes, wire }: { fault: ServiceFault; outcomes: readonly Judged[]; wire: Wire },
  random: Random,
): void {
  const at = random.between(0, outcomes.length - 1)
  const refuse = (code: string, some: readonly Judged[]): void => {
    for (const outcome of some) Object.assign(outcome, { code, isTaken: false })
  }
  switch (fault) {
    case 'rejects-one':
      refuse(random.pick(wire.rejections), outcomes.slice(at, at + 1))
      break
    case 'no-credit':
      refuse(wire.noCredit, outcomes.slice(at))
      break
    case 'no-session':
      refuse(wire.noSession, outcomes.slice(at))
      break
    case 'odd-code':
      // Whether that means that it was taken nobody can know.
      for (const outcome of outcomes.slice(at, at + 1)) {
        Object.assign(outcome, { code: random.pick(wire.odd), isTaken: random.chance(0.5) })
      }
      break
    default:
      // Or whoever takes one answer for another would never be wrong.
      if (fault !== 'none' && random.chance(0.5)) refuse(random.pick(wire.rejections), outcomes.slice(at, at + 1))
  }
}

/** Returns the outcomes as the service tells them. */
function toldOf(fault: ServiceFault, outcomes: readonly Outcome[], random: Random): readonly Outcome[] {
  const at = random.between(0, outcomes.length - 1)
  switch (fault) {
    case 'key-missing':
      return outcomes.filter((_, index) => index !== at)
    case 'key-twice':
      return [...outcomes, ...outcomes.slice(at, at + 1)]
    case 'key-foreign':
      return [
        ...outcomes,
        ...outcomes.slice(0, 1).map((one) => ({ ...one, ...nobody, place: random.pick([at, outcomes.length]) })),
      ]
    case 'key-exchanged':
      // As many as were asked for, and one of them is somebody else's.
      return outcomes.map((one, index) => (index === at ? { ...one, ...nobody } : one))
    case 'shuffled':
      return outcomes.toReversed()
    default:
      return outcomes
  }
}

/** A message that nobody sent. */
const nobody = { key: 'nobody-sent-this', number: '01000000000' }

/** Keys that are there once, with the code of success. */
function confirmedIn(told: readonly Outcome[], taken: string): readonly string[] {
  const keys = told.map(({ key }) => key)
  return told
    .filter(({ key, code }) => code === taken && keys.indexOf(key) === keys.lastIndexOf(key))
    .map(({ key }) => key)
}
