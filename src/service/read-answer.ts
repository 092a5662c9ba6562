import type { MultiUploadResponse, RequestError, SingleUploadResponse } from '../contract/responses.ts'
import { responseSchemas } from '../contract/responses.ts'
import { repeatedKey } from '../json-text.ts'
import { validatorOf } from '../validator.ts'

/** A response of the send operation, whatever its codes are: what is wrong with one of them is about its message alone. */
interface ReadResults {
  readonly results: readonly { readonly msg_key: string; readonly code?: unknown; readonly desc?: string }[]
}

const text = { type: 'string' }
const resultsSchema = {
  type: 'object',
  properties: {
    results: {
      type: 'array',
      items: { type: 'object', properties: { msg_key: text, desc: text }, required: ['msg_key'] },
    },
  },
  required: ['results'],
}

const firstError = { allErrors: false, verbose: false } as const
const isResults = validatorOf<ReadResults>(resultsSchema, firstError)
const isRequestError = validatorOf<RequestError>(responseSchemas.requestError, firstError)
const isSingleUpload = validatorOf<SingleUploadResponse>(responseSchemas.singleUpload, firstError)
const isMultiUpload = validatorOf<MultiUploadResponse>(responseSchemas.multiUpload, firstError)

/** What a body says, checked against the schemas of the interface; the status is no part of it. */
interface AnswerBody {
  readonly isJson: boolean
  /** Whether it has results, also in a form that cannot be read. */
  readonly namesResults?: boolean
  readonly results?: ReadResults['results']
  readonly requestError?: RequestError
  readonly singleUpload?: SingleUploadResponse
  readonly multiUpload?: MultiUploadResponse
}

/** Reads the body of an answer to a send as each shape that it fits. */
export function readSendAnswer(
  body: Uint8Array,
): Pick<AnswerBody, 'isJson' | 'namesResults' | 'results' | 'requestError'> {
  const data = parse(body)
  return {
    isJson: data !== undefined,
    namesResults: typeof data === 'object' && data !== null && 'results' in data && data.results !== null,
    ...(isResults()(data) && { results: data.results }),
    ...(isRequestError()(data) && { requestError: data }),
  }
}

/** Reads the body of an answer to an upload as each shape that it fits. */
export function readUploadAnswer(body: Uint8Array): Pick<AnswerBody, 'isJson' | 'singleUpload' | 'multiUpload'> {
  const data = parse(body)
  return {
    isJson: data !== undefined,
    ...(isSingleUpload()(data) && { singleUpload: data }),
    ...(isMultiUpload()(data) && { multiUpload: data }),
  }
}

/** Returns whether a body says something of results in whatever form, or may, as it breaks off or is no text. */
export function maySpeakOfResults(body: Uint8Array): boolean {
  let read: string
  try {
    read = utf8.decode(body)
  } catch {
    return true
  }
  const breaksOff = parse(body) === undefined && /^\s*["[{]/.test(read)
  return breaksOff || /results|msg_?key|\0/i.test(read)
}

// A key with replacement characters in it would be another key.
const utf8 = new TextDecoder('utf-8', { fatal: true })

function parse(body: Uint8Array): unknown {
  try {
    const read = utf8.decode(body)
    const data: unknown = JSON.parse(read)
    // Of two members with one name other readers keep the first (RFC 8259, section 4): neither is believed.
    return repeatedKey(read) === undefined ? data : undefined
  } catch {
    // The outcome says that the body was no JSON; it is quoted nowhere.
    return undefined
  }
}
