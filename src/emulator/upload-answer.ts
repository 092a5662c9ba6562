import {
  fileUploadCodes,
  multiUploadCodes,
  type MultiUploadResponse,
  singleUploadCodes,
  type SingleUploadResponse,
} from '../contract/responses.ts'
import { type Upload, uploadFacts } from '../contract/kinds.ts'
import type { Answer } from './answer.ts'
import { foreignSecret } from './credentials.ts'
import { type ServerExchange, faultsOf } from './exchange.ts'
import { koreanDate } from './korean-time.ts'
import type { EmulatedService } from './service.ts'
import { statusOf, unauthorizedStatus } from './settings.ts'
import type { FileResult, UploadError } from './upload.ts'

type Refused = Extract<FileResult, { type: 'refused' }>
type Stored = Extract<FileResult, { type: 'stored' }>

/** The answer of an upload operation in its shape. */
export class UploadAnswer {
  readonly #service: EmulatedService
  readonly #exchange: ServerExchange
  readonly #isSingle: boolean

  constructor(service: EmulatedService, exchange: ServerExchange, upload: Upload) {
    const { itemListResponse } = service.settings.assumptions
    this.#service = service
    this.#exchange = exchange
    const { answer } = uploadFacts[upload]
    this.#isSingle = (answer === 'open' ? itemListResponse : answer) === 'single'
  }

  /** A required value is missing. */
  missing(field: string): Answer {
    return this.#error({ code: 'CE400', message: `required value is missing: ${field}` })
  }

  /** The user ID or a header Authorization is not the emulator's. */
  foreign(): Answer {
    return {
      ...this.#error({ code: 'CE400', message: foreignSecret }),
      status: unauthorizedStatus(this.#service.settings),
    }
  }

  tooLarge(): Answer {
    return { ...this.#error({ code: 'E600', message: 'InvalidImageMaxLengthException' }), status: 413 }
  }

  tooManyRequests(): Answer {
    return { ...this.#error({ code: 'G900', message: 'too many requests in a second' }), status: 429 }
  }

  /** A fault for the whole request, when one struck. */
  injected(): Answer | undefined {
    const fault = faultsOf(this.#exchange, 'upload-error').find(({ files }) => files === undefined)
    return fault && this.#error({ code: fault.code, message: fault.message ?? defaultMessage(fault.code) })
  }

  of(results: readonly FileResult[]): Answer {
    const stored = results.filter((result): result is Stored => result.type === 'stored')
    const refused = results.filter((result): result is Refused => result.type === 'refused')
    const isTooMany = refused.some(({ fault }) => fault === 'extra')
    if (this.#isSingle)
      return this.#single(
        stored.at(-1),
        refused.find(({ fault }) => fault !== 'extra'),
      )
    if (isTooMany && this.#service.settings.assumptions.extraFiles === 'CE400')
      return this.missing('image (too many files)')
    return this.#multi(stored, refused)
  }

  #single(stored: Stored | undefined, refused: Refused | undefined): Answer {
    if (refused) return this.#error(refused.error ?? singleErrors[refused.fault], refused.reason)
    if (stored === undefined) return this.missing('image')
    const { image } = stored
    const data = { image_key: image.key, request_date: this.#today(), name: image.name, url: image.url }
    const told = this.#service.settings.assumptions.singleSuccess === '0000' && { errcode: '0000', errmsg: 'success' }
    this.#exchange.open.code = '0000'
    return { status: 200, body: { data, ...told } satisfies SingleUploadResponse }
  }

  #multi(stored: readonly Stored[], refused: readonly Refused[]): Answer {
    const code = refused.length === 0 ? '0000' : '6000'
    const success = stored.map(({ field, image }) => ({ formField: field, url: image.url }))
    const failure = refused.map((result) => ({ formField: result.field, error: this.#fileError(result) }))
    const [first] = stored
    const named = first && { name: first.image.name, url: first.image.url }
    const body: MultiUploadResponse = { code, result: { success, failure, request_date: this.#today(), ...named } }
    this.#exchange.open.code = code
    if (refused.length > 0) {
      this.#exchange.open.description = refused.map(({ field, reason }) => `${field}: ${reason}`).join('; ')
    }
    return { status: 200, body }
  }

  #fileError({ fault, error }: Refused): UploadError {
    if (error) return error
    const { extraFiles, overweightFile } = this.#service.settings.assumptions
    const codes = {
      format: '2003',
      size: '2002',
      weight: overweightFile,
      truncated: '413',
      extra: extraFiles === '413' ? '413' : '2004',
      injected: '2004',
    } as const
    const code = codes[fault]
    return { code, message: fileUploadCodes[code].message }
  }

  #error({ code, message }: UploadError, description = message): Answer {
    this.#exchange.open.code = code
    this.#exchange.open.description = description
    const status = statusOf(code, this.#service.settings)
    if (this.#isSingle) return { status, body: { errcode: code, errmsg: message } satisfies SingleUploadResponse }
    // The multi-image result shows no field for a message and has no E600; without a message nobody would know why.
    const body: MultiUploadResponse & { message: string } = { code: code === 'E600' ? 'G900' : code, message }
    return { status, body }
  }

  #today(): string {
    return koreanDate(this.#service.clock.now())
  }
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
