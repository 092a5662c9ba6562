import type { Checker, Leaving } from './checker.ts'
import type { NetworkFault, ServiceFault, Setup } from './setup.ts'
import type { Outcome, Wire } from './wires.ts'
import { type Random, theWorld } from './world.ts'

/** A message that reached the service, as a phone would show it. */
interface Arrival extends Leaving {
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
  /** Keys of which an answer said that they were rejected. */
  readonly rejected = new Set<string>()
  /** Told of every request that leaves, and of keys that a whole answer says were taken. */
  checker: Checker | undefined
  /** Told of every message that is taken. */
  onTaken: (key: string) => void = () => {}
  /** Whether everything works. */
  isCalm = false
  readonly setup: Setup
  readonly wire: Wire

  constructor(setup: Setup, wire: Wire) {
    this.setup = setup
    this.wire = wire
  }

  nextFault(): NetworkFault {
    return this.isCalm ? 'none' : theWorld().random.weighted(this.setup.network)
  }

  receive(sends: readonly Leaving[]): Answer {
    const world = theWorld()
    const { random } = world
    const { wire } = this
    const fault = this.isCalm ? 'none' : random.weighted(this.setup.faults)
    // Whether 429 means that nothing was taken the operator says; where nobody does it may mean anything.
    const isTaken = fault.startsWith('too-many')
      ? this.setup.tooManyRequests === 'unknown' && random.chance(0.5)
      : !refusing.has(fault)
    const outcomes = sends.map((send, place) => ({ ...send, place, code: wire.taken, isTaken }))
    if (isTaken) this.#judge(fault, outcomes)
    for (const { key, number, text, isTaken: isGot } of outcomes) {
      this.arrivals.push({ key, number, text, isTaken: isGot })
      if (isGot) this.onTaken(key)
      world.tell(`phone ${number} ${isGot ? 'gets' : 'does not get'} ${key} (${fault})`)
    }
    const told = toldOf(fault, outcomes, random)
    for (const { key, code } of outcomes)
      if (wire.rejections.includes(code) || fault === 'rejects-all') this.rejected.add(key)
    const date = new globalThis.Date(world.nowMs + (fault === 'clock-off' ? 300_000 : 0)).toUTCString()
    const [status, value, more = {}] = requestAnswers[fault]?.({ random, wire, told }) ?? [200, wire.results(told)]
    return {
      status,
      headers: { date, ...more },
      body: Buffer.from(JSON.stringify(value)),
      afterMs: random.latency(1, this.setup.answerMs),
      confirmed: requestAnswers[fault] || (wire.doubtsAll && told !== outcomes) ? [] : confirmedIn(told, wire.taken),
    }
  }

  /** Decides what becomes of the messages of a request. */
  #judge(fault: ServiceFault, outcomes: readonly Judged[]): void {
    const { random } = theWorld()
    const { wire } = this
    const at = random.between(0, outcomes.length - 1)
    const one = outcomes.slice(at, at + 1)
    const refuse = (code: string, some: readonly Judged[]): void => {
      for (const outcome of some) Object.assign(outcome, { code, isTaken: false })
    }
    if (fault === 'no-credit') refuse(wire.noCredit, outcomes.slice(at))
    else if (fault === 'no-session') refuse(wire.noSession, outcomes.slice(at))
    else if (fault === 'odd-code')
      // Whether that means that it was taken nobody can know.
      for (const each of one) Object.assign(each, { code: random.pick(wire.odd), isTaken: random.chance(0.5) })
    // With other faults now and then too, or whoever takes one answer for another would never be wrong.
    else if (fault === 'rejects-one' || (fault !== 'none' && random.chance(0.5)))
      refuse(random.pick(wire.rejections), one)
  }
}

type Judged = Outcome & Arrival

interface Contents {
  readonly random: Random
  readonly wire: Wire
  readonly told: readonly Outcome[]
}

/** What is answered where it is not 200 with the results. */
const requestAnswers: Partial<Record<ServiceFault, (contents: Contents) => [number, object, Record<string, string>?]>> =
  {
    'error-taken': ({ random, wire }) => [random.pick([500, 502, 503, 504]), wire.internal],
    'error-not-taken': ({ random, wire }) => [random.pick([500, 502, 503, 504]), wire.internal],
    'error-with-results': ({ random, wire, told }) => [random.pick([500, 502]), wire.results(told)],
    'odd-request-code': ({ random, wire }) => [random.pick([200, 400]), wire.internal],
    'too-many': () => [429, {}],
    'too-many-retry-after': ({ random }) => [429, {}, { 'retry-after': String(random.pick([0, 0, 1, 5])) }],
    'wrong-credentials': ({ wire }) => [401, wire.unauthorized],
    'rejects-all': ({ wire }) => [400, wire.refused],
    contradiction: ({ random, wire, told }) => [200, random.pick(wire.contradictions(told))],
  }

const refusing = new Set<ServiceFault>(['error-not-taken', 'wrong-credentials', 'rejects-all'])

/** A message that nobody sent. */
const nobody = { key: 'nobody-sent-this', number: '01000000000' }

/** Returns the outcomes as the service tells them. */
function toldOf(fault: ServiceFault, outcomes: readonly Outcome[], random: Random): readonly Outcome[] {
  const at = random.between(0, outcomes.length - 1)
  const [first] = outcomes
  if (fault === 'key-missing') return outcomes.filter((_, index) => index !== at)
  if (fault === 'key-twice') return [...outcomes, ...outcomes.slice(at, at + 1)]
  if (fault === 'key-foreign' && first)
    return [...outcomes, { ...first, ...nobody, place: random.pick([at, outcomes.length]) }]
  // As many as were asked for, and one of them is somebody else's.
  if (fault === 'key-exchanged') return outcomes.map((one, index) => (index === at ? { ...one, ...nobody } : one))
  return fault === 'shuffled' ? outcomes.toReversed() : outcomes
}

/** Keys that are there once, with the code of success. */
function confirmedIn(told: readonly Outcome[], taken: string): readonly string[] {
  const keys = told.map(({ key }) => key)
  const isOnce = ({ key }: Outcome): boolean => keys.indexOf(key) === keys.lastIndexOf(key)
  return told.filter((one) => one.code === taken && isOnce(one)).map(({ key }) => key)
}
