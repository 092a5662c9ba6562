import { isSendCode, type RequestError, sendOutcome } from '../contract/responses.ts'
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

/** An entry of `results`. */
export interface SendResult {
  readonly msg_key: string
  /** Absent where it is no text, or none that can be shown. */
  readonly code?: string
  readonly desc?: string
}

/** What came back from a send. Texts of the service hold no secret. */
export type SendAnswer =
  | {
      readonly type: 'results'
      readonly status: number
      readonly results: readonly SendResult[]
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
  if (read.results && error && isSendCode(error.code) && error.code !== 'C100') return unknown('code')
  if (read.results) {
    const results = read.results.map(({ msg_key, code, desc }): SendResult => {
      const shown = typeof code === 'string' ? codeText(code, redact) : undefined
      return {
        // What decides stays as it is.
        msg_key: sentKeys.has(msg_key) ? msg_key : redact(msg_key),
        ...(shown !== undefined && { code: shown }),
        ...(desc !== undefined && { desc: redact(desc) }),
      }
    })
    return { type: 'results', status, results, ...(clock && { clock }) }
  }
  return error ? { type: 'request-error', status, error, ...(clock && { clock }) } : unknown('not-understood')
}

const maxCodeCharacters = 64

/** @returns undefined for a code of which the part that can be shown would say something else than the whole */
function codeText(code: string, redact: Redact): string | undefined {
  if (isSendCode(code)) return code
  const shown = redact(code, maxCodeCharacters)
  return sendOutcome(shown) === sendOutcome(code) ? shown : undefined
}

function redactedError({ code, name, description }: RequestError, redact: Redact): RequestError {
  return {
    code: isSendCode(code) ? code : redact(code, maxCodeCharacters),
    ...(name !== undefined && { name: redact(name) }),
    ...(description !== undefined && { description: redact(description) }),
  }
}
