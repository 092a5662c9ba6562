import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import {
  fileUploadCodes,
  multiUploadCodes,
  singleUploadCodes,
  type MultiUploadResponse,
  type SingleUploadResponse,
} from '../../contract/friend-talk/responses.ts'
import type { ImageOperation } from '../../contract/contract.ts'
import type { Upload } from '../../contract/friend-talk/kinds.ts'
import { imageLimits, times } from '../../contract/friend-talk/limits.ts'
import type { StoredImage } from '../controls.ts'
import type { Text } from '../../words/language.ts'
import { refusals } from './refusals.ts'
import { statusOf } from './statuses.ts'
import { type Answer, faultsOf, type ServerExchange } from '../exchange.ts'
import { checkImage, type ImageRefusal } from '../images.ts'
import { koreanDate, monthsLater } from '../clock.ts'
import type { EmulatorSettings } from '../options.ts'
import { fileSize } from '../../words/phrases.ts'

/** The server reads no more of a file than this; far more than any operation takes. */
const maxFileBytes = 10_000_000
/** Files of one request that are looked at; the rest are read and forgotten. */
const maxFilesRead = 8

/** A code and message of the interface. */
interface UploadError {
  readonly code: string
  readonly message: string
}

/** Outcome of one file. */
type FileResult =
  | { readonly type: 'stored'; readonly field: string; readonly image: StoredImage }
  | {
      readonly type: 'refused'
      readonly field: string
      readonly fault: ImageRefusal['type'] | 'truncated' | 'extra' | 'injected'
      readonly reason: string
      readonly error?: UploadError
    }

interface SentFile {
  readonly field: string
  readonly name: string
  readonly data: Buffer
  readonly truncated: boolean
}

/** The form fields that the operations read: `image`, with an ordinal where there are several. */
const imageField = /^image(?:\[?\d*\]?)$/

const formData = 'multipart/form-data'

const formLimits = { fileSize: maxFileBytes, parts: 20, fieldSize: 100_000 }

/**
 * Returns the files of a multipart request; undefined when it is none or cannot be read to its end: a form that is cut
 * off or malformed has no files that could be trusted, and is answered like one without.
 */
export function readFiles(request: IncomingMessage): Promise<readonly SentFile[] | undefined> {
  const { 'content-type': type = '' } = request.headers
  const form = type.toLowerCase().startsWith(formData)
    ? formReader({ ...request.headers, 'content-type': type })
    : undefined
  return new Promise((resolve) => {
    const files: SentFile[] = []
    const giveUp = (): void => {
      if (form) request.unpipe(form)
      // What is still to come is of no use, and is read so that the connection can go on.
      request.resume()
      resolve(undefined)
    }
    if (form === undefined) {
      giveUp()
      return
    }
    form.on('file', (field, part, name) => {
      const isKept = imageField.test(field) && files.length < maxFilesRead
      const chunks: Buffer[] = []
      part.on('data', (chunk: Buffer) => {
        if (isKept) chunks.push(chunk)
      })
      part.on('end', () => {
        if (isKept) files.push({ field, name, data: Buffer.concat(chunks), truncated: part.truncated })
      })
      part.on('error', giveUp)
    })
    form.on('partsLimit', giveUp)
    form.on('error', giveUp)
    form.on('finish', () => resolve(files))
    request.on('close', () => {
      if (!request.complete) giveUp()
    })
    request.pipe(form)
  })
}

/** Returns what reads a form; undefined where its boundary is missing. */
function formReader(headers: BusboyHeaders): BusboyInstance | undefined {
  try {
    return new Busboy({ headers, limits: formLimits })
  } catch {
    return undefined
  }
}

/** Checks files and stores the good ones. */
export function takeFiles(exchange: ServerExchange, upload: Upload, files: readonly SentFile[]): readonly FileResult[] {
  const { settings, clock, images } = exchange.service
  const { maxFiles = 1 }: ImageOperation = imageLimits[upload]
  const injected = faultsOf(exchange, 'upload-error')
  const ordinals = ordinalFields(settings, files)
  return files.map((file, index): FileResult => {
    const field = ordinals[index] ?? file.field
    const chosen = injected.find((fault) => fault.files?.includes(index) ?? false)
    if (chosen) {
      const error = { code: chosen.code, message: chosen.message ?? messageOf(chosen.code) }
      return { type: 'refused', field, fault: 'injected', reason: refusals.fault.en, error }
    }
    if (index >= maxFiles) {
      return { type: 'refused', field, fault: 'extra', reason: `${files.length} files; ${maxFiles} are allowed` }
    }
    if (file.truncated) {
      return { type: 'refused', field, fault: 'truncated', reason: `the file has more than ${fileSize(maxFileBytes)}` }
    }
    const verdict = checkImage(upload, file.data)
    if (verdict.type !== 'good') return { type: 'refused', field, fault: verdict.type, reason: verdict.reason }
    const { format, widthPx, heightPx } = verdict
    const uploadedAt = clock.now()
    const expiresAt = monthsLater(uploadedAt, times.imageRetentionMonths)
    const facts = { upload, name: file.name, format, widthPx, heightPx, uploadedAt, expiresAt }
    return { type: 'stored', field, image: images.add(facts, file.data) }
  })
}

