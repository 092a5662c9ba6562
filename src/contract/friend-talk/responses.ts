import type { Text } from '../../words/language.ts'
import type { JsonSchema } from '../../text/json-schema.ts'

/** Response of the two single-image uploads (interface: "Uploaded image"). */
export interface SingleUploadResponse {
  readonly data?: {
    readonly image_key?: string
    readonly request_date?: string
    readonly name?: string
    readonly url?: string
  }
  readonly errcode?: string
  readonly errmsg?: string
}

interface UploadFailure {
  readonly formField: string
  readonly error: { readonly code: string; readonly message: string }
}

/** Response of the multi-image uploads (interface: "Multi-image upload result"). */
export interface MultiUploadResponse {
  readonly code: string
  readonly result?: {
    readonly success?: readonly { readonly formField: string; readonly url: string }[]
    readonly failure?: readonly UploadFailure[]
    readonly request_date?: string
    readonly name?: string
    readonly url?: string
  }
}

/** Response 200 of the send operation. The status does not mean that any message was accepted. */
export interface SendResponse {
  readonly results: readonly { readonly msg_key: string; readonly code: string; readonly desc?: string }[]
}

export const text: JsonSchema = { type: 'string' }
export const open = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  properties,
  required,
})
export const needed = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema =>
  open(properties, Object.keys(properties))
export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

const success = listOf(needed({ formField: text, url: text }))
const failure = listOf(needed({ formField: text, error: needed({ code: text, message: text }) }))

/** Schemas of the service's responses. Fields that the interface does not name are let through. */
export const responseSchemas = {
  singleUpload: open({
    data: open({ image_key: text, request_date: text, name: text, url: text }),
    errcode: text,
    errmsg: text,
  }),
  multiUpload: open({ code: text, result: open({ success, failure, request_date: text, name: text, url: text }) }, [
    'code',
  ]),
  send: needed({ results: listOf(open({ msg_key: text, code: text, desc: text }, ['msg_key', 'code'])) }),
  requestError: open({ code: text, name: text, description: text }, ['code']),
} as const satisfies Record<string, JsonSchema>

const uploadFailed = { en: 'the upload failed', ko: '업로드에 실패했습니다' }
const tooLarge = { en: 'the file is too large', ko: '파일이 너무 큽니다' }
const formatUnknown = { en: 'its format is not supported', ko: '지원하지 않는 형식입니다' }
const gateway = { en: 'an error of the gateway', ko: '게이트웨이 오류입니다' }
const fieldMissing = { en: 'a required field is missing', ko: '필요한 필드가 없습니다' }
const platform = { en: "an error of the platform's system", ko: '플랫폼의 시스템 오류입니다' }
const timeout = { en: 'no answer from the messaging network in time', ko: '메시지 네트워크가 제때 응답하지 않았습니다' }

/** Codes of the two single-image uploads, field `errcode`: the meaning by the message, of which a code may have several. */
export const singleUploadCodes = {
  E600: {
    FailedToUploadImageException: uploadFailed,
    InvalidImageMaxLengthException: tooLarge,
    InvalidImageSizeException: { en: 'its dimensions are not allowed', ko: '가로세로 크기가 맞지 않습니다' },
    InvalidImageFormatException: formatUnknown,
  },
  G900: { 'Gateway system error occurred': gateway },
  CE400: { '': fieldMissing },
  CE500: { 'System error': platform },
  CE504: { '': timeout },
} as const satisfies { readonly [code: string]: { readonly [message: string]: Text } }

/** Result codes of the two multi-image uploads, field `code`. */
export const multiUploadCodes = {
  '0000': { en: 'success', ko: '성공' },
  '6000': { en: 'several images were refused', ko: '여러 이미지가 거절되었습니다' },
  G900: gateway,
  CE400: fieldMissing,
  CE500: platform,
  CE504: timeout,
} as const satisfies { readonly [code: string]: Text }

/** Codes of single files in a multi-image upload, `result.failure[].error.code`. */
export const fileUploadCodes = {
  '2001': { message: 'InvalidImageLengthException', meaning: tooLarge },
  '2002': {
    message: 'InvalidImageShapeException',
    meaning: { en: 'its shape is not valid', ko: '이미지 모양이 맞지 않습니다' },
  },
  '2003': { message: 'InvalidImageFormatException', meaning: formatUnknown },
  '2004': {
    message: 'FailedToUploadImageException',
    meaning: { en: 'an error inside the service', ko: '서비스 내부 오류입니다' },
  },
  '413': { message: 'Request Entity Too Large', meaning: tooLarge },
} as const

/** The meanings by code; those of one code by its message. */
const uploadMeanings: ReadonlyMap<string, Text> = new Map([
  ...Object.entries(multiUploadCodes),
  ...Object.entries(fileUploadCodes).map(([code, { meaning }]) => [code, meaning] as const),
  ...Object.entries(singleUploadCodes.E600),
])

/** Returns what a code of a refused upload means. */
export function uploadMeaning(code: string, message = ''): Text | undefined {
  return code === 'E600' ? (uploadMeanings.get(message) ?? uploadFailed) : uploadMeanings.get(code)
}
