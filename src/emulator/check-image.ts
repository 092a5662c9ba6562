import { imageSize } from 'image-size'
import type { Upload } from '../contract/kinds.ts'
import { type ImageLimit, imageLimits } from '../contract/limits.ts'
import { fileSize } from '../words/phrases.ts'

/** What is wrong with an uploaded file. */
export type ImageRefusal =
  | { readonly type: 'format'; readonly reason: string }
  | { readonly type: 'weight'; readonly reason: string }
  | { readonly type: 'size'; readonly reason: string }

export type ImageVerdict =
  | { readonly type: 'good'; readonly format: 'jpg' | 'png'; readonly widthPx: number; readonly heightPx: number }
  | ImageRefusal

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const pngEnd = Buffer.from('IEND')
const jpegEnd = Buffer.from([0xff, 0xd9])
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff])

/** Holds a file against what an upload operation accepts. The content decides, never the name. */
export function checkImage(upload: Upload, data: Buffer): ImageVerdict {
  const limit: ImageLimit = imageLimits[upload]
  const format = formatOf(data)
  if (format === undefined) return { type: 'format', reason: 'the content is neither JPEG nor PNG' }
  if (data.length > limit.maxBytes) {
    return {
      type: 'weight',
      reason: `the file has ${fileSize(data.length, limit.maxBytes)}; ${fileSize(limit.maxBytes)} are allowed`,
    }
  }
  const size = sizeOf(data)
  if (size === undefined) return { type: 'format', reason: 'the file is damaged' }
  const { width: widthPx, height: heightPx } = size
  const wrong = sizeFault(limit, widthPx, heightPx)
  return wrong === undefined
    ? { type: 'good', format, widthPx, heightPx }
    : { type: 'size', reason: `the image has ${widthPx}×${heightPx} px; ${wrong}` }
}

function sizeFault(limit: ImageLimit, widthPx: number, heightPx: number): string | undefined {
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

function formatOf(data: Buffer): 'jpg' | 'png' | undefined {
  if (data.subarray(0, pngSignature.length).equals(pngSignature)) return 'png'
  return data.subarray(0, jpegSignature.length).equals(jpegSignature) ? 'jpg' : undefined
}

function sizeOf(data: Buffer): { width: number; height: number } | undefined {
  const format = formatOf(data)
  // A file that was cut off has no end; a JPEG's may be followed by anything.
  const isWhole = format === 'png' ? data.subarray(-12).includes(pngEnd) : data.includes(jpegEnd)
  if (!isWhole) return undefined
  try {
    // A copy in memory of its own: of a short file the library would read on into what lies behind it.
    const { width, height } = imageSize(Uint8Array.from(data))
    const isPossible = width > 0 && height > 0 && width * height <= data.length * mostPixelsOfByte[format ?? 'jpg']
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
