import type {
  Contract,
  MessageOutcome,
  PauseReason,
  Redact,
  RequestError,
  SendRecord,
  SendResult,
} from '../contract/contract.ts'
import { codeOf } from '../contract/contracts.ts'
import type { Exchange, LostReason, ServerClock } from './exchange.ts'

/** Reason why the outcome of a whole send request is unknown. */
type UnknownReason =
  | LostReason
  /** 429, which the interface does not name. */
  | 'too-many-requests'
  /** 3xx or 5xx. */
  | 'status'
  | 'not-json'
  /** JSON that is neither of the two shapes of the interface. */
  | 'not-understood'
  /** A request-level code that does not say that nothing was taken. */
  | 'code'

/** Outcome of each message in the answer. */
interface Verdict {
  readonly outcome: MessageOutcome
  /** Reasons to send nothing more before a person has looked. */
  readonly pause?: PauseReason | undefined
}

interface Answered {
  readonly status: number
  readonly clock?: ServerClock
}

/** Answer to a send. Its texts hold no secret. */
export type SendAnswer =
  | (Answered & { readonly type: 'results'; readonly results: readonly (SendResult & Verdict)[] })
  | (Answered & { readonly type: 'request-error'; readonly error: RequestError } & Verdict)
  | (Partial<Answered> & {
      readonly type: 'unknown'
      readonly reason: UnknownReason
      /** Code of the connection, such as `ECONNRESET`. */
      readonly errorCode?: string | undefined
      /** The answer, as far as it could be read. */
      readonly error?: RequestError | undefined
      /** For a 429: nothing in the answer shows that a message was processed. */
      readonly isRefusal?: boolean
      /** For a 429: the pause that the service wants. */
      readonly retryAfterMs?: number | undefined
    })
  | Extract<Exchange, { type: 'not-written' }>

type Unknown = Extract<SendAnswer, { type: 'unknown' }>

export interface SentRequest {
  readonly contract: Contract
  readonly records: readonly SendRecord[]
}

/** Reads what a send came to. The status 200 proves nothing; results are believed for what they hold. */
export function sendAnswer(exchange: Exchange, { contract, records }: SentRequest, redact: Redact): SendAnswer {
  if (exchange.type === 'not-written') return exchange
  if (exchange.type === 'lost') return { ...exchange, type: 'unknown' }
  const { status, body } = exchange
  const answered: Answered = { status, ...(exchange.clock && { clock: exchange.clock }) }
  const { isJson, results, requestError, contradictsItself, maySpeakOfResults } = contract.readSendAnswer(body, records)
  const shownCode = (code: string): string => (codeOf(contract, code) ? code : redact(code, maxCodeCharacters))
  const error = requestError && {
    code: shownCode(requestError.code),
    ...(requestError.name !== undefined && { name: redact(requestError.name) }),
    ...(requestError.description !== undefined && { description: redact(requestError.description) }),
  }
  const unknown = (reason: UnknownReason): Unknown => ({ ...answered, type: 'unknown', reason, error })
  const refusal = requestError && contract.refusal(requestError, status)
  if (status === 429) {
    // A code that is not listed says nothing of messages.
    const isOfAll = refusal?.outcome !== 'unknown' || codeOf(contract, requestError?.code) === undefined
    const isRefusal = isOfAll && !maySpeakOfResults
    return { ...unknown('too-many-requests'), retryAfterMs: retryAfterIn(exchange), isRefusal }
  }
  if (status < 200 || (status >= 300 && status < 400) || status >= 500) return unknown('status')
  if (!isJson) return unknown('not-json')
  if (contradictsItself === true) return unknown('code')
  if (results) {
    const sent = new Set(records.map(({ msg_key: key }) => key))
    const read = results.map(({ msg_key: key, code, desc }) => {
      const outcome = contract.outcomeOf(code)
      const pause = outcome === 'deferred' ? codeOf(contract, code)?.pause : undefined
      return {
        // Fields that decide stay unredacted.
        msg_key: sent.has(key) ? key : redact(key),
        outcome,
        ...(pause && { pause }),
        ...(code !== undefined && { code: shownCode(code) }),
        ...(desc !== undefined && { desc: redact(desc) }),
      }
    })
    return { ...answered, type: 'results', results: read }
  }
  return error && refusal ? { ...answered, type: 'request-error', error, ...refusal } : unknown('not-understood')
}

