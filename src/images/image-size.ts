import { constants, crc32, inflateSync } from 'node:zlib'

/** Width and height in pixels. */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

export const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const
export const jpegSignature = [0xff, 0xd8, 0xff] as const

/** The bit depths that a colour type may have, and how many samples its pixels have. */
const colourTypes: ReadonlyMap<number, { readonly depths: readonly number[]; readonly samples: number }> = new Map([
  [0, { depths: [1, 2, 4, 8, 16], samples: 1 }],
  [2, { depths: [8, 16], samples: 3 }],
  [3, { depths: [1, 2, 4, 8], samples: 1 }],
  [4, { depths: [8, 16], samples: 2 }],
  [6, { depths: [8, 16], samples: 4 }],
])

interface PngHeader extends ImageSize {
  readonly bitsPerPixel: number
  readonly isInterlaced: boolean
  readonly hasPalette: boolean
}

const chunkFrameBytes = 12
/** Some programs end a file with a line break. */
const maxTrailingBytes = 4

/**
 * The size of a PNG file, where the file can be what it says: whole, its checksums right, with as much data as the
 * size takes.
 */
export function pngSize(content: Uint8Array): ImageSize | undefined {
  let header: PngHeader | undefined
  let hasPalette = false
  const data: Uint8Array[] = []
  for (let at: number = pngSignature.length; at + chunkFrameBytes <= content.length;) {
    const length = uint32(content, at)
    const end = at + chunkFrameBytes + length
    if (end > content.length) return undefined
    const type = String.fromCharCode(...content.subarray(at + 4, at + 8))
    const body = content.subarray(at + 8, end - 4)
    // What begins with a capital has to be understood; the rest may be as it likes.
    const isCritical = /^[A-Z]/.test(type)
    if (isCritical && crc32(content.subarray(at + 4, end - 4)) !== uint32(content, end - 4)) return undefined
    if (header === undefined) {
      header = type === 'IHDR' ? pngHeader(body) : undefined
      if (header === undefined) return undefined
    } else if (type === 'PLTE') hasPalette = true
    else if (type === 'IDAT') data.push(body)
    else if (type === 'IEND') {
      const isEnd = content.length - end <= maxTrailingBytes && (hasPalette || !header.hasPalette)
      return isEnd && holdsPixels(header, data) ? { width: header.width, height: header.height } : undefined
    }
    at = end
  }
  return undefined
}

function pngHeader(body: Uint8Array): PngHeader | undefined {
  if (body.length !== 13) return undefined
  const [width, height] = [uint32(body, 0), uint32(body, 4)]
  const [depth = 0, colour = 0, compression, filter, interlace] = body.subarray(8)
  const colourType = colourTypes.get(colour)
  if (width === 0 || height === 0 || width > 0x7fffffff || height > 0x7fffffff) return undefined
  if (colourType === undefined || !colourType.depths.includes(depth)) return undefined
  if (compression !== 0 || filter !== 0 || interlace === undefined || interlace > 1) return undefined
  const bitsPerPixel = depth * colourType.samples
  return { width, height, bitsPerPixel, isInterlaced: interlace === 1, hasPalette: colour === 3 }
}

/** How many bytes one byte of compressed data stands for at most (RFC 1951). */
const mostInflated = 1032
/** What is inflated to see whether it is data at all: inflating all of a photo takes as long as linting ten messages. */
const lookedAtBytes = 16 * 1024

/** Whether compressed data can be, and where it is little is, that of all pixels. */
function holdsPixels(header: PngHeader, chunks: readonly Uint8Array[]): boolean {
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0)
  const pixelBytes = pixelBytesOf(header)
  if (pixelBytes > bytes * mostInflated) return false
  const start = startOf(chunks)
  const isWhole = bytes <= lookedAtBytes
  try {
    const finishFlush = isWhole ? constants.Z_FINISH : constants.Z_SYNC_FLUSH
    const inflated = inflateSync(start, { finishFlush })
    return isWhole ? inflated.length >= pixelBytes : inflated.length > 0
  } catch {
    return false
  }
}

