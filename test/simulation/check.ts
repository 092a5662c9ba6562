import type { SendRecord, SendState } from '../../src/ledger/ledger.ts'
import type { Arrival } from './service.ts'

/** What the world knows of a send that the ledger does not decide. */
export interface Person {
  readonly number: string
  readonly text: string
}

/** What `status` says of a release, and what reached the phones. */
export interface Evidence {
  readonly arrivals: readonly Arrival[]
  readonly sends: readonly SendRecord[]
  readonly counts: Readonly<Record<SendState, number>>
  readonly held: number
  /** Whether it is an older ledger: of what happened since it says nothing. */
  readonly isOlder: boolean
  /** Recipients that were given; undefined while nobody can know. */
  readonly given: number | undefined
  /** How often a person said that a send had not left, by key. */
  readonly saidNotSent: ReadonlyMap<string, number>
  /** Keys that a person said were sent, or that a result proved. */
  readonly saidSent: ReadonlySet<string>
  /** Keys of which a whole answer said that they were taken, to a process that came to its end afterwards. */
  readonly confirmed: ReadonlySet<string>
  /** Keys of which a delivery result was recorded. */
  readonly reported: ReadonlySet<string>
  /** What the message of an arrival must be; undefined for one that nobody was to get. */
  readonly wanted: (arrival: Arrival) => Person | undefined
  /** Keys whose request was written; undefined where a crash may have hidden some. */
  readonly written: ReadonlySet<string> | undefined
  /** Keys that an answer said were rejected. */
  readonly rejected: ReadonlySet<string>
  /** Those of them that an older ledger may call rejected though they were taken since: they are never tried again. */
  readonly rejectedForGood: ReadonlySet<string>
  /** Whether a deploy said that nothing is left to send. */
  readonly isDone: boolean
}

/** Returns each promise that is broken, in words; nothing when all hold. */
export function brokenPromises(evidence: Evidence): readonly string[] {
  const { arrivals, sends, counts, held, given, saidNotSent, saidSent, confirmed, written } = evidence
  const broken: string[] = []
  const taken = new Map<string, number>()
  for (const arrival of arrivals) {
    const { key, number, text, isTaken } = arrival
    if (isTaken) taken.set(key, (taken.get(key) ?? 0) + 1)
    const wanted = evidence.wanted(arrival)
    if (wanted === undefined) broken.push(`somebody gets ${key}, which no recipient has`)
    else if (wanted.number !== number || wanted.text !== text) broken.push(`${key} has another number or text: ${text}`)
  }
  for (const [key, times] of taken) {
    if (times > 1 + (saidNotSent.get(key) ?? 0)) broken.push(`${key} reached its phone ${times} times`)
  }
  const { reported } = evidence
  const states = new Map<string, SendState>()
  const byState: Partial<Record<SendState, number>> = {}
  for (const { key, state, delivery } of sends) {
    if (reported.has(key) && delivery === undefined) broken.push(`the result of ${key} is lost: it is ${state}`)
    if (states.has(key)) broken.push(`${key} is in two states`)
    states.set(key, state)
    byState[state] = (byState[state] ?? 0) + 1
  }
  for (const state of Object.keys(counts) as SendState[]) {
    if (counts[state] !== (byState[state] ?? 0)) {
      broken.push(`status counts ${counts[state]} ${state} and lists ${byState[state] ?? 0}`)
    }
  }
  if (given !== undefined && sends.length + held !== given) {
    broken.push(`${given} recipients were given, and ${sends.length} sends and ${held} held are known`)
  }
  for (const [key, state] of states) {
    const isTaken = taken.has(key)
    if (state === 'accepted' && !isTaken && !saidSent.has(key)) broken.push(`${key} is accepted and reached nobody`)
    const mayBeTaken = state === 'rejected' && evidence.rejectedForGood.has(key)
    const isUntaken = state === 'pending' || state === 'deferred' || (state === 'rejected' && !mayBeTaken)
    if (isUntaken && isTaken && !saidNotSent.has(key) && !evidence.isOlder)
      broken.push(`${key} is ${state} and was taken`)
    if (state === 'rejected' && !evidence.rejected.has(key)) broken.push(`${key} is rejected, and nobody rejected it`)
    if (state === 'unknown' && written?.has(key) === false) broken.push(`${key} is unknown and was never written`)
    if (evidence.isDone && state === 'pending') broken.push(`${key} is pending although everything was sent`)
    if (state !== 'accepted' && confirmed.has(key)) broken.push(`${key} was confirmed and is ${state}`)
  }
  // Whom somebody wrongly takes for not sent to may be held since.
  const inNoState = [...taken.keys()].filter((key) => !states.has(key) && !saidNotSent.has(key))
  if (given !== undefined) {
    for (const key of inNoState) broken.push(`${key} is in no state`)
  }
  return [...new Set(broken)]
}

/** A request that was written. */
export interface Write {
  /** When it was made, before there was a connection for it. */
  readonly dispatchedMs: number
  readonly atMs: number
  readonly messages: number
}

/** How long a new connection takes at most. */
const connectSeconds = 0.2
/** What a busy machine may catch up. */
const catchUp = 0.05
/** The request that is just leaving. */
const requestMessages = 10

/**
 * Returns a broken promise where more left within a second than the rate allows. What is late, because its machine slept,
 * leaves when it can: it had its turn before, and counts at that time alone.
 */
export function tooFast(all: readonly Write[], rate: number): string[] {
  const writes = all.filter(({ atMs, dispatchedMs }) => atMs - dispatchedMs <= connectSeconds * 1_000)
  const made = all.map(({ dispatchedMs, messages }) => ({ atMs: dispatchedMs, messages }))
  const byTurn = made.toSorted((a, b) => a.atMs - b.atMs)
  const most = rate * (1 + catchUp) + requestMessages
  // What waited for its connection leaves beside what has its turn then.
  const isTooMany = inASecond(byTurn) > most || inASecond(writes) > most + rate * connectSeconds
  return isTooMany ? [`${inASecond(writes)} messages left within a second, ${rate} are allowed`] : []
}

/** The most messages in any second. */
function inASecond(requests: readonly Pick<Write, 'atMs' | 'messages'>[]): number {
  let first = 0
  let messages = 0
  let most = 0
  for (const request of requests) {
    messages += request.messages
    for (; (requests[first]?.atMs ?? request.atMs) <= request.atMs - 1_000; first++)
      messages -= requests[first]?.messages ?? 0
    most = Math.max(most, messages)
  }
  return most
}
