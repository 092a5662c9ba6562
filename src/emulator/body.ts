import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import type { Context } from 'hono'

/** The largest body of a send or a control request. */
export const maxBodyBytes: number = 10 * 1024 * 1024

export function isTooLarge(c: Context): boolean {
  return Number(c.req.header('content-length') ?? 0) > maxBodyBytes
}

/** Returns the value that the text of a body stands for; undefined where it is no JSON. */
export function readJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: text.trim() === '' ? undefined : JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** The server reads no more of a file than this; far more than any operation takes. */
export const maxFileBytes = 10_000_000
/** Files of one request that are looked at; the rest are read and forgotten. */
const maxFilesRead = 8
const formLimits = { fileSize: maxFileBytes, parts: 20, fieldSize: 100_000 }

export interface SentFile {
  readonly field: string
  readonly name: string
  readonly data: Buffer
  readonly truncated: boolean
}

/** What a form has in its fields. */
export interface SentForm {
  readonly files: readonly SentFile[]
  readonly values: ReadonlyMap<string, string>
}

/**
 * Returns the files of a multipart request in the fields that count; undefined when it is none or cannot be read to
 * its end: a form that is cut off or malformed has no files that could be trusted.
 */
export function readForm(request: IncomingMessage, fields: RegExp): Promise<SentForm | undefined> {
  const { 'content-type': type = '' } = request.headers
  const form = type.toLowerCase().startsWith('multipart/form-data')
    ? formReader({ ...request.headers, 'content-type': type })
    : undefined
  return new Promise((resolve) => {
    const files: SentFile[] = []
    const values = new Map<string, string>()
    const giveUp = (): void => {
      if (form) request.unpipe(form)
      // What is still to come is of no use, and is read so that the connection can go on.
      request.resume()
      resolve(undefined)
    }
    if (form === undefined) return giveUp()
    form.on('field', (name, value) => values.set(name, value))
    form.on('file', (field, part, name) => {
      const isKept = fields.test(field) && files.length < maxFilesRead
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
    form.on('finish', () => resolve({ files, values }))
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