/** The first bytes of chunks together. */
function startOf(chunks: readonly Uint8Array[]): Uint8Array {
  const start = new Uint8Array(lookedAtBytes)
  let filled = 0
  for (const chunk of chunks) {
    if (filled === lookedAtBytes) break
    const part = chunk.subarray(0, lookedAtBytes - filled)
    start.set(part, filled)
    filled += part.length
  }
  return start.subarray(0, filled)
}

function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}

function uint32(bytes: Uint8Array, at: number): number {
  return uint16(bytes, at) * 0x1_0000 + uint16(bytes, at + 2)
}

/** The passes of an interlaced image: where each starts, and how far apart its pixels are. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** The bytes of all rows, each with the byte that names its filter. */
function pixelBytesOf({ width, height, bitsPerPixel, isInterlaced }: PngHeader): number {
  const bytes = (columns: number, rows: number): number =>
    columns <= 0 || rows <= 0 ? 0 : rows * (1 + Math.ceil((columns * bitsPerPixel) / 8))
  if (!isInterlaced) return bytes(width, height)
  return passes.reduce(
    (sum, [x, y, stepX, stepY]) => sum + bytes(Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)),
    0,
  )
}

interface JpegFrame extends ImageSize {
  /** Blocks of 8 by 8 samples of the component that has most. */
  readonly blocks: number
  /** Whether each block takes one bit at least; other codings may take less. */
  readonly isHuffmanCoded: boolean
}

/** Marks of tables and of conditioning stand between those of frames. */
const noFrames: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc])
const huffmanFrames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2])

/**
 * The size of a JPEG file, where the file can be what it says: whole, with one frame, and with as much data as the size
 * takes. What follows its end means nothing.
 */
export function jpegSize(content: Uint8Array): ImageSize | undefined {
  let frame: JpegFrame | undefined
  let scanBytes = 0
  let at = 2
  while (content[at] === 0xff) {
    while (content[at] === 0xff) at++
    const marker = content[at++] ?? 0
    if (marker === 0xd9) {
      const isWhole = frame !== undefined && scanBytes > 0 && (!frame.isHuffmanCoded || frame.blocks <= scanBytes * 8)
      return frame !== undefined && isWhole ? { width: frame.width, height: frame.height } : undefined
    }
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)
    if (isAlone) continue
    const end = at + (at + 2 <= content.length ? uint16(content, at) : 0)
    if (marker === 0 || marker === 0xd8 || end < at + 2 || end > content.length) return undefined
    if (marker >= 0xc0 && marker <= 0xcf && !noFrames.has(marker)) {
      // A second frame would be another size.
      if (frame !== undefined) return undefined
      frame = jpegFrame(content.subarray(at + 2, end), marker)
      if (frame === undefined) return undefined
    }
    at = end
    if (marker === 0xda) {
      if (frame === undefined) return undefined
      at = scanEnd(content, end)
      scanBytes += at - end
    }
  }
  return undefined
}

function jpegFrame(body: Uint8Array, marker: number): JpegFrame | undefined {
  const count = body[5] ?? 0
  if (count === 0 || body.length !== 6 + count * 3) return undefined
  const [height, width] = [uint16(body, 1), uint16(body, 3)]
  const components = Array.from({ length: count }, (_, index) => body[7 + index * 3] ?? 0)
  const factors = components.map((factor) => [factor >> 4, factor & 15] as const)
  if (width === 0 || height === 0 || factors.some((pair) => pair.some((factor) => factor < 1 || factor > 4))) {
    return undefined
  }
  const most = [Math.max(...factors.map(([x]) => x)), Math.max(...factors.map(([, y]) => y))] as const
  const blocksOf = ([x, y]: readonly [number, number]): number =>
    Math.ceil((width * x) / most[0] / 8) * Math.ceil((height * y) / most[1] / 8)
  return { width, height, blocks: Math.max(...factors.map(blocksOf)), isHuffmanCoded: huffmanFrames.has(marker) }
}

/** Where the data of a scan ends: at a mark that is no byte of the data and no restart. */
function scanEnd(content: Uint8Array, start: number): number {
  for (let at = content.indexOf(0xff, start); at >= 0; at = content.indexOf(0xff, at + 1)) {
    const next = content[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return content.length
}
