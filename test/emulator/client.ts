import type { Kind } from '../../src/contract/friend-talk/kinds.ts'
import type { Upload } from '../../src/contract/friend-talk/limits.ts'
import type {
  MultiUploadResponse,
  SendResponse,
  SingleUploadResponse,
} from '../../src/contract/friend-talk/responses.ts'
import type { RequestError } from '../../src/contract/contract.ts'
import type { Emulator } from '../../src/emulator/emulator.ts'
import type { EmulatorOptions } from '../../src/emulator/options.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { pngBytes } from '../project/image-bytes.ts'
import { afterEachFile } from '../ending.ts'

const running = new Set<Emulator>()

afterEachFile(async () => {
  await Promise.all([...running].map((emulator) => emulator.close()))
  running.clear()
})

/** Starts an emulator on a free port; it is closed when the tests of the file are over. */
export async function emulate(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator(options)
  running.add(emulator)
  return emulator
}

/** One file of an upload. */
export interface UploadFile {
  readonly field?: string
  readonly name?: string
  readonly data: Buffer
}

export interface Answered<T> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

/** A good image of each upload operation. */
export const goodImages: { readonly [U in Upload]: Buffer } = {
  FT: pngBytes({ width: 720, height: 720 }),
  FT_WIDE: pngBytes({ width: 800, height: 600 }),
  'ft-wide-item-list': pngBytes({ width: 800, height: 400 }),
  'ft-carousel-feed': pngBytes({ width: 800, height: 600 }),
}

export async function uploadFiles<T = SingleUploadResponse & MultiUploadResponse>(
  { uploadUrl, userId }: Emulator,
  upload: Upload,
  files: readonly UploadFile[],
): Promise<Answered<T>> {
  const form = new FormData()
  for (const { field = 'image', name = 'image.png', data } of files) {
    form.append(field, new Blob([new Uint8Array(data)], { type: 'image/png' }), name)
  }
  return answered(await fetch(`${uploadUrl}/file/v1/${upload}/image/${userId}`, { method: 'POST', body: form }))
}

/** Uploads one good image and gives its URL. */
export async function uploadedUrl(emulator: Emulator, upload: Upload): Promise<string> {
  const { body } = await uploadFiles(emulator, upload, [{ data: goodImages[upload] }])
  const url = body.data?.url ?? body.result?.success?.[0]?.url
  if (url === undefined) throw new Error(`The upload failed: ${JSON.stringify(body)}`)
  return url
}

export async function send(
  emulator: Emulator,
  kind: Kind,
  messages: readonly unknown[],
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered<SendResponse & RequestError>> {
  return sendBody(emulator, kind, JSON.stringify({ msg_data: messages }), headers)
}

export async function sendBody(
  { baseUrl, userId, secretKey }: Emulator,
  kind: Kind,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered<SendResponse & RequestError>> {
  const response = await fetch(`${baseUrl}/${kind}/v2/send`, {
    method: 'POST',
    headers: {
      authorization: `${userId};${secretKey}`,
      'content-type': 'application/json;charset=utf-8',
      ...headers,
    },
    body,
  })
  return answered(response)
}

async function answered<T>(response: Response): Promise<Answered<T>> {
  return { status: response.status, headers: response.headers, body: (await response.json()) as T }
}

/** Calls the control API. */
export async function control<T = Record<string, unknown>>(
  { url }: Emulator,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Answered<T>> {
  const response = await fetch(`${url}/_emulator${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return answered(response)
}
