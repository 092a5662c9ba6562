import { type JsonSchema, list, object, typed, type ValueOf } from '../../text/json-schema.ts'
import type { Text } from '../../words/language.ts'

export const text = typed<string>({ type: 'string' })

/** An object that may have fields beside these: the interface does not name all. */
export function open<const P extends Readonly<Record<string, JsonSchema>>, R extends keyof P = never>(
  properties: P,
  ...named: R[]
): ReturnType<typeof object<P, R>> {
  return { ...object(properties, ...named), additionalProperties: true }
}

const success = list(open({ formField: text, url: text }, 'formField', 'url'))
const error = open({ code: text, message: text }, 'code', 'message')
const failure = list(open({ formField: text, error }, 'formField', 'error'))
const about = { request_date: text, name: text, url: text }

/** Schemas of the service's responses. */
export const responseSchemas = {
  /** Response of the two single-image uploads (interface: "Uploaded image"). */
  singleUpload: open({ data: open({ image_key: text, ...about }), errcode: text, errmsg: text }),
  /** Response of the multi-image uploads (interface: "Multi-image upload result"). */
  multiUpload: open({ code: text, result: open({ success, failure, ...about }) }, 'code'),
  /** Response of the send operation. The status 200 does not mean that any message was accepted. */
  send: open({ results: list(open({ msg_key: text, code: text, desc: text }, 'msg_key', 'code')) }, 'results'),
  requestError: open({ code: text, name: text, description: text }, 'code'),
}

export type SingleUploadResponse = ValueOf<typeof responseSchemas.singleUpload>
export type MultiUploadResponse = ValueOf<typeof responseSchemas.multiUpload>
export type SendResponse = ValueOf<typeof responseSchemas.send>

const uploadFailed = { en: 'the upload failed', ko: '업로드에 실패했습니다' }
const tooLarge = { en: 'the file is too large', ko: '파일이 너무 큽니다' }
const formatUnknown = { en: 'its format is not supported', ko: '지원하지 않는 형식입니다' }
const shapeWrong = { en: 'its shape is not valid', ko: '이미지 모양이 맞지 않습니다' }
const serviceError = { en: 'an error inside the service', ko: '서비스 내부 오류입니다' }
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
  '2002': { message: 'InvalidImageShapeException', meaning: shapeWrong },
  '2003': { message: 'InvalidImageFormatException', meaning: formatUnknown },
  '2004': { message: 'FailedToUploadImageException', meaning: serviceError },
  '413': { message: 'Request Entity Too Large', meaning: tooLarge },
} as const

/** Meanings of the codes of refused uploads; a single image's depends on its message too. */
export const uploadMeanings: ReadonlyMap<string, Text> = new Map<string, Text>([
  ...Object.entries(multiUploadCodes),
  ...Object.entries(fileUploadCodes).map(([code, { meaning }]) => [code, meaning] as const),
  ...Object.entries(singleUploadCodes.E600).map(([message, meaning]) => [`E600 ${message}`, meaning] as const),
  ['E600', uploadFailed],
])
