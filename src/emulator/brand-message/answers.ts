import type { Text } from '../../words/language.ts'
import type { Answer, ServerExchange } from '../exchange.ts'

/** Returns the header of an answer. */
export function headerOf(resultCode: number, resultMessage: string): object {
  return { header: { resultCode, resultMessage, isSuccessful: resultCode === 0 } }
}

/** Answers a request with what it asks for. */
export function success(exchange: ServerExchange, parts: object): Answer {
  exchange.open.code = '0'
  return { status: 200, body: { ...headerOf(0, 'success'), ...parts } }
}

/** Refuses a whole request. The interface shows no status of failures. */
export function refusal({ service, open }: ServerExchange, code: string, reason: Text, status = 200): Answer {
  service.refuse(open, code, reason)
  return { status, body: headerOf(Number(code), reason.en) }
}
