import { validatorOf } from '../../validator.ts'
import type { Contract, UploadOutcome } from '../contract.ts'
import { dataOf, isSuccess, unreadUpload } from '../read-json.ts'
import { imageLimits, type Upload } from './limits.ts'
import { firstError } from './read-answers.ts'
import {
  type MultiUploadResponse,
  multiUploadCodes,
  responseSchemas,
  singleUploadCodes,
  type SingleUploadResponse,
  uploadMeanings,
} from './responses.ts'

const isSingleUpload = validatorOf<SingleUploadResponse>(responseSchemas.singleUpload, firstError)
const isMultiUpload = validatorOf<MultiUploadResponse>(responseSchemas.multiUpload, firstError)

/** The one status of an error that the interface shows, whatever the body is (Errors: "413 Request Entity Too Large"). */
const tooLargeStatus = 413

/**
 * Reads the answer to an upload of one image. Assumption: the interface does not show the response of the wide item list;
 * it may be that of a single image.
 */
export const uploaded: Contract['uploaded'] = ({ operation, body, status }) => {
  const data = dataOf(body)
  const isSeveral = imageLimits[operation as Upload].images === 'several'
  const listed = isSeveral && isMultiUpload()(data) ? multiOutcome(data, status) : undefined
  const outcome = listed ?? (isSingleUpload()(data) ? singleOutcome(data) : undefined)
  if (outcome && (outcome.type === 'refused' || isSuccess(status))) return outcome
  return status === tooLargeStatus ? refusal(String(tooLargeStatus)) : unreadUpload(data, status)
}

/** Reads the only entry of an answer: it is of the image, whatever its `formField` says. */
function multiOutcome({ code, result }: MultiUploadResponse, status: number): UploadOutcome | undefined {
  // A code of the interface other than success and "several failed", whose entry tells more.
  if (Object.hasOwn(multiUploadCodes, code) && code !== '0000' && code !== '6000') return refusal(code)
  const { success = [], failure = [] } = (isSuccess(status) && result) || {}
  const outcomes = [
    ...success.map(({ url }): UploadOutcome => ({ type: 'uploaded', url })),
    ...failure.map(({ error }) => refusal(error.code, error.message)),
  ]
  return outcomes.length === 1 ? outcomes[0] : undefined
}

/** The operation succeeded when `data.url` is a URL and `errcode` is none of the interface's codes. */
function singleOutcome({ data, errcode, errmsg }: SingleUploadResponse): UploadOutcome | undefined {
  if (errcode !== undefined && Object.hasOwn(singleUploadCodes, errcode)) return refusal(errcode, errmsg)
  return data?.url === undefined ? undefined : { type: 'uploaded', url: data.url }
}

const passingCodes: ReadonlySet<string> = new Set(['G900', 'CE500', 'CE504', '2004'])

function refusal(code: string, message?: string): UploadOutcome {
  const meaning = uploadMeanings.get(`${code} ${message}`) ?? uploadMeanings.get(code)
  return { type: 'refused', code, message, meaning, mayPass: passingCodes.has(code) }
}
