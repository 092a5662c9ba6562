import { Ajv2020 } from 'ajv/dist/2020.js'
import type { MultiUploadResponse, RequestError, SendResponse, SingleUploadResponse } from '../contract/responses.ts'
import { responseSchemas } from '../contract/schema.ts'

const ajv = new Ajv2020()

const is = {
  send: ajv.compile<SendResponse>(responseSchemas.send),
  requestError: ajv.compile<RequestError>(responseSchemas.requestError),
  singleUpload: ajv.compile<SingleUploadResponse>(responseSchemas.singleUpload),
  multiUpload: ajv.compile<MultiUploadResponse>(responseSchemas.multiUpload),
}

/** What a body says, checked against the schemas of the interface; the status is no part of it. */
export interface AnswerBody {
  readonly isJson: boolean
  readonly send?: SendResponse
  readonly requestError?: RequestError
  readonly singleUpload?: SingleUploadResponse
  readonly multiUpload?: MultiUploadResponse
}

/** Reads a body as each shape that it fits. */
export function readAnswer(body: Uint8Array): AnswerBody {
  const data = parse(body)
  if (typeof data !== 'object' || data === null) return { isJson: data !== undefined }
  return {
    isJson: true,
    ...(is.send(data) && { send: data }),
    ...(is.requestError(data) && { requestError: data }),
    ...(is.singleUpload(data) && { singleUpload: data }),
    ...(is.multiUpload(data) && { multiUpload: data }),
  }
}

function parse(body: Uint8Array): unknown {
  try {
    // A key with replacement characters in it would be another key.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    // The outcome says that the body was no JSON; it is quoted nowhere.
    return undefined
  }
}
