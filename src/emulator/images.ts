import { createHash } from 'node:crypto'
import { imageSize } from 'image-size'
import type { ImageOperation } from '../contract/contract.ts'
import { imageOperation, type Upload } from '../contract/contracts.ts'
import type { StoredImage } from './controls.ts'
import { fileSize } from '../words/phrases.ts'

/** Many small images would weigh little and still fill the memory. */
const maxImages = 50_000

interface Content {
  readonly data: Buffer
  users: number
}

/** The uploaded images. Equal files share their bytes; above the most that is kept, the oldest images go. */
export class EmulatedImages {
  readonly #maxBytes: number
  readonly #images = new Map<string, StoredImage>()
  readonly #urls = new Map<string, string>()
  readonly #contents = new Map<string, Content>()
  #bytes = 0
  #count = 0

  /** Makes the URL of an image from a file name that no other has. */
  readonly urlOf: (file: string) => string

  constructor(maxBytes: number, urlOf: (file: string) => string) {
    this.#maxBytes = maxBytes
    this.urlOf = urlOf
  }

  readonly find = (url: string): StoredImage | undefined => this.#images.get(url)

  /** Returns every image that is kept, the oldest first. */
  all(): readonly StoredImage[] {
    return [...this.#images.values()]
  }

  /** Returns the image behind a path of the emulator, under whatever name of the machine it was asked for. */
  byPath(path: string): StoredImage | undefined {
    const url = this.#urls.get(path)
    return url === undefined ? undefined : this.#images.get(url)
  }

  contentOf(image: StoredImage): Buffer | undefined {
    return this.#contents.get(image.sha256)?.data
  }

  add(facts: Omit<StoredImage, 'key' | 'url' | 'sha256' | 'bytes'>, data: Buffer): StoredImage {
    const sha256 = createHash('sha256').update(data).digest('hex')
    const key = `${sha256.slice(0, 16)}-${++this.#count}`
    const image = { ...facts, key, url: this.urlOf(`${key}.${facts.format}`), sha256, bytes: data.length }
    const content = this.#contents.get(sha256)
    if (content) content.users++
    else {
      this.#contents.set(sha256, { data, users: 1 })
      this.#bytes += data.length
    }
    this.#images.set(image.url, image)
    this.#urls.set(new URL(image.url).pathname, image.url)
    for (const oldest of this.#images.values()) {
      if ((this.#bytes <= this.#maxBytes && this.#images.size <= maxImages) || oldest === image) break
      this.#remove(oldest)
    }
    return image
  }

  /** Lets an image expire. @returns whether there is such an image */
  expire(url: string, now: number): boolean {
    const image = this.#images.get(url)
    if (image) this.#images.set(url, { ...image, expiresAt: Math.min(image.expiresAt, now) })
    return image !== undefined
  }

  clear(): void {
    this.#images.clear()
    this.#urls.clear()
    this.#contents.clear()
    this.#bytes = 0
  }

  #remove(image: StoredImage): void {
    this.#images.delete(image.url)
    this.#urls.delete(new URL(image.url).pathname)
    const content = this.#contents.get(image.sha256)
    if (content === undefined || --content.users > 0) return
    this.#contents.delete(image.sha256)
    this.#bytes -= image.bytes
  }
}

/** What is wrong with an uploaded file. */
export interface ImageRefusal {
  readonly type: 'format' | 'weight' | 'size'
  readonly reason: string
}

type ImageVerdict = ({ readonly type: 'good' } & Pick<StoredImage, 'format' | 'widthPx' | 'heightPx'>) | ImageRefusal

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const pngEnd = Buffer.from('IEND')
const jpegEnd = Buffer.from([0xff, 0xd9])
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff])

/** Holds a file against what an upload operation accepts. The content decides, never the name. */
export function checkImage(upload: Upload, data: Buffer): ImageVerdict {
  const limit = imageOperation(upload)
  const format = formatOf(data)
  if (format === undefined) return { type: 'format', reason: 'the content is neither JPEG nor PNG' }
  if (data.length > limit.maxBytes) {
    const sizes = `${fileSize(data.length, limit.maxBytes)}; ${fileSize(limit.maxBytes)}`
    return { type: 'weight', reason: `the file has ${sizes} are allowed` }
  }
  const size = sizeOf(data, format)
  if (size === undefined) return { type: 'format', reason: 'the file is damaged' }
  const { width: widthPx, height: heightPx } = size
  const wrong = sizeFault(limit, widthPx, heightPx)
  return wrong === undefined
    ? { type: 'good', format, widthPx, heightPx }
    : { type: 'size', reason: `the image has ${widthPx}×${heightPx} px; ${wrong}` }
}

function sizeFault(limit: ImageOperation, widthPx: number, heightPx: number): string | undefined {
  const { minWidthPx = 0, maxWidthPx = Number.POSITIVE_INFINITY } = limit
  if (limit.widthPx !== undefined && widthPx !== limit.widthPx) return `the width must be ${limit.widthPx} px`
  if (limit.heightPx !== undefined && heightPx !== limit.heightPx) return `the height must be ${limit.heightPx} px`
  if (widthPx < minWidthPx) return `the width must be at least ${minWidthPx} px`
  if (widthPx > maxWidthPx) return `the width must be at most ${maxWidthPx} px`
  const ratio = widthPx / heightPx
  const { ratioMin = 0, ratioMax = Number.POSITIVE_INFINITY } = limit
  if (ratio < ratioMin || ratio > ratioMax) {
    return `width divided by height must be from ${ratioMin} to ${ratioMax}`
  }
  return undefined
}

function formatOf(data: Buffer): StoredImage['format'] | undefined {
  if (data.subarray(0, pngSignature.length).equals(pngSignature)) return 'png'
  return data.subarray(0, jpegSignature.length).equals(jpegSignature) ? 'jpg' : undefined
}

function sizeOf(data: Buffer, format: StoredImage['format']): { width: number; height: number } | undefined {
  // A file that was cut off has no end; a JPEG's may be followed by anything.
  const isWhole = format === 'png' ? data.subarray(-12).includes(pngEnd) : data.includes(jpegEnd)
  if (!isWhole) return undefined
  try {
    // A copy in memory of its own: of a short file the library would read on into what lies behind it.
    const { width, height } = imageSize(Uint8Array.from(data))
    const isPossible = width > 0 && height > 0 && width * height <= data.length * mostPixelsOfByte[format]
    return isPossible ? { width, height } : undefined
  } catch {
    return undefined
  }
}

/**
 * A file that claims more pixels for each of its bytes is none that could be decoded: compressed 1032 to 1, a PNG has
 * eight pixels in a byte; a JPEG has at least one bit for a block of 64 pixels.
 */
const mostPixelsOfByte = { png: 1032 * 8, jpg: 64 * 8 } as const