/** `formField` of each file. Fields that differ already carry their ordinal; equal ones are numbered. */
function ordinalFields({ formField }: EmulatorSettings, files: readonly SentFile[]): readonly string[] {
  const isDistinct = new Set(files.map(({ field }) => field)).size === files.length && files.length > 1
  const names = {
    'from-1': (index: number) => `image${index + 1}`,
    'from-0': (index: number) => `image${index}`,
    brackets: (index: number) => `image[${index}]`,
    'as-sent': () => 'image',
  }
  const nameOf = names[formField]
  return files.map(({ field }, index) => (isDistinct || field !== 'image' ? field : nameOf(index)))
}

function messageOf(code: string): string {
  return code in fileUploadCodes ? fileUploadCodes[code as keyof typeof fileUploadCodes].message : ''
}

type Refused = Extract<FileResult, { type: 'refused' }>
type Stored = Extract<FileResult, { type: 'stored' }>

/** The answer of an upload operation in its shape. */
export class UploadAnswer {
  readonly #exchange: ServerExchange
  readonly #isSingle: boolean

  constructor(exchange: ServerExchange, upload: Upload) {
    const { answer } = imageLimits[upload]
    this.#exchange = exchange
    // What the wide item list gets is open: here it is the result of several images.
    this.#isSingle = answer === 'single'
  }

  /** Answers that a required value is missing. */
  missing(field: string): Answer {
    return this.#error({ code: 'CE400', message: `required value is missing: ${field}` })
  }

  /** Answers that the user ID or a header Authorization is not the emulator's. */
  foreign(): Answer {
    return { ...this.#error({ code: 'CE400', message: refusals.foreign.en }, refusals.foreign), status: 401 }
  }

  tooManyRequests(): Answer {
    return {
      ...this.#error({ code: 'G900', message: refusals.tooManyRequests.en }, refusals.tooManyRequests),
      status: 429,
    }
  }

  /** Answers as a fault for the whole request says, when one struck. */
  injected(): Answer | undefined {
    const fault = faultsOf(this.#exchange, 'upload-error').find(({ files }) => files === undefined)
    return fault && this.#error({ code: fault.code, message: fault.message ?? defaultMessage(fault.code) })
  }

  of(results: readonly FileResult[]): Answer {
    const stored = results.filter((result): result is Stored => result.type === 'stored')
    const refused = results.filter((result): result is Refused => result.type === 'refused')
    const first = refused.find(({ fault }) => fault !== 'extra')
    if (this.#isSingle) return this.#single(stored.at(-1), first)
    return this.#multi(stored, refused)
  }

  #single(stored: Stored | undefined, refused: Refused | undefined): Answer {
    if (refused) return this.#error(refused.error ?? singleErrors[refused.fault], inBoth(refused.reason))
    if (stored === undefined) return this.missing('image')
    const { image } = stored
    const data = { image_key: image.key, request_date: this.#today(), name: image.name, url: image.url }
    this.#exchange.open.code = '0000'
    return { status: 200, body: { data, errcode: '0000', errmsg: 'success' } satisfies SingleUploadResponse }
  }

  #multi(stored: readonly Stored[], refused: readonly Refused[]): Answer {
    const code = refused.length === 0 ? '0000' : '6000'
    const success = stored.map(({ field, image }) => ({ formField: field, url: image.url }))
    const failure = refused.map((result) => ({ formField: result.field, error: this.#fileError(result) }))
    const [first] = stored
    const named = first && { name: first.image.name, url: first.image.url }
    const body: MultiUploadResponse = { code, result: { success, failure, request_date: this.#today(), ...named } }
    const { service, open } = this.#exchange
    if (refused.length === 0) open.code = code
    else service.refuse(open, code, inBoth(refused.map(({ field, reason }) => `${field}: ${reason}`).join('; ')))
    return { status: 200, body }
  }

  #fileError({ fault, error }: Refused): UploadError {
    if (error) return error
    const codes = {
      format: '2003',
      size: '2002',
      weight: '2001',
      truncated: '413',
      extra: '2004',
      injected: '2004',
    } as const
    const code = codes[fault]
    return { code, message: fileUploadCodes[code].message }
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

const singleErrors: Readonly<Record<Refused['fault'], UploadError>> = {
  format: { code: 'E600', message: 'InvalidImageFormatException' },
  weight: { code: 'E600', message: 'InvalidImageMaxLengthException' },
  truncated: { code: 'E600', message: 'InvalidImageMaxLengthException' },
  size: { code: 'E600', message: 'InvalidImageSizeException' },
  extra: { code: 'E600', message: 'FailedToUploadImageException' },
  injected: { code: 'E600', message: 'FailedToUploadImageException' },
}

function defaultMessage(code: string): string {
  if (code in singleUploadCodes) {
    const [first] = Object.entries(singleUploadCodes[code as keyof typeof singleUploadCodes])
    if (first) return first[0] || first[1]
  }
  return code in multiUploadCodes ? multiUploadCodes[code as keyof typeof multiUploadCodes] : ''
}
