import { imageSize } from 'image-size'
import type { ImageFacts, ImageLookup } from '../message/message.ts'
import { jpegSignature, jpegSize, pngSignature, pngSize } from './image-size.ts'

/** What tells the format of a file that is neither PNG nor JPEG. */
const headerBytes = 512 * 1024

/**
 * What an image file's content says, whatever its name.
 *
 * @param sha256 hashes the content, as hexadecimal digits
 */
export function imageFacts(content: Uint8Array, sha256: (content: Uint8Array) => string): ImageLookup {
  const format = imageFormat(content)
  if (format === undefined) return { type: 'other-format', format: otherFormat(content) }
  const size = format === 'png' ? pngSize(content) : jpegSize(content)
  if (size === undefined) return { type: 'damaged' }
  return { type: 'found', facts: { sha256: sha256(content), bytes: content.length, ...size, format } }
}

/** The format of a content by its first bytes, of those that the service takes. */
export function imageFormat(content: Uint8Array): ImageFacts['format'] | undefined {
  if (startsWith(content, pngSignature)) return 'png'
  return startsWith(content, jpegSignature) ? 'jpg' : undefined
}

function startsWith(content: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => content[index] === byte)
}

function otherFormat(content: Uint8Array): string {
  try {
    // A copy in memory of its own: of a short file the library would read on into what lies behind it.
    return imageSize(Uint8Array.from(content.subarray(0, headerBytes))).type?.toUpperCase() ?? 'unknown'
  } catch {
    return 'unknown'
  }
}
