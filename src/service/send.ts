import { sendCodes } from '../contract/codes.ts'
import type { RequestError, SendResponse } from '../contract/responses.ts'
import type { Exchange, ServerClock } from './exchange.ts'
import type { LostReason, NotWrittenReason } from './failure.ts'
import { readSendAnswer } from './read-answer.ts'
import type { Redact } from './redact.ts'

/** Why the outcome of a whole send request is unknown. */
export type UnknownReason =
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

/** What came back from a send. Texts of the service hold no secret. */
export type SendAnswer =
  | {
      readonly type: 'results'
      readonly status: number
      readonly results: SendResponse['results']
      readonly clock?: ServerClock
    }
  | {
      readonly type: 'request-error'
      readonly status: number
      readonly error: RequestError
      readonly clock?: ServerClock
    }
  | {
      readonly type: 'unknown'
      readonly reason: UnknownReason
      readonly status?: number
      /** Of the connection, such as `ECONNRESET`. */
      readonly errorCode?: string
      /** What the answer said as far as it could be read. */
      readonly error?: RequestError
      readonly clock?: ServerClock
    }
  | { readonly type: 'not-written'; readonly reason: NotWrittenReason; readonly errorCode?: string }

/** Reads what a send came to. The status 200 proves nothing; results are believed for what they hold. */
export function sendAnswer(exchange: Exchange, sentKeys: ReadonlySet<string>, redact: Redact): SendAnswer {
  if (exchange.type === 'not-written') return exchange
  if (exchange.type === 'lost') return { ...exchange, type: 'unknown' }
  const { status, body, clock } = exchange
  const read = readSendAnswer(body)
  const error = read.requestError && redactedError(read.requestError, redact)
  const unknown = (reason: UnknownReason): SendAnswer => ({
    type: 'unknown',
    reason,
    status,
    ...(error && { error }),
    ...(clock && { clock }),
  })
  if (status === 429) return unknown('too-many-requests')
  if (status < 200 || (status >= 300 && status < 400) || status >= 500) return unknown('status')
  if (!read.isJson) return unknown('not-json')
  // Results beside a failure of the whole request contradict each other.
  if (read.send && error && Object.hasOwn(sendCodes, error.code) && error.code !== 'C100') return unknown('code')
  if (read.send) {
    const results = read.send.results.map(({ msg_key, code, desc }) => ({
      // What decides stays as it is.
      msg_key: sentKeys.has(msg_key) ? msg_key : redact(msg_key),
      code: codeText(code, redact),
      ...(desc !== undefined && { desc: redact(desc) }),
    }))
    return { type: 'results', status, results, ...(clock && { clock }) }
  }
  return error ? { type: 'request-error', status, error, ...(clock && { clock }) } : unknown('not-understood')
}

const maxCodeCharacters = 64

function codeText(code: string, redact: Redact): string {
  return Object.hasOwn(sendCodes, code) ? code : redact(code, maxCodeCharacters)
}

function redactedError({ code, name, description }: RequestError, redact: Redact): RequestError {
  return {
    code: codeText(code, redact),
    ...(name !== undefined && { name: redact(name) }),
    ...(description !== undefined && { description: redact(description) }),
  }
}
