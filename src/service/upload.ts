import {
  multiUploadCodes,
  type MultiUploadResponse,
  singleUploadCodes,
  type SingleUploadResponse,
} from '../contract/responses.ts'
import { type ImageUrlFault, imageUrlFault } from '../contract/urls.ts'
import type { Exchange } from './exchange.ts'
import type { LostReason, NotWrittenReason } from './failure.ts'
import { ordinalsOf } from './form.ts'
import { readUploadAnswer } from './read-answer.ts'
import type { Redact } from './redact.ts'

/** What became of one image. An upload may be repeated freely, whatever came of it. */
export type UploadOutcome =
  | { readonly type: 'uploaded'; readonly url: string }
  /** The service said no. */
  | { readonly type: 'refused'; readonly code: string; readonly message?: string }
  /** There is no answer that says what became of it. */
  | {
      readonly type: 'failed'
      readonly reason: NotWrittenReason | LostReason | 'status' | 'not-json' | 'not-understood'
      readonly status?: number
      /** Of the connection, such as `ECONNREFUSED`. */
      readonly errorCode?: string
    }
  /** The service says that the image is there, under a URL that must not go into a message. It is not repeated. */
  | { readonly type: 'failed'; readonly reason: 'unusable-url'; readonly urlFault: ImageUrlFault | 'secret' }

/** The outcome of each file of a request in their order, or that the answer leaves doubt which is which. */
export type MultiUploadAnswer =
  | { readonly type: 'matched'; readonly files: readonly UploadOutcome[] }
  | { readonly type: 'doubt' }

/** Reads the answer to an upload of one file with one of the two single-image operations. */
export function singleUploadAnswer(exchange: Exchange, redact: Redact): UploadOutcome {
  const failure = failureOf(exchange)
  if (failure) return failure
  const { body, status } = exchange as Extract<Exchange, { type: 'answered' }>
  const { isJson, singleUpload } = readUploadAnswer(body)
  const outcome = singleUpload && singleOutcome(singleUpload, redact)
  if (outcome && (outcome.type === 'refused' || isSuccess(status))) return outcome
  return { type: 'failed', reason: reasonOf(isJson, status), status }
}

/**
 * Reads the answer to an upload of several files. Entries are matched by `formField`, never by position.
 *
 * @param files how many there were in the request
 */
export function multiUploadAnswer(exchange: Exchange, files: number, redact: Redact): MultiUploadAnswer {
  const all = (outcome: UploadOutcome): MultiUploadAnswer => ({
    type: 'matched',
    files: Array.from({ length: files }, () => outcome),
  })
  const failure = failureOf(exchange)
  if (failure) return all(failure)
  const { body, status } = exchange as Extract<Exchange, { type: 'answered' }>
  const { isJson, multiUpload, singleUpload } = readUploadAnswer(body)
  if (multiUpload && isRefusal(multiUpload)) {
    return all({ type: 'refused', code: redact(multiUpload.code, maxCodeCharacters) })
  }
  if (multiUpload && isSuccess(status)) {
    const matched = matchedFiles(multiUpload, files, redact)
    if (matched) return { type: 'matched', files: matched }
    if (files > 1) return { type: 'doubt' }
  }
  // Assumption: the interface does not show the response of the wide item list; it may be that of a single image.
  const single = singleUpload && singleOutcome(singleUpload, redact)
  if (single?.type === 'refused') return all(single)
  if (single && isSuccess(status)) return files === 1 ? all(single) : { type: 'doubt' }
  return all({ type: 'failed', reason: reasonOf(isJson, status), status })
}

const maxCodeCharacters = 64

function failureOf(exchange: Exchange): UploadOutcome | undefined {
  if (exchange.type === 'answered') return undefined
  const { reason, errorCode } = exchange
  return { type: 'failed', reason, ...(errorCode !== undefined && { errorCode }) }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

function reasonOf(isJson: boolean, status: number): 'status' | 'not-json' | 'not-understood' {
  if (!isSuccess(status)) return 'status'
  return isJson ? 'not-understood' : 'not-json'
}

/** The operation succeeded when `data.url` is a URL and `errcode` is none of the interface's codes. */
function singleOutcome({ data, errcode, errmsg }: SingleUploadResponse, redact: Redact): UploadOutcome | undefined {
  if (errcode !== undefined && Object.hasOwn(singleUploadCodes, errcode)) {
    return { type: 'refused', code: errcode, ...(errmsg !== undefined && { message: redact(errmsg) }) }
  }
  return data?.url === undefined ? undefined : urlOutcome(data.url)
}

/** A code of the interface other than success and "several failed", whose entries tell more. */
function isRefusal({ code }: MultiUploadResponse): boolean {
  return Object.hasOwn(multiUploadCodes, code) && code !== '0000' && code !== '6000'
}

function matchedFiles(
  { result = {} }: MultiUploadResponse,
  files: number,
  redact: Redact,
): readonly UploadOutcome[] | undefined {
  const entries = [
    ...(result.success ?? []).map(({ formField, url }) => ({ formField, outcome: urlOutcome(url) })),
    ...(result.failure ?? []).map(({ formField, error: { code, message } }) => ({
      formField,
      outcome: { type: 'refused', code: redact(code, maxCodeCharacters), message: redact(message) } as const,
    })),
  ]
  const ordinals = ordinalsOf(
    entries.map(({ formField }) => formField),
    files,
  )
  if (ordinals === undefined) return undefined
  const byOrdinal = new Map(ordinals.map((ordinal, index) => [ordinal, entries[index]?.outcome]))
  const matched = Array.from({ length: files }, (_, ordinal) => byOrdinal.get(ordinal))
  return matched.every((outcome) => outcome !== undefined) ? matched : undefined
}

function urlOutcome(url: string): UploadOutcome {
  const urlFault = imageUrlFault(url)
  return urlFault === undefined ? { type: 'uploaded', url } : { type: 'failed', reason: 'unusable-url', urlFault }
}
