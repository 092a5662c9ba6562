import type { Context } from 'hono'
import type { ImageOperation } from '../../contract/contract.ts'
import { imageLimits, times, type Upload } from '../../contract/friend-talk/limits.ts'
import {
  fileUploadCodes,
  multiUploadCodes,
  singleUploadCodes,
  type MultiUploadResponse,
  type SingleUploadResponse,
} from '../../contract/friend-talk/responses.ts'
import { clockInKorea, koreanDay, momentOf } from '../../text/korean-time.ts'
import type { LocalEnv } from '../../web/local-server.ts'
import type { Language, Text } from '../../words/language.ts'
import { fileSize } from '../../words/phrases.ts'
import { maxFileBytes, readForm, type SentFile } from '../body.ts'
import { type Answer, faultsOf, refusalOf, type ServerExchange } from '../exchange.ts'
import { checkImage, type StoredImage } from '../images.ts'
import { inEnglish, refusals } from '../refusals.ts'
import { accountOf, statusOf } from './account.ts'
import { ownSettingsOf } from './settings.ts'

/** The code of a file that is not taken; an answer about one image says it by a message alone. */
const refusedFiles = {
  format: { code: '2003', single: 'InvalidImageFormatException' },
  size: { code: '2002', single: 'InvalidImageSizeException' },
  weight: { code: '2001', single: 'InvalidImageMaxLengthException' },
  truncated: { code: '413', single: 'InvalidImageMaxLengthException' },
  extra: { code: '2004', single: undefined },
} as const

type FileResult =
  | { readonly field: string; readonly image: StoredImage }
  | {
      readonly field: string
      readonly reason: Text
      readonly error: { readonly code: string; readonly message: string }
      /** The same, in an answer about one image. */
      readonly single: { readonly code: string; readonly message: string } | undefined
    }

/** The form fields that the operations read: `image`, with an ordinal where there are several. */
const imageField = /^image(?:\[?\d*\]?)$/

/** Answers an upload: checks its files and stores the good ones. */
export async function answerUpload(exchange: ServerExchange, upload: Upload, c: Context<LocalEnv>): Promise<Answer> {
  const { service, open } = exchange
  // The answer for the wide item list is open in the interface: here it is the result of several images.
  const isSingle = imageLimits[upload].answer === 'single'
  const refuse = (code: string, reason: Text, status = statusOf(code), message = reason.en): Answer => {
    service.refuse(open, code, reason)
    if (isSingle) return { status, body: { errcode: code, errmsg: message } satisfies SingleUploadResponse }
    // The multi-image result shows no field for a message and has no E600; without a message the reason would be missing.
    const body: MultiUploadResponse & { message: string } = { code: code === 'E600' ? 'G900' : code, message }
    return { status, body }
  }
  const { files } = await readForm(c, imageField)
  // The interface asks for the header in sends alone; a wrong one is refused.
  const isOwn = c.req.param('userId') === service.credentials.userId && accountOf(service.credentials, c) !== 'foreign'
  const codes = { credentials: 'CE400', tooManyRequests: 'G900' }
  const faultReason = ({ code, message = usualMessage(code) }: { code: string; message?: string }): Text =>
    inEnglish(message)
  const refused = refusalOf(exchange, { isOwn, codes, refuse, faultReason })
  if (refused) return refused
  open.body = files.map(({ field, name, data }) => ({ field, name, bytes: data.length }))
  const results = takeFiles(exchange, upload, files)
  const stored = results.filter((result) => 'image' in result)
  const date = koreanDay(service.clock.now()).replaceAll('-', '')
  if (isSingle || files.length === 0) {
    const [wrong] = results.flatMap((result) => ('single' in result && result.single ? [result] : []))
    if (wrong?.single) return refuse(wrong.single.code, wrong.reason, undefined, wrong.single.message)
    const image = stored.at(-1)?.image
    if (image === undefined) return refuse('CE400', inEnglish('required value is missing: image'))
    const data = { image_key: image.key, request_date: date, name: image.name, url: image.url }
    open.code = '0000'
    return { status: 200, body: { data, errcode: '0000', errmsg: 'success' } satisfies SingleUploadResponse }
  }
  const wrong = results.filter((result) => 'error' in result)
  const code = wrong.length === 0 ? '0000' : '6000'
  const reasonIn = (lang: Language): string => wrong.map(({ field, reason }) => `${field}: ${reason[lang]}`).join('; ')
  if (wrong.length === 0) open.code = code
  else service.refuse(open, code, { en: reasonIn('en'), ko: reasonIn('ko') })
  const success = stored.map(({ field, image }) => ({ formField: field, url: image.url }))
  const failure = wrong.map(({ field, error }) => ({ formField: field, error }))
  const [first] = stored
  const named = first && { name: first.image.name, url: first.image.url }
  const result = { success, failure, request_date: date, ...named }
  return { status: 200, body: { code, result } satisfies MultiUploadResponse }
}

