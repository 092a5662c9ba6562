import type { Contract, UploadAnswer, UploadOutcome } from '../contract.ts'
import { imageLimits } from './limits.ts'
import type { Upload } from './kinds.ts'
import { readUploadAnswer } from './read-answers.ts'
import { multiUploadCodes, singleUploadCodes, type SingleUploadResponse } from './responses.ts'

/** Reads the answer to an upload. */
export const uploaded: Contract['uploaded'] = (answer) => {
  if (imageLimits[answer.operation as Upload].images === 'several') return multiUploadAnswer(answer)
  const outcome = singleUploadAnswer(answer)
  return [outcome]
}

function singleUploadAnswer({ body, status }: UploadAnswer): UploadOutcome {
  const { isJson, single } = readUploadAnswer(body)
  const outcome = single && singleOutcome(single)
  if (outcome && (outcome.type === 'refused' || isSuccess(status))) return outcome
  return status === tooLargeStatus ? tooLargeFile : { type: 'failed', reason: reasonOf(isJson, status), status }
}

/** Reads the answer to an upload of several files. Entries are matched by `formField`, never by position. */
function multiUploadAnswer({ body, status, files }: UploadAnswer): readonly UploadOutcome[] | undefined {
  const all = (outcome: UploadOutcome): readonly UploadOutcome[] => Array.from({ length: files }, () => outcome)
  const { isJson, multi, single } = readUploadAnswer(body)
  // A code of the interface other than success and "several failed", whose entries tell more.
  if (multi && Object.hasOwn(multiUploadCodes, multi.code) && multi.code !== '0000' && multi.code !== '6000') {
    return all({ type: 'refused', code: multi.code })
  }
  if (multi && isSuccess(status)) {
    const { success = [], failure = [] } = multi.result ?? {}
    const entries = [
      ...success.map(({ formField, url }) => ({ formField, outcome: { type: 'uploaded', url } as const })),
      ...failure.map(({ formField, error }) => ({ formField, outcome: refusal(error.code, error.message) })),
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
  const outcome = single && singleOutcome(single)
  if (outcome?.type === 'refused') return all(outcome)
  if (status === tooLargeStatus) return files === 1 ? all(tooLargeFile) : undefined
  if (outcome && isSuccess(status)) return files === 1 ? all(outcome) : undefined
  return all({ type: 'failed', reason: reasonOf(isJson, status), status })
}

/** The one status of an error that the interface shows, whatever the body is (Errors: "413 Request Entity Too Large"). */
const tooLargeStatus = 413
const tooLargeFile = { type: 'refused', code: String(tooLargeStatus) } as const

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

function reasonOf(isJson: boolean, status: number): 'status' | 'not-json' | 'not-understood' {
  if (!isSuccess(status)) return 'status'
  return isJson ? 'not-understood' : 'not-json'
}

/** The operation succeeded when `data.url` is a URL and `errcode` is none of the interface's codes. */
function singleOutcome({ data, errcode, errmsg }: SingleUploadResponse): UploadOutcome | undefined {
  if (errcode !== undefined && Object.hasOwn(singleUploadCodes, errcode)) return refusal(errcode, errmsg)
  return data?.url === undefined ? undefined : { type: 'uploaded', url: data.url }
}

function refusal(code: string, message: string | undefined): UploadOutcome {
  return { type: 'refused', code, ...(message !== undefined && { message }) }
}

/** How a field name may count files that are all sent as `image`; the interface says "including its ordinal" and no more. */
const forms = [
  { pattern: /^image(\d{1,3})$/, first: 1 },
  { pattern: /^image(\d{1,3})$/, first: 0 },
  { pattern: /^image\[(\d{1,3})\]$/, first: 0 },
] as const

/**
 * Returns the file that each form field means, from 0.
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
