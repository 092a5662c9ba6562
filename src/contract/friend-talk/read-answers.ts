import type { RequestError, SendBody } from '../contract.ts'
import { type MultiUploadResponse, responseSchemas, type SingleUploadResponse } from './responses.ts'
import { dataOf, maySpeakOf } from '../read-json.ts'
import { validatorOf } from '../../validator.ts'

const text = { type: 'string' }
const entry = { type: 'object', properties: { msg_key: text, desc: text }, required: ['msg_key'] }
const resultsSchema = {
  type: 'object',
  properties: { results: { type: 'array', items: entry } },
  required: ['results'],
}

const firstError = { allErrors: false, verbose: false } as const
const isResults = validatorOf<Required<Pick<SendBody, 'results'>>>(resultsSchema, firstError)
const isRequestError = validatorOf<RequestError>(responseSchemas.requestError, firstError)
const isSingleUpload = validatorOf<SingleUploadResponse>(responseSchemas.singleUpload, firstError)
const isMultiUpload = validatorOf<MultiUploadResponse>(responseSchemas.multiUpload, firstError)

export function readSendAnswer(body: Uint8Array): SendBody {
  const data = dataOf(body)
  return {
    isJson: data !== undefined,
    namesResults: typeof data === 'object' && data !== null && 'results' in data && data.results !== null,
    ...(isResults()(data) && { results: data.results }),
    ...(isRequestError()(data) && { requestError: data }),
  }
}

/** What the body of an answer to an upload says as each shape that it fits. */
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
