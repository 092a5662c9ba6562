import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { fileUploadCodes } from '../contract/codes.ts'
import type { Upload } from '../contract/kinds.ts'
import { type ImageLimit, imageLimits } from '../contract/limits.ts'
import { fileSize } from '../words/phrases.ts'
import { checkImage, type ImageRefusal } from './check-image.ts'
import { type ServerExchange, faultsOf } from './exchange.ts'
import type { StoredImage } from './controls.ts'
import { monthsLater } from './korean-time.ts'
import type { EmulatedService } from './service.ts'

/** The server reads no more of a file than this; far more than any operation takes. */
export const maxFileBytes = 10_000_000
/** Files of one request that are looked at; the rest are read and forgotten. */
const maxFilesRead = 8

/** A code and message of the interface. */
export interface UploadError {
  readonly code: string
  readonly message: string
}

/** What became of one file. */
export type FileResult =
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

/** Whether a form field is one that the operations read: `image`, with an ordinal where there are several. */
function isImageField(name: string): boolean {
  return /^image(?:\[?\d*\]?)$/.test(name)
}

/** The files of a multipart request; undefined when it is none or cannot be read to its end. */
export async function readFiles(request: FastifyRequest): Promise<readonly SentFile[] | undefined> {
  if (!request.isMultipart()) return undefined
  const files: SentFile[] = []
  try {
    const parts: AsyncIterable<Multipart> = request.parts({ limits: { fileSize: maxFileBytes } })
    for await (const part of parts) {
      if (part.type !== 'file') continue
      const chunks: Buffer[] = []
      const isKept = isImageField(part.fieldname) && files.length < maxFilesRead
      for await (const chunk of part.file as AsyncIterable<Buffer>) if (isKept) chunks.push(chunk)
      const { fieldname: field, filename } = part
      if (isKept) {
        files.push({ field, name: filename ?? '', data: Buffer.concat(chunks), truncated: part.file.truncated })
      }
    }
  } catch {
    // A form that is cut off or malformed has no files that could be trusted: it is answered like one without.
    return undefined
  }
  return files
}

/** Checks files and stores the good ones. */
export function takeFiles(
  service: EmulatedService,
  exchange: ServerExchange,
  { upload, files, urlOf }: { upload: Upload; files: readonly SentFile[]; urlOf: (file: string) => string },
): readonly FileResult[] {
  const { maxFiles = 1 }: ImageLimit = imageLimits[upload]
  const injected = faultsOf(exchange, 'upload-error')
  const ordinals = ordinalFields(service, files)
  return files.map((file, index): FileResult => {
    const field = ordinals[index] ?? file.field
    const chosen = injected.find((fault) => fault.files?.includes(index) ?? false)
    if (chosen) {
      const error = { code: chosen.code, message: chosen.message ?? messageOf(chosen.code) }
      return { type: 'refused', field, fault: 'injected', reason: 'a fault of the emulator', error }
    }
    if (index >= maxFiles) {
      return { type: 'refused', field, fault: 'extra', reason: `${files.length} files; ${maxFiles} are allowed` }
    }
    if (file.truncated) {
      return { type: 'refused', field, fault: 'truncated', reason: `the file has more than ${fileSize(maxFileBytes)}` }
    }
    return store(service, { upload, file, field, urlOf })
  })
}

function store(
  { settings, clock, images }: EmulatedService,
  { upload, file, field, urlOf }: { upload: Upload; file: SentFile; field: string; urlOf: (file: string) => string },
): FileResult {
  const verdict = checkImage(upload, file.data)
  if (verdict.type !== 'good') return { type: 'refused', field, fault: verdict.type, reason: verdict.reason }
  const { format, widthPx, heightPx } = verdict
  const uploadedAt = clock.now()
  const expiresAt = monthsLater(uploadedAt, settings.imageRetentionMonths)
  const facts = { upload, name: file.name, format, widthPx, heightPx, uploadedAt, expiresAt }
  return { type: 'stored', field, image: images.add(facts, file.data, urlOf) }
}

/** `formField` of each file. Fields that differ already carry their ordinal; equal ones are numbered. */
function ordinalFields({ settings }: EmulatedService, files: readonly SentFile[]): readonly string[] {
  const isDistinct = new Set(files.map(({ field }) => field)).size === files.length && files.length > 1
  const names = {
    'from-1': (index: number) => `image${index + 1}`,
    'from-0': (index: number) => `image${index}`,
    brackets: (index: number) => `image[${index}]`,
    'as-sent': () => 'image',
  }
  const nameOf = names[settings.assumptions.formField]
  return files.map(({ field }, index) => (isDistinct || field !== 'image' ? field : nameOf(index)))
}

function messageOf(code: string): string {
  return code in fileUploadCodes ? fileUploadCodes[code as keyof typeof fileUploadCodes].message : ''
}
