import { once } from '../../text/once.ts'
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

/** A request-level failure of the send operation. */
export interface RequestError {
  readonly code: string
  readonly name?: string
  readonly description?: string
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

/** What becomes of a message that the service answered with a code. `accepted` is not "delivered". */
export type MessageOutcome = 'accepted' | 'rejected' | 'deferred' | 'unknown'

interface SendCodeFacts {
  readonly title: string
  readonly meaning: string
  /** The outcome of a message whose entry in `results` has this code. */
  readonly outcome: MessageOutcome
}

const seeDescription = 'see description in the response body'

/** Codes of the send operation, in `results[].code` or at request level (interface: "Send operation response codes"). */
export const sendCodes = {
  C100: { title: 'Success', meaning: 'message accepted', outcome: 'accepted' },
  C400_1: { title: 'Invalid data type', meaning: seeDescription, outcome: 'rejected' },
  C400_2: { title: 'Invalid request parameter', meaning: seeDescription, outcome: 'rejected' },
  C400_3: { title: 'Missing required parameters', meaning: seeDescription, outcome: 'rejected' },
  C404_1: { title: 'Unable to find the data', meaning: seeDescription, outcome: 'rejected' },
  C500_1: { title: 'Internal server error', meaning: seeDescription, outcome: 'unknown' },
  G110: { title: 'API UNIQUE ID exception', meaning: 'invalid URL', outcome: 'rejected' },
  G140: { title: 'Sender number exception', meaning: 'the sender number is not accepted', outcome: 'rejected' },
  G141: { title: 'Recipient number exception', meaning: 'the recipient number is not accepted', outcome: 'rejected' },
  G142: {
    title: 'Invalid echo_to_webhook value',
    meaning: 'exceeds 256 bytes or has a wrong type',
    outcome: 'rejected',
  },
  G150: { title: 'Insufficient credit', meaning: 'the account has no credit left', outcome: 'deferred' },
  G160: {
    title: 'Exceeded the maximum number of transmissions per session',
    meaning: 'too many messages in one session',
    outcome: 'deferred',
  },
} as const satisfies Record<string, SendCodeFacts>

/** A code of the send operation. */
export type SendCode = keyof typeof sendCodes

/** Whether something is a code of the send operation, letter for letter. */
export function isSendCode(code: unknown): code is SendCode {
  return typeof code === 'string' && Object.hasOwn(sendCodes, code)
}

/**
 * The outcome of a message whose entry in `results` has this code. A code that the interface does not list says that
 * the message was not taken, unless it looks like one that says otherwise: a service that answers `c100 ` may have taken it.
 *
 * @param code undefined for an entry whose code is no text
 */
export function sendOutcome(code: string | undefined): MessageOutcome {
  if (code === undefined) return 'unknown'
  if (isSendCode(code)) return sendCodes[code].outcome
  const looks = looksOf(code)
  return looks === '' || maybeTaken().has(looks) ? 'unknown' : 'rejected'
}

/** What a code looks like: without letter case, width, white space and invisible marks. */
function looksOf(code: string): string {
  return code
    .normalize('NFKC')
    .replace(/[\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replace(/^[\u0441\u03f2]/, 'c')
}

/** Codes of messages that the service may have taken. */
const maybeTaken = once(
  (): ReadonlySet<string> =>
    new Set(
      Object.entries(sendCodes).flatMap(([code, { outcome }]) =>
        outcome === 'accepted' || outcome === 'unknown' ? [looksOf(code)] : [],
      ),
    ),
)

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
