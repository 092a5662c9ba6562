import type { Text } from '../../words/language.ts'
import type { JsonSchema } from '../../text/json-schema.ts'

/** Response of the two single-image uploads (interface: "Uploaded image"). */
export interface SingleUploadResponse {
  readonly data?: {
    readonly image_key?: string
    /** `YYYYMMDD`. */
    readonly request_date?: string
    readonly name?: string
    /** Goes into the send request. */
    readonly url?: string
  }
  readonly errcode?: string
  readonly errmsg?: string
}

/** Response of the multi-image uploads (interface: "Multi-image upload result"). */
export interface MultiUploadResponse {
  readonly code: string
  readonly result?: {
    readonly success?: readonly { readonly formField: string; readonly url: string }[]
    readonly failure?: readonly {
      readonly formField: string
      readonly error: { readonly code: string; readonly message: string }
    }[]
    readonly request_date?: string
    readonly name?: string
    readonly url?: string
  }
}

/** Response 200 of the send operation. The status does not mean that any message was accepted. */
export interface SendResponse {
  readonly results: readonly { readonly msg_key: string; readonly code: string; readonly desc?: string }[]
}

const text: JsonSchema = { type: 'string' }
const open = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
})

/** Schemas of the service's responses. Fields that the interface does not name are let through. */
export const responseSchemas = {
  singleUpload: open(
    {
      data: open({ image_key: text, request_date: text, name: text, url: text }, []),
      errcode: text,
      errmsg: text,
    },
    [],
  ),
  multiUpload: open(
    {
      code: text,
      result: open(
        {
          success: { type: 'array', items: open({ formField: text, url: text }, ['formField', 'url']) },
          failure: {
            type: 'array',
            items: open({ formField: text, error: open({ code: text, message: text }, ['code', 'message']) }, [
              'formField',
              'error',
            ]),
          },
          request_date: text,
          name: text,
          url: text,
        },
        [],
      ),
    },
    ['code'],
  ),
  send: open(
    {
      results: {
        type: 'array',
        items: open({ msg_key: text, code: text, desc: text }, ['msg_key', 'code']),
      },
    },
    ['results'],
  ),
  requestError: open({ code: text, name: text, description: text }, ['code']),
} as const satisfies Record<string, JsonSchema>

/** Codes of the two single-image uploads, field `errcode`; one code may have several messages. */
export const singleUploadCodes = {
  E600: {
    FailedToUploadImageException: 'upload failed (generic)',
    InvalidImageMaxLengthException: 'image size limit exceeded',
    InvalidImageSizeException: 'image dimensions not allowed for sending',
    InvalidImageFormatException: 'unsupported image format',
  },
  G900: { 'Gateway system error occurred': 'gateway error' },
  CE400: { '': 'required field is missing; the message names it' },
  CE500: { 'System error': 'system error of the platform operator' },
  CE504: { '': 'network timeout between the service and the messaging network' },
} as const

/** Result codes of the two multi-image uploads, field `code`. */
export const multiUploadCodes = {
  '0000': 'success',
  '6000': 'several image uploads failed; details in result.failure[].error',
  G900: 'server internal error (gateway)',
  CE400: 'required field is missing',
  CE500: 'system error',
  CE504: 'network timeout toward the messaging network',
} as const

/** Codes of single files in a multi-image upload, `result.failure[].error.code`. */
export const fileUploadCodes = {
  '2001': { message: 'InvalidImageLengthException', meaning: 'image size over' },
  '2002': { message: 'InvalidImageShapeException', meaning: 'invalid image shape' },
  '2003': { message: 'InvalidImageFormatException', meaning: 'invalid image file format' },
  '2004': { message: 'FailedToUploadImageException', meaning: 'server internal error' },
  '413': { message: 'Request Entity Too Large', meaning: 'image file size over' },
} as const

/** What the codes of refused uploads mean; those of one code by its message. */
const uploadMeanings: { readonly [name: string]: Text } = {
  FailedToUploadImageException: { en: 'the upload failed', ko: '업로드에 실패했습니다' },
  InvalidImageMaxLengthException: { en: 'the file is too large', ko: '파일이 너무 큽니다' },
  InvalidImageSizeException: { en: 'its dimensions are not allowed', ko: '가로세로 크기가 맞지 않습니다' },
  InvalidImageFormatException: { en: 'its format is not supported', ko: '지원하지 않는 형식입니다' },
  G900: { en: 'an error of the gateway', ko: '게이트웨이 오류입니다' },
  CE400: { en: 'a required field is missing', ko: '필요한 필드가 없습니다' },
  CE500: { en: "an error of the platform's system", ko: '플랫폼의 시스템 오류입니다' },
  CE504: { en: 'no answer from the messaging network in time', ko: '메시지 네트워크가 제때 응답하지 않았습니다' },
  2001: { en: 'the file is too large', ko: '파일이 너무 큽니다' },
  2002: { en: 'its shape is not valid', ko: '이미지 모양이 맞지 않습니다' },
  2003: { en: 'its format is not supported', ko: '지원하지 않는 형식입니다' },
  2004: { en: 'an error inside the service', ko: '서비스 내부 오류입니다' },
  413: { en: 'the file is too large', ko: '파일이 너무 큽니다' },
}

/** Returns what a code of a refused upload means. */
export function uploadMeaning(code: string, message: string | undefined): Text | undefined {
  const of = (name: string): Text | undefined =>
    Object.hasOwn(uploadMeanings, name) ? uploadMeanings[name] : undefined
  // One code with a message for each cause; another message is of the cause in general.
  return code === 'E600' ? (of(message ?? '') ?? of('FailedToUploadImageException')) : of(code)
}
