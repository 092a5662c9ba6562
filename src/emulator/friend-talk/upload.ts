import type { ImageOperation } from '../../contract/contract.ts'
import type { Upload } from '../../contract/friend-talk/kinds.ts'
import { imageLimits, times } from '../../contract/friend-talk/limits.ts'
import {
  fileUploadCodes,
  multiUploadCodes,
  singleUploadCodes,
  type MultiUploadResponse,
  type SingleUploadResponse,
} from '../../contract/friend-talk/responses.ts'
import type { Text } from '../../words/language.ts'
import { fileSize } from '../../words/phrases.ts'
import { maxFileBytes, type SentFile } from '../body.ts'
import { type Answer, faultsOf, type ServerExchange } from '../exchange.ts'
import type { Fault } from '../faults.ts'
import { checkImage, type ImageRefusal, type StoredImage } from '../images.ts'
import { foreignSecret } from '../credentials.ts'
import { refusals } from '../refusals.ts'
import { ownSettingsOf } from './settings.ts'
import { statusOf } from './statuses.ts'
import { koreanDate, monthsLater } from './times.ts'

/** A code and message of the interface. */
interface UploadError {
  readonly code: string
  readonly message: string
}

/** A file that was not taken. */
interface Refused {
  readonly field: string
  readonly fault: ImageRefusal['type'] | 'truncated' | 'extra' | 'injected'
  readonly reason: string
  readonly error?: UploadError
}

type FileResult = { readonly field: string; readonly image: StoredImage } | Refused

/** Checks files and stores the good ones. */
export function takeFiles(exchange: ServerExchange, upload: Upload, files: readonly SentFile[]): readonly FileResult[] {
  const { clock, images } = exchange.service
  const limit: ImageOperation = imageLimits[upload]
  const { maxFiles = 1 } = limit
  const injected = faultsOf(exchange, 'upload-error')
  const fieldOf = fieldNames(exchange, files)
  return files.map((file, index): FileResult => {
    const field = fieldOf(file, index)
    const chosen = injected.find((fault) => fault.files?.includes(index) ?? false)
    if (chosen) {
      const { code, message = messageIn(fileUploadCodes, code) } = chosen
      return { field, fault: 'injected', reason: refusals.fault.en, error: { code, message } }
    }
    if (index >= maxFiles) return { field, fault: 'extra', reason: `${files.length} files; ${maxFiles} are allowed` }
    if (file.truncated) {
      return { field, fault: 'truncated', reason: `the file has more than ${fileSize(maxFileBytes)}` }
    }
    const { type, ...facts } = checkImage(limit, file.data)
    if ('reason' in facts) return { field, fault: type as ImageRefusal['type'], reason: facts.reason }
    const expiresAt = monthsLater(clock.now(), times.imageRetentionMonths)
    return { field, image: images.add({ ...facts, upload, name: file.name, expiresAt }, file.data) }
  })
}

/** `formField` of each file. Fields that differ already carry their ordinal; equal ones are numbered. */
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

/** The answer of an upload operation in its shape. */
export class UploadAnswer {
  readonly #exchange: ServerExchange
  readonly #isSingle: boolean

  constructor(exchange: ServerExchange, upload: Upload) {
    this.#exchange = exchange
    // What the wide item list gets is open: here it is the result of several images.
    this.#isSingle = imageLimits[upload].answer === 'single'
  }

  /** Answers that a required value is missing. */
  missing(field: string): Answer {
    return this.#error({ code: 'CE400', message: `required value is missing: ${field}` })
  }

  /** Answers that the user ID or a header Authorization is not the emulator's. */
  readonly credentials = (): Answer => ({
    ...this.#error({ code: 'CE400', message: foreignSecret.en }, foreignSecret),
    status: 401,
  })

  readonly tooManyRequests = (): Answer => ({
    ...this.#error({ code: 'G900', message: refusals.tooManyRequests.en }, refusals.tooManyRequests),
    status: 429,
  })

  readonly fault = (fault: Extract<Fault, { type: 'request-error' | 'upload-error' }>): Answer => {
    const { code, message = defaultMessage(code) }: { code: string; message?: string } = fault
    return this.#error({ code, message })
  }

  of(results: readonly FileResult[]): Answer {
    const refused = results.filter((result) => 'reason' in result)
    const stored = results.filter((result) => 'image' in result)
    return this.#isSingle
      ? this.#single(
          stored.at(-1)?.image,
          refused.find(({ fault }) => fault !== 'extra'),
        )
      : this.#multi(stored, refused)
  }

  #single(image: StoredImage | undefined, refused: Refused | undefined): Answer {
    if (refused) {
      const message = singleMessages[refused.fault] ?? 'FailedToUploadImageException'
      return this.#error(refused.error ?? { code: 'E600', message }, inBoth(refused.reason))
    }
    if (image === undefined) return this.missing('image')
    const data = { image_key: image.key, request_date: this.#today(), name: image.name, url: image.url }
    this.#exchange.open.code = '0000'
    return { status: 200, body: { data, errcode: '0000', errmsg: 'success' } satisfies SingleUploadResponse }
  }

  #multi(stored: readonly Exclude<FileResult, Refused>[], refused: readonly Refused[]): Answer {
    const code = refused.length === 0 ? '0000' : '6000'
    const success = stored.map(({ field, image }) => ({ formField: field, url: image.url }))
    const failure = refused.map(({ field, fault, error }) => {
      const own = fileCodes[fault]
      return { formField: field, error: error ?? { code: own, message: fileUploadCodes[own].message } }
    })
    const [first] = stored
    const named = first && { name: first.image.name, url: first.image.url }
    const body: MultiUploadResponse = { code, result: { success, failure, request_date: this.#today(), ...named } }
    const { service, open } = this.#exchange
    if (refused.length === 0) open.code = code
    else service.refuse(open, code, inBoth(refused.map(({ field, reason }) => `${field}: ${reason}`).join('; ')))
    return { status: 200, body }
  }

  #error({ code, message }: UploadError, reason = inBoth(message)): Answer {
    this.#exchange.service.refuse(this.#exchange.open, code, reason)
    const status = statusOf(code)
    if (this.#isSingle) return { status, body: { errcode: code, errmsg: message } satisfies SingleUploadResponse }
    // The multi-image result shows no field for a message and has no E600; without a message the reason would be missing.
    const body: MultiUploadResponse & { message: string } = { code: code === 'E600' ? 'G900' : code, message }
    return { status, body }
  }

  #today(): string {
    return koreanDate(this.#exchange.service.clock.now())
  }
}

/** A reason that is known in English alone. */
function inBoth(reason: string): Text {
  return { en: reason, ko: reason }
}

const singleMessages: { readonly [F in Refused['fault']]?: string } = {
  format: 'InvalidImageFormatException',
  weight: 'InvalidImageMaxLengthException',
  truncated: 'InvalidImageMaxLengthException',
  size: 'InvalidImageSizeException',
}

const fileCodes = {
  format: '2003',
  size: '2002',
  weight: '2001',
  truncated: '413',
  extra: '2004',
  injected: '2004',
} as const

function messageIn(codes: { readonly [code: string]: { readonly message: string } }, code: string): string {
  return codes[code]?.message ?? ''
}

function defaultMessage(code: string): string {
  if (code in singleUploadCodes) {
    const [first] = Object.entries(singleUploadCodes[code as keyof typeof singleUploadCodes])
    if (first) return first[0] || first[1].en
  }
  return code in multiUploadCodes ? multiUploadCodes[code as keyof typeof multiUploadCodes].en : ''
}
