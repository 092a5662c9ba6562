import type { MessageOutcome, PauseReason, RequestError } from '../contract/contract.ts'
import { codeFacts, defaultContract } from '../contract/contracts.ts'
import type { Exchange, LostReason, ServerClock } from './exchange.ts'
import type { Redact } from '../contract/contract.ts'

/** Why the outcome of a whole send request is unknown. */
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

/** An entry of `results`; its code is absent where it is no text, or none that can be shown. */
interface SendResult {
  readonly msg_key: string
  readonly code?: string
  readonly desc?: string
}

interface Answered {
  readonly status: number
  readonly clock?: ServerClock
}

/** What came back from a send. Texts of the service hold no secret. */
export type SendAnswer =
  | (Answered & { readonly type: 'results'; readonly results: readonly SendResult[] })
  | (Answered & { readonly type: 'request-error'; readonly error: RequestError })
  | (Partial<Answered> & {
      readonly type: 'unknown'
      readonly reason: UnknownReason
      /** Of the connection, such as `ECONNRESET`. */
      readonly errorCode?: string
      /** What the answer said as far as it could be read. */
      readonly error?: RequestError
      /** Of a 429: nothing in the whole answer says that a message was looked at. */
      readonly isRefusal?: boolean
      /** Of a 429: what the service wants to be waited. */
      readonly retryAfterMs?: number
    })
  | Extract<Exchange, { type: 'not-written' }>

type Unknown = Extract<SendAnswer, { type: 'unknown' }>

/** Reads what a send came to. The status 200 proves nothing; results are believed for what they hold. */
export function sendAnswer(exchange: Exchange, sentKeys: ReadonlySet<string>, redact: Redact): SendAnswer {
  if (exchange.type === 'not-written') return exchange
  if (exchange.type === 'lost') return { ...exchange, type: 'unknown' }
  const { status, body } = exchange
  const answered: Answered = { status, ...(exchange.clock && { clock: exchange.clock }) }
  const { isJson, namesResults, results, requestError } = defaultContract.readSendAnswer(body)
  const error = requestError && redactedError(requestError, redact)
  const unknown = (reason: UnknownReason): Unknown => ({
    ...answered,
    type: 'unknown',
    reason,
    ...(error && { error }),
  })
  if (status === 429) {
    const facts = codeFacts(error?.code)
    const saysNothingElse = facts === undefined || facts.refusesAll === true
    const waiting = retryAfterIn(exchange)
    return {
      ...unknown('too-many-requests'),
      ...waiting,
      isRefusal: saysNothingElse && !defaultContract.maySpeakOfResults(body),
    }
  }
  if (status < 200 || (status >= 300 && status < 400) || status >= 500) return unknown('status')
  if (!isJson) return unknown('not-json')
  // Results beside a failure of the whole request contradict each other.
  const outcome = codeFacts(error?.code)?.outcome
  if (namesResults && outcome !== undefined && outcome !== 'accepted') return unknown('code')
  if (results) {
    const shown = results.map(({ msg_key: key, code, desc }) => ({
      // What decides stays as it is.
      msg_key: sentKeys.has(key) ? key : redact(key),
      ...shownCode(code, redact),
      ...(desc !== undefined && { desc: redact(desc) }),
    }))
    return { ...answered, type: 'results', results: shown }
  }
  return error ? { ...answered, type: 'request-error', error } : unknown('not-understood')
}

/** A service that wants to be left alone for longer is asked again after an hour. */
const maxRetryAfterMs = 3_600_000

/** How long the service wants to be waited, where it says so in a form of HTTP. */
function retryAfterIn({ retryAfter = '', clock }: Extract<Exchange, { type: 'answered' }>): {
  readonly retryAfterMs?: number
} {
  const text = retryAfter.trim()
  const isSeconds = /^\d+$/.test(text)
  // A date of HTTP begins with its weekday; other texts a lenient parser takes for years.
  if (!isSeconds && !/^[A-Z][a-z]{2,8},? /.test(text)) return {}
  const ms = isSeconds ? Number(text) * 1000 : Date.parse(text) - (clock?.serverMs ?? Date.now())
  return Number.isNaN(ms) ? {} : { retryAfterMs: Math.min(Math.max(0, ms), maxRetryAfterMs) }
}

const maxCodeCharacters = 64

/** Nothing for a code of which the part that can be shown would say something else than the whole. */
function shownCode(code: unknown, redact: Redact): Pick<SendResult, 'code'> {
  if (typeof code !== 'string') return {}
  const { outcomeOf } = defaultContract
  const shown = codeFacts(code) ? code : redact(code, maxCodeCharacters)
  return outcomeOf(shown) === outcomeOf(code) ? { code: shown } : {}
}

function redactedError({ code, name, description }: RequestError, redact: Redact): RequestError {
  return {
    code: codeFacts(code) ? code : redact(code, maxCodeCharacters),
    ...(name !== undefined && { name: redact(name) }),
    ...(description !== undefined && { description: redact(description) }),
  }
}

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
      const { status, error } = answer
      const said = saidIn(error.code, error.description ?? error.name)
      const { code, name, description } = error
      const text = description === undefined || description.trim() === '' ? undefined : `${name ?? ''} ${description}`
      if (defaultContract.isAuthenticationFailure({ status, code, text }))
        return all('deferred', ['authentication'], said)
      const { refusesAll, pause } = codeFacts(code) ?? {}
      if (refusesAll === true) return all('rejected', [], said)
      return all('unknown', pause === undefined ? [] : [pause], said)
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
  const foreignKeys = new Set(results.map(({ msg_key: key }) => key).filter((key) => !sent.has(key)))
  const pauses = new Set(results.flatMap(({ msg_key: key, code = '' }) => (sent.has(key) && pauseOf(code)) || []))
  if (foreignKeys.size > 0) pauses.add('foreign-key')
  const messages = sentKeys.map((key): SentMessage => {
    const [result, second] = results.filter(({ msg_key: answered }) => answered === key)
    if (result === undefined || second !== undefined) return { key, outcome: 'unknown' }
    return { key, outcome: defaultContract.outcomeOf(result.code), ...saidIn(result.code, result.desc) }
  })
  return { messages, foreignKeys: [...foreignKeys], pauses: [...pauses] }
}

/** A code whose message is sent again once a person has looked. */
function pauseOf(code: string): PauseReason | undefined {
  const facts = codeFacts(code)
  return facts?.outcome === 'deferred' ? facts.pause : undefined
}

function saidIn(code: string | undefined, description: string | undefined): Pick<SentMessage, 'code' | 'description'> {
  return { ...(code !== undefined && { code }), ...(description !== undefined && { description }) }
}