/** A service that wants to be left alone for longer is asked again after an hour. */
const maxRetryAfterMs = 3_600_000

/** Returns the pause that the service wants, if the header has a form of HTTP. */
function retryAfterIn({ retryAfter = '', clock }: Extract<Exchange, { type: 'answered' }>): number | undefined {
  const text = retryAfter.trim()
  const isSeconds = /^\d+$/.test(text)
  // A date of HTTP begins with its weekday; other texts a lenient parser takes for years.
  if (!isSeconds && !/^[A-Z][a-z]{2,8},? /.test(text)) return undefined
  const ms = isSeconds ? Number(text) * 1000 : Date.parse(text) - (clock?.serverMs ?? Date.now())
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), maxRetryAfterMs)
}

const maxCodeCharacters = 64

/**
 * The outcome of one message of a request. `not-written`: proven not to have left, so it may be sent again; `not-taken`: it
 * left, and the operator states that the service refused it before it took anything.
 */
export interface SentMessage {
  readonly key: string
  readonly outcome: MessageOutcome | 'not-written' | 'not-taken'
  /** The code of the service, where it gave one. */
  readonly code?: string
  readonly description?: string
}

export interface RequestOutcome {
  /** One for each key that was sent, in that order. */
  readonly messages: readonly SentMessage[]
  /** Keys in the answer that were not in the request. */
  readonly foreignKeys: readonly string[]
  readonly pauses: readonly PauseReason[]
}

/**
 * The outcome of each message of one request.
 *
 * Results are matched by `msg_key`, never by position: a message is accepted when the answer holds its key exactly once,
 * with the code of success. A key that is missing or there twice leaves its message unknown.
 *
 * @param sentKeys each once
 * @param tooManyRequests whether the operator states that a request which is answered 429 was not taken
 */
export function messageOutcomes(
  sentKeys: readonly string[],
  answer: SendAnswer,
  tooManyRequests: 'unknown' | 'not-taken' = 'unknown',
): RequestOutcome {
  if (new Set(sentKeys).size < sentKeys.length) throw new Error('A request held a msg_key twice.')
  const all = (outcome: SentMessage['outcome'], pauses: readonly PauseReason[] = [], said = {}): RequestOutcome => ({
    messages: sentKeys.map((key) => ({ key, outcome, ...said })),
    foreignKeys: [],
    pauses,
  })
  switch (answer.type) {
    case 'not-written':
      return all('not-written')
    case 'unknown': {
      if (isNotTaken(answer, tooManyRequests)) return all('not-taken')
      const pauses: readonly PauseReason[] = answer.reason === 'too-many-requests' ? ['too-many-requests'] : []
      return all('unknown', pauses, saidIn(answer.error?.code, answer.error?.description))
    }
    case 'request-error': {
      const { error, outcome, pause } = answer
      return all(outcome, pause && [pause], saidIn(error.code, error.description ?? error.name))
    }
    case 'results':
      return matched(sentKeys, answer.results)
  }
}

/** Returns whether a whole request was refused because there were too many, before the service took anything. */
export function isNotTaken({ isRefusal }: Unknown, tooManyRequests: 'unknown' | 'not-taken'): boolean {
  return tooManyRequests === 'not-taken' && isRefusal === true
}

type Results = Extract<SendAnswer, { type: 'results' }>['results']

function matched(sentKeys: readonly string[], results: Results): RequestOutcome {
  const sent = new Set(sentKeys)
  const byKey = new Map<string, Results[number] | 'twice'>()
  const [foreignKeys, pauses] = [new Set<string>(), new Set<PauseReason>()]
  for (const result of results) {
    const { msg_key: key, pause } = result
    byKey.set(key, byKey.has(key) ? 'twice' : result)
    if (!sent.has(key)) foreignKeys.add(key)
    else if (pause) pauses.add(pause)
  }
  if (foreignKeys.size > 0) pauses.add('foreign-key')
  const messages = sentKeys.map((key): SentMessage => {
    const result = byKey.get(key)
    if (result === undefined || result === 'twice') return { key, outcome: 'unknown' }
    return { key, outcome: result.outcome, ...saidIn(result.code, result.desc) }
  })
  return { messages, foreignKeys: [...foreignKeys], pauses: [...pauses] }
}

function saidIn(code: string | undefined, description: string | undefined): Pick<SentMessage, 'code' | 'description'> {
  return { ...(code !== undefined && { code }), ...(description !== undefined && { description }) }
}