function takeFiles(exchange: ServerExchange, upload: Upload, files: readonly SentFile[]): readonly FileResult[] {
  const { clock, images } = exchange.service
  const limit: ImageOperation = imageLimits[upload]
  const { maxFiles = 1 } = limit
  const injected = faultsOf(exchange, 'upload-error')
  const fieldOf = fieldNames(exchange, files)
  return files.map((file, index): FileResult => {
    const field = fieldOf(file, index)
    const refuse = (fault: keyof typeof refusedFiles, reason: Text): FileResult => {
      const { code, single } = refusedFiles[fault]
      const error = { code, message: fileUploadCodes[code].message }
      return { field, reason, error, single: single && { code: 'E600', message: single } }
    }
    const chosen = injected.find((fault) => fault.files?.includes(index) ?? false)
    if (chosen) {
      const { code, message = fileUploadCodes[code as keyof typeof fileUploadCodes]?.message ?? '' } = chosen
      return { field, reason: refusals.fault, error: { code, message }, single: { code, message } }
    }
    if (index >= maxFiles) {
      const [en, ko] = [
        `${files.length} files; ${maxFiles} are allowed`,
        `파일이 ${files.length}개입니다. ${maxFiles}개까지 올릴 수 있습니다.`,
      ]
      return refuse('extra', { en, ko })
    }
    if (file.data.length > maxFileBytes) {
      const size = fileSize(maxFileBytes)
      return refuse('truncated', { en: `the file has more than ${size}`, ko: `파일이 ${size}보다 큽니다.` })
    }
    const checked = checkImage(limit, file.data)
    if (checked.type !== 'good') return refuse(checked.type, checked.reason)
    const expiresAt = monthsLater(clock.now(), times.imageRetentionMonths)
    return { field, image: images.add({ ...checked.facts, upload, name: file.name, expiresAt }, file.data) }
  })
}

/** Returns the `formField` of each file. Fields that differ already carry their ordinal; equal ones are numbered. */
function fieldNames({ service }: ServerExchange, files: readonly SentFile[]): (file: SentFile, at: number) => string {
  const areDistinct = new Set(files.map(({ field }) => field)).size === files.length && files.length > 1
  const names = {
    'from-1': (index: number) => `image${index + 1}`,
    'from-0': (index: number) => `image${index}`,
    brackets: (index: number) => `image[${index}]`,
    'as-sent': () => 'image',
  }
  const nameOf = names[ownSettingsOf(service).formField]
  return ({ field }, index) => (areDistinct || field !== 'image' ? field : nameOf(index))
}

/** Returns the message of a code of a whole upload, where the interface gives one. */
function usualMessage(code: string): string {
  const [first] = Object.entries<Text>(singleUploadCodes[code as keyof typeof singleUploadCodes] ?? {})
  if (first) return first[0] || first[1].en
  return multiUploadCodes[code as keyof typeof multiUploadCodes]?.en ?? ''
}

/** Returns the same time of day some calendar months later in Korea; the last day of a month that is too short. */
function monthsLater(time: number, months: number): number {
  const korean = clockInKorea(time)
  const month = korean.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(korean.getUTCFullYear(), month + 1, 0)).getUTCDate()
  korean.setUTCMonth(month, Math.min(korean.getUTCDate(), lastDay))
  return momentOf(korean)
}
