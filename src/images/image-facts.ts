import { imageSize } from 'image-size'
import type { ImageFacts, ImageLookup } from '../message/message.ts'

const signatures = { png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], jpg: [0xff, 0xd8, 0xff] } as const
/** The end of a whole file: the name of the last chunk, and the mark of the end. */
const endings = { png: [0x49, 0x45, 0x4e, 0x44], jpg: [0xff, 0xd9] } as const
/** Some programs write a little behind the end. */
const endingBytes = 1024

/**
 * The facts of an image file's content, whatever its name: its size in pixels as stored. A file that breaks off is damaged.
 *
 * @param sha256 hashes the content, as hexadecimal digits
 */
export function imageFacts(content: Uint8Array, sha256: (content: Uint8Array) => string): ImageLookup {
  const format = imageFormat(content)
  if (format === undefined) return { type: 'other-format', format: otherFormat(content) }
  const size = typeOf(content)
  if (!size?.width || !size.height || !isWhole(content, format)) return { type: 'damaged' }
  const { width, height, orientation = 1 } = size
  return {
    type: 'found',
    facts: { sha256: sha256(content), bytes: content.length, width, height, format },
    ...(orientation !== 1 && { isTurned: true }),
    ...(format === 'jpg' && componentsOf(content) === 4 && { isCmyk: true }),
  }
}

const lfsPointer = 'version https://git-lfs'
/** By the brand that a file of the ISO base media format starts with. */
const brands: { readonly [brand: string]: string } = {
  heic: 'HEIC',
  heix: 'HEIC',
  hevc: 'HEIC',
  mif1: 'HEIC',
  msf1: 'HEIC',
  avif: 'AVIF',
  avis: 'AVIF',
}

function otherFormat(content: Uint8Array): string {
  const start = String.fromCodePoint(...content.subarray(0, lfsPointer.length))
  if (start === lfsPointer) return 'git-lfs'
  const brand = start.slice(4, 8) === 'ftyp' ? brands[start.slice(8, 12)] : undefined
  return brand ?? typeOf(content)?.type?.toUpperCase() ?? 'unknown'
}

/** The number of colours of a JPEG file's pixels, by its frame header (ITU-T T.81, B.2.2); four are those of print. */
function componentsOf(content: Uint8Array): number | undefined {
  let at = 2
  while (content[at] === 0xff) {
    const marker = content[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return content[at + 9]
    at += 2 + (content[at + 2] ?? 0) * 256 + (content[at + 3] ?? 0)
  }
  return undefined
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
