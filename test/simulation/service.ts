import { sendCodes } from '../../src/contract/friend-talk/codes.ts'
import type { NetworkFault } from './network.ts'
import type { RequestWatch } from './requests.ts'
import { pictureDigests } from './project.ts'
import { type UploadFault, Uploads } from './uploads.ts'
import { type Random, theWorld } from './world.ts'

/** A message that reached the service, as a phone would show it. */
export interface Arrival {
  readonly atMs: number
  readonly key: string
  readonly number: string
  readonly kind: string
  readonly text: string
  readonly sender: string
  /** URLs of its images. */
  readonly images: readonly (string | undefined)[]
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
  /** What a process that gets the whole answer knows. */
  readonly meaning: 'known' | 'unknown' | 'not-taken'
  /** Whether nothing more may be sent before a person looked. */
  readonly isPausing: boolean
  /** Digests of the images that it says were uploaded. */
  readonly digests?: readonly string[]
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
  readonly uploads: Readonly<Record<UploadFault, number>>
  /** How long an answer takes at most, in milliseconds. */
  readonly answerMs: number
}

interface Sent {
  readonly msg_key: string
  readonly receiver_number: string
  readonly msg?: string
  readonly sender_key: string
  readonly attachment?: Attachment
  readonly carousel?: { readonly list: readonly { readonly attachment?: Attachment }[] }
}

interface Attachment {
  readonly image?: { readonly img_url?: string }
}

const rejections = Object.keys(sendCodes).filter(
  (code) => !['C100', 'G150', 'G160', 'C500_1'].includes(code) && !code.startsWith('C4') && code !== 'G110',
) as [string, ...string[]]

/** The messaging service and the phones behind it. It does what the seed says, and forgets nothing. */
export class Service {
  readonly arrivals: Arrival[] = []
  readonly timeoutMs: number
  readonly tooManyRequests: 'unknown' | 'not-taken'
  /** Of the deploys that run. */
  watch: RequestWatch | undefined
  readonly uploads: Uploads = new Uploads()
  /** Keys of which an answer said that they were rejected. */
  readonly rejected = new Set<string>()
  readonly imageProblems: string[] = []
  /** Told of the images that a whole answer says were uploaded. */
  onUpload: (digests: readonly string[]) => void = () => {}
  /** Told of keys that a whole answer says were taken. */
  onConfirm: (keys: readonly string[]) => void = () => {}
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
    const uploads = { ...nothing(this.#options.uploads), taken: 1 }
    this.#options = { ...this.#options, network: nothing(network), faults: nothing(faults), uploads }
  }

  nextFault(): NetworkFault {
    return theWorld().random.weighted(this.#options.network)
  }

  receiveImages(path: string, body: Buffer): Answer {
    const { random, nowMs } = theWorld()
    const fault = random.weighted(this.#options.uploads)
    const headers = { date: dateOf(nowMs, fault) }
    const afterMs = random.latency(1, this.#options.answerMs)
    const isPausing = fault === 'clock-off'
    return { headers, afterMs, confirmed: [], meaning: 'known', isPausing, ...this.uploads.receive(path, body, fault) }
  }

  receive(path: string, body: Buffer): Answer {
    const world = theWorld()
    const { random } = world
    const fault = random.weighted(this.#options.faults)
    const { msg_data: messages } = JSON.parse(body.toString('utf8')) as { readonly msg_data: readonly Sent[] }
    const kind = path.split('/').find((part) => part.startsWith('ft-')) ?? ''
    // Whether 429 means that nothing was taken the operator says; where nobody does it may mean anything.
    const isTaken = fault.startsWith('too-many')
      ? this.tooManyRequests === 'unknown' && random.chance(0.5)
      : !refusing.has(fault)
    const outcomes = messages.map(({ msg_key: key }) => ({ key, code: 'C100', isTaken }))
    if (isTaken) judge(fault, outcomes, random)
    for (const [
      index,
      { msg_key: key, receiver_number: number, msg = '', sender_key: sender, attachment, carousel },
    ] of messages.entries()) {
      const shown = carousel ? carousel.list.map((card) => card.attachment) : [attachment]
      const images = shown.map((each) => each?.image?.img_url)
      const taken = outcomes.at(index)?.isTaken === true
      const arrival = { atMs: world.nowMs, key, number, kind, text: msg, sender, images, isTaken: taken }
      this.arrivals.push(arrival)
      for (const [place, digest] of (pictureDigests.get(kind) ?? []).entries()) {
        const problem = this.uploads.problemOf(images[place], digest)
        if (problem !== undefined) this.imageProblems.push(problem)
      }
      if (arrival.isTaken) this.onTaken(key)
      world.tell(`phone ${number} ${arrival.isTaken ? 'gets' : 'does not get'} ${key} (${fault})`)
    }
    const results = answerTo(fault, outcomes, random)
    for (const { key, code } of outcomes)
      if (rejections.includes(code) || fault === 'rejects-all') this.rejected.add(key)
    const date = dateOf(world.nowMs, fault)
    const isNotTaken = this.tooManyRequests === 'not-taken' && fault.startsWith('too-many')
    const answer = (status: number, value: unknown, headers = {}): Answer => ({
      status,
      headers: { date, ...headers },
      body: Buffer.from(JSON.stringify(value)),
      afterMs: random.latency(1, this.#options.answerMs),
      confirmed: [],
      meaning: isNotTaken ? 'not-taken' : unclear.has(fault) ? 'unknown' : 'known',
      isPausing: pausing.has(fault) && !isNotTaken,
    })
    switch (fault) {
      case 'error-taken':
      case 'error-not-taken':
        return answer(random.pick([500, 502, 503, 504]), { code: 'C500_1', description: 'internal' })
      case 'error-with-results':
        return answer(random.pick([500, 502]), { results })
      case 'odd-request-code':
        return answer(random.pick([200, 400]), { code: 'C500_1', description: 'internal' })
      case 'too-many':
        return answer(429, {})
      case 'too-many-retry-after':
        return answer(429, {}, { 'retry-after': String(random.pick([0, 0, 1, 5])) })
      case 'wrong-credentials':
        return answer(401, { code: 'C400_2', description: 'authentication failed' })
      case 'rejects-all':
        return answer(400, { code: 'C400_1', description: 'wrong' })
      case 'contradiction':
        return answer(200, { code: 'C500_1', results })
      default:
        return { ...answer(200, { results }), confirmed: confirmedIn(results) }
    }
  }
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

function dateOf(nowMs: number, fault: string): string {
  return new globalThis.Date(nowMs + (fault === 'clock-off' ? 300_000 : 0)).toUTCString()
}

/** After these nobody knows what became of one message at least. */
const unclear: ReadonlySet<ServiceFault> = new Set<ServiceFault>([
  'error-taken',
  'error-not-taken',
  'error-with-results',
  'too-many',
  'too-many-retry-after',
  'key-missing',
  'key-twice',
  'key-exchanged',
  'odd-code',
  'odd-request-code',
  'contradiction',
])

const pausing: ReadonlySet<ServiceFault> = new Set<ServiceFault>([
  'too-many',
  'too-many-retry-after',
  'key-foreign',
  'key-exchanged',
  'no-credit',
  'no-session',
  'wrong-credentials',
  'clock-off',
])

let service: Service | undefined

export function theService(): Service {
  if (service === undefined) throw new Error('No service is simulated.')
  return service
}

export function openFor(next: Service): void {
  service = next
}
