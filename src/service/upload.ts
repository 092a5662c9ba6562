import { randomUUID } from 'node:crypto'
import {
  multiUploadCodes,
  type MultiUploadResponse,
  singleUploadCodes,
  type SingleUploadResponse,
} from '../contract/responses.ts'
import { type ImageUrlViolation, imageUrlViolation } from '../contract/urls.ts'
import type { Exchange, LostReason, NotWrittenReason } from './exchange.ts'
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
  | { readonly type: 'failed'; readonly reason: 'unusable-url'; readonly urlViolation: ImageUrlViolation | 'secret' }

/** Reads the answer to an upload of one file with one of the two single-image operations. */
export function singleUploadAnswer(exchange: Exchange, redact: Redact): UploadOutcome {
  if (exchange.type !== 'answered') return failureOf(exchange)
  const { body, status } = exchange
  const { isJson, singleUpload } = readUploadAnswer(body)
  const outcome = singleUpload && singleOutcome(singleUpload, redact)
  if (outcome && (outcome.type === 'refused' || isSuccess(status))) return outcome
  if (status === tooLargeStatus) return tooLargeFile
  return { type: 'failed', reason: reasonOf(isJson, status), status }
}

/**
 * Reads the answer to an upload of several files. Entries are matched by `formField`, never by position.
 *
 * @param files how many there were in the request
 * @returns the outcome of each; undefined where it is in doubt which of several is which
 */
export function multiUploadAnswer(
  exchange: Exchange,
  files: number,
  redact: Redact,
): readonly UploadOutcome[] | undefined {
  const all = (outcome: UploadOutcome): readonly UploadOutcome[] => Array.from({ length: files }, () => outcome)
  if (exchange.type !== 'answered') return all(failureOf(exchange))
  const { body, status } = exchange
  const { isJson, multiUpload, singleUpload } = readUploadAnswer(body)
  if (multiUpload && isRefusal(multiUpload)) {
    return all({ type: 'refused', code: redact(multiUpload.code, maxCodeCharacters) })
  }
  if (multiUpload && isSuccess(status)) {
    const matched = matchedFiles(multiUpload, files, redact)
    if (matched) return matched
    if (files > 1) return undefined
  }
  // Assumption: the interface does not show the response of the wide item list; it may be that of a single image.
  const single = singleUpload && singleOutcome(singleUpload, redact)
  if (single?.type === 'refused') return all(single)
  if (status === tooLargeStatus) return files === 1 ? all(tooLargeFile) : undefined
  if (single && isSuccess(status)) return files === 1 ? all(single) : undefined
  return all({ type: 'failed', reason: reasonOf(isJson, status), status })
}

const maxCodeCharacters = 64

/** The one status of an error that the interface shows, whatever the body is (Errors: "413 Request Entity Too Large"). */
const tooLargeStatus = 413
const tooLargeFile = { type: 'refused', code: String(tooLargeStatus) } as const

function failureOf({ reason, errorCode }: Exclude<Exchange, { type: 'answered' }>): UploadOutcome {
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
  const urlViolation = imageUrlViolation(url)
  return urlViolation === undefined
    ? { type: 'uploaded', url }
    : { type: 'failed', reason: 'unusable-url', urlViolation }
}

/** An image file to upload. */
export interface UploadFile {
  /** The file's name as the service may store it; no path. */
  readonly name: string
  readonly format: 'png' | 'jpg'
  readonly content: Uint8Array
}

export interface Form {
  /** The part of the header `Content-Type` behind the type's name. */
  readonly boundary: string
  readonly body: Buffer
}

const mediaTypes = { png: 'image/png', jpg: 'image/jpeg' } as const

/** A multipart form whose files are all in the field `image` (interface: "Form field image"). */
export function imageForm(files: readonly UploadFile[]): Form {
  const boundary = `friendtalk-${randomUUID()}`
  const parts = files.flatMap(({ name, format, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="${quoted(name)}"\r\n` +
        `Content-Type: ${mediaTypes[format]}\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ])
  return { boundary, body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]) }
}

/** As browsers write it. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** How a field name may count files that are all sent as `image`; the interface says "including its ordinal" and no more. */
const forms = [
  { pattern: /^image(\d{1,3})$/, first: 1 },
  { pattern: /^image(\d{1,3})$/, first: 0 },
  { pattern: /^image\[(\d{1,3})\]$/, first: 0 },
] as const

/**
 * Which file each form field means, from 0.
 *
 * It takes a full set to tell a count from 0 from a count from 1, so a missing, repeated or strange name leaves all of
 * them in doubt. The only entry of a single file needs no name.
 *
 * @returns undefined where there is doubt
 */
export function ordinalsOf(names: readonly string[], files: number): readonly number[] | undefined {
  if (names.length !== files) return undefined
  if (files === 1) return [0]
  for (const { pattern, first } of forms) {
    const ordinals = names.map((name) => Number(pattern.exec(name)?.[1] ?? Number.NaN) - first)
    const isFullSet = new Set(ordinals).size === files && ordinals.every((ordinal) => ordinal >= 0 && ordinal < files)
    if (isFullSet) return ordinals
  }
  return undefined
}
