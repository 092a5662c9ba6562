import type { Contract, Redact, UploadOutcome as Answered } from '../contract/contract.ts'
import type { Upload } from '../contract/contracts.ts'
import { isImageUrl } from '../text/urls.ts'
import type { Exchange, LostReason, NotWrittenReason } from './exchange.ts'

/** The outcome of one image. An upload may be repeated freely, whatever it is. */
export type UploadOutcome =
  | Extract<Answered, { readonly type: 'uploaded' | 'refused' }>
  /** No answer says whether it is there. */
  | {
      readonly type: 'failed'
      readonly reason: NotWrittenReason | LostReason | 'status' | 'not-json' | 'not-understood'
      readonly status?: number
      /** Code of the connection, such as `ECONNREFUSED`. */
      readonly errorCode?: string | undefined
    }
  /** The service says that the image is there, under a URL that must not go into a message. It is not repeated. */
  | { readonly type: 'failed'; readonly reason: 'unusable-url'; readonly url: string }

export interface UploadFile {
  /** The file's name as the service may store it; no path. */
  readonly name: string
  readonly format: 'png' | 'jpg'
  readonly content: Uint8Array
}

const mediaTypes = { png: 'image/png', jpg: 'image/jpeg' } as const

/** A multipart form with a file, and its `Content-Type`. */
export async function imageForm(
  { name: fileName, format, content }: UploadFile,
  { field, fields = {} }: Pick<ReturnType<Contract['upload']>, 'field' | 'fields'>,
): Promise<{ readonly contentType: string; readonly body: Buffer }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append(field, new Blob([Buffer.from(content)], { type: mediaTypes[format] }), fileName)
  const response = new Response(form)
  return { contentType: response.headers.get('content-type') ?? '', body: Buffer.from(await response.arrayBuffer()) }
}

/** Makes the texts and URLs of an answer presentable. */
export interface UploadTexts {
  readonly redact: Redact
  /** URLs are kept and shown as they are. */
  readonly holdsSecret: (url: string) => boolean
}

const maxCodeCharacters = 64

/** Reads what an upload came to. */
export function uploadAnswer(
  exchange: Exchange,
  { contract, operation }: { readonly contract: Contract; readonly operation: Upload },
  { redact, holdsSecret }: UploadTexts,
): UploadOutcome {
  if (exchange.type !== 'answered') {
    const { reason, errorCode } = exchange
    return { type: 'failed', reason, errorCode }
  }
  const { status, body } = exchange
  const outcome = contract.uploaded({ operation, status, body })
  if (outcome.type === 'failed') return outcome
  if (outcome.type === 'refused') {
    const { code, message } = outcome
    return { ...outcome, code: redact(code, maxCodeCharacters), message: message && redact(message) }
  }
  const { url } = outcome
  if (isImageUrl(url) && !holdsSecret(url)) return outcome
  return { type: 'failed', reason: 'unusable-url', url: redact(url) }
}
