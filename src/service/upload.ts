import { multiUploadCodes, singleUploadCodes, type SingleUploadResponse } from '../contract/friend-talk/responses.ts'
import { type ImageUrlViolation, imageUrlViolation } from '../text/urls.ts'
import type { Exchange, LostReason, NotWrittenReason } from './exchange.ts'
import { readUploadAnswer } from './read-answer.ts'
import type { Redact } from './redact.ts'

/** The outcome of one image. An upload may be repeated freely, whatever it is. */
export type UploadOutcome =
  | { readonly type: 'uploaded'; readonly url: string }
  /** The service said no. */
  | { readonly type: 'refused'; readonly code: string; readonly message?: string }
  /** No answer says whether it is there. */
  | {
      readonly type: 'failed'
      readonly reason: NotWrittenReason | LostReason | 'status' | 'not-json' | 'not-understood'
      readonly status?: number
      /** Of the connection, such as `ECONNREFUSED`. */
      readonly errorCode?: string
    }
  /** The service says that the image is there, under a URL that must not go into a message. It is not repeated. */
  | { readonly type: 'failed'; readonly reason: 'unusable-url'; readonly urlViolation: ImageUrlViolation | 'secret' }

/** An image file to upload. */
export interface UploadFile {
  /** The file's name as the service may store it; no path. */
  readonly name: string
  readonly format: 'png' | 'jpg'
  readonly content: Uint8Array
}

const mediaTypes = { png: 'image/png', jpg: 'image/jpeg' } as const

/** A multipart form whose files are all in one field, and its `Content-Type`. */
export async function imageForm(
  files: readonly UploadFile[],
  field: string,
): Promise<{ readonly contentType: string; readonly body: Buffer }> {
  const form = new FormData()
  for (const { name, format, content } of files) {
    form.append(field, new Blob([Buffer.from(content)], { type: mediaTypes[format] }), name)
  }
  const response = new Response(form)
  return {
    contentType: response.headers.get('content-type') ?? '',
    body: Buffer.from(await response.arrayBuffer()),
  }
}

/** Makes the texts and URLs of an answer presentable. */
export interface UploadTexts {
  readonly redact: Redact
  /** URLs are kept and shown as they are. */
  readonly holdsSecret: (url: string) => boolean
}

/** Reads the answer to an upload of one file with one of the two single-image operations. */
export function singleUploadAnswer(exchange: Exchange, texts: UploadTexts): UploadOutcome {
  if (exchange.type !== 'answered') return failureOf(exchange)
  const { body, status } = exchange
  const { isJson, single } = readUploadAnswer(body)
  const outcome = single && singleOutcome(single, texts)
  if (outcome && (outcome.type === 'refused' || isSuccess(status))) return outcome
  return status === tooLargeStatus ? tooLargeFile : { type: 'failed', reason: reasonOf(isJson, status), status }
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
  texts: UploadTexts,
): readonly UploadOutcome[] | undefined {
  const all = (outcome: UploadOutcome): readonly UploadOutcome[] => Array.from({ length: files }, () => outcome)
  if (exchange.type !== 'answered') return all(failureOf(exchange))
  const { body, status } = exchange
  const { isJson, multi, single } = readUploadAnswer(body)
  // A code of the interface other than success and "several failed", whose entries tell more.
  if (multi && Object.hasOwn(multiUploadCodes, multi.code) && multi.code !== '0000' && multi.code !== '6000') {
    return all({ type: 'refused', code: multi.code })
  }
  if (multi && isSuccess(status)) {
    const { success = [], failure = [] } = multi.result ?? {}
    const entries = [
      ...success.map(({ formField, url }) => ({ formField, outcome: urlOutcome(url, texts) })),
      ...failure.map(({ formField, error }) => ({ formField, outcome: refusal(error.code, error.message, texts) })),
    ]
    const places = ordinalsOf(
      entries.map(({ formField }) => formField),
      files,
    )
    const inOrder = places?.map((_, ordinal) => entries[places.indexOf(ordinal)]?.outcome)
    if (inOrder?.every((outcome) => outcome !== undefined)) return inOrder
    if (files > 1) return undefined
  }
  // Assumption: the interface does not show the response of the wide item list; it may be that of a single image.
  const outcome = single && singleOutcome(single, texts)
  if (outcome?.type === 'refused') return all(outcome)
  if (status === tooLargeStatus) return files === 1 ? all(tooLargeFile) : undefined
  if (outcome && isSuccess(status)) return files === 1 ? all(outcome) : undefined
  return all({ type: 'failed', reason: reasonOf(isJson, status), status })
}

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
function singleOutcome({ data, errcode, errmsg }: SingleUploadResponse, texts: UploadTexts): UploadOutcome | undefined {
  if (errcode !== undefined && Object.hasOwn(singleUploadCodes, errcode)) return refusal(errcode, errmsg, texts)
  return data?.url === undefined ? undefined : urlOutcome(data.url, texts)
}

const maxCodeCharacters = 64

function refusal(code: string, message: string | undefined, { redact }: UploadTexts): UploadOutcome {
  return {
    type: 'refused',
    code: redact(code, maxCodeCharacters),
    ...(message !== undefined && { message: redact(message) }),
  }
}

function urlOutcome(url: string, { holdsSecret }: UploadTexts): UploadOutcome {
  const urlViolation = imageUrlViolation(url) ?? (holdsSecret(url) ? 'secret' : undefined)
  return urlViolation === undefined
    ? { type: 'uploaded', url }
    : { type: 'failed', reason: 'unusable-url', urlViolation }
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
