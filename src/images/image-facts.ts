import { imageSize } from 'image-size'
import type { ImageFacts, ImageLookup } from '../message/message.ts'

const signatures = { png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], jpg: [0xff, 0xd8, 0xff] } as const
/** What the end of a whole file holds: the name of the last chunk, and the mark of the end. */
const endings = { png: [0x49, 0x45, 0x4e, 0x44], jpg: [0xff, 0xd9] } as const
/** Some programs write a little behind the end. */
const endingBytes = 1024

/**
 * What an image file's content says, whatever its name: its size in pixels as stored. A file that breaks off is damaged.
 *
 * @param sha256 hashes the content, as hexadecimal digits
 */
export function imageFacts(content: Uint8Array, sha256: (content: Uint8Array) => string): ImageLookup {
  const format = imageFormat(content)
  if (format === undefined) return { type: 'other-format', format: typeOf(content)?.type?.toUpperCase() ?? 'unknown' }
  const size = typeOf(content)
  if (!size?.width || !size.height || !isWhole(content, format)) return { type: 'damaged' }
  const { width, height } = size
  return { type: 'found', facts: { sha256: sha256(content), bytes: content.length, width, height, format } }
}

/** The format of a content by its first bytes, of those that the service takes. */
export function imageFormat(content: Uint8Array): ImageFacts['format'] | undefined {
  const starts = (format: ImageFacts['format']): boolean =>
    signatures[format].every((byte, index) => content[index] === byte)
  return starts('png') ? 'png' : starts('jpg') ? 'jpg' : undefined
}

function isWhole(content: Uint8Array, format: ImageFacts['format']): boolean {
  const tail = content.subarray(-endingBytes)
  return tail.some((_, at) => endings[format].every((byte, index) => tail[at + index] === byte))
}

function typeOf(content: Uint8Array): ReturnType<typeof imageSize> | undefined {
  try {
    // A copy in memory of its own: of a short file the library would read on into what lies behind it.
    return imageSize(Uint8Array.from(content))
  } catch {
    return undefined
  }
}
