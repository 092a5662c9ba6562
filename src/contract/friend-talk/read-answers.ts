import { list, type ValueOf } from '../../text/json-schema.ts'
import { validatorOf } from '../../validator.ts'
import type { Contract, RequestError } from '../contract.ts'
import { dataOf, maySpeakOf } from '../read-json.ts'
import { isSendCode, sendOutcome } from './codes.ts'
import { open, responseSchemas, text } from './responses.ts'

/** An entry whose code is no text is one of its message all the same. */
const resultsSchema = open({ results: list(open({ msg_key: text, code: {}, desc: text }, 'msg_key')) }, 'results')

export const firstError = { allErrors: false, verbose: false } as const
const isResults = validatorOf<ValueOf<typeof resultsSchema>>(resultsSchema, firstError)
const isRequestError = validatorOf<RequestError>(responseSchemas.requestError, firstError)

export const readSendAnswer: Contract['readSendAnswer'] = (body) => {
  const data = dataOf(body)
  const error = isRequestError()(data) ? data : undefined
  const hasResults = typeof data === 'object' && data !== null && 'results' in data && data.results !== null
  return {
    isJson: data !== undefined,
    maySpeakOfResults: maySpeakOf(body, /results|msg_?key/i),
    ...(isResults()(data) && {
      results: data.results.map(({ msg_key, code, desc }) => ({
        msg_key,
        ...(typeof code === 'string' && { code }),
        ...(desc !== undefined && { desc }),
      })),
    }),
    ...(error && { requestError: error }),
    contradictsItself: hasResults && isSendCode(error?.code) && sendOutcome(error.code) !== 'accepted',
  }
}
