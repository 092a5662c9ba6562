import type { Contract, RequestError } from '../contract.ts'
import { isSendCode, sendOutcome } from './codes.ts'
import {
  listOf,
  type MultiUploadResponse,
  needed,
  open,
  responseSchemas,
  type SingleUploadResponse,
  text,
} from './responses.ts'
import { dataOf, maySpeakOf } from '../read-json.ts'
import { validatorOf } from '../../validator.ts'

/** An entry whose code is no text is one of its message all the same. */
const resultsSchema = needed({ results: listOf(open({ msg_key: text, desc: text }, ['msg_key'])) })

const firstError = { allErrors: false, verbose: false } as const
const isResults = validatorOf<{
  readonly results: readonly { readonly msg_key: string; readonly code?: unknown; readonly desc?: string }[]
}>(resultsSchema, firstError)
const isRequestError = validatorOf<RequestError>(responseSchemas.requestError, firstError)
const isSingleUpload = validatorOf<SingleUploadResponse>(responseSchemas.singleUpload, firstError)
const isMultiUpload = validatorOf<MultiUploadResponse>(responseSchemas.multiUpload, firstError)

export const readSendAnswer: Contract['readSendAnswer'] = (body) => {
  const data = dataOf(body)
  const error = isRequestError()(data) ? data : undefined
  const hasResults = typeof data === 'object' && data !== null && 'results' in data && data.results !== null
  return {
    isJson: data !== undefined,
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

/** The body of an answer to an upload, as each shape that it fits. */
interface UploadBody {
  readonly isJson: boolean
  readonly single?: SingleUploadResponse
  readonly multi?: MultiUploadResponse
}

export function readUploadAnswer(body: Uint8Array): UploadBody {
  const data = dataOf(body)
  return {
    isJson: data !== undefined,
    ...(isSingleUpload()(data) && { single: data }),
    ...(isMultiUpload()(data) && { multi: data }),
  }
}

export function maySpeakOfResults(body: Uint8Array): boolean {
  return maySpeakOf(body, /results|msg_?key/i)
}
