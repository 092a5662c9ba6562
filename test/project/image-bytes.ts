import { crc32, deflateSync } from 'node:zlib'

interface Size {
  readonly width: number
  readonly height: number
}

/** A grey PNG file. */
export function pngBytes({ width, height }: Size): Buffer {
  return pngOf(pngHeader({ width, height }), deflateSync(Buffer.alloc((width + 1) * height)))
}

/** What the first chunk of a PNG file says: eight bits of grey unless stated otherwise. */
function pngHeader(
  { width, height }: Size,
  { depth = 8, colour = 0, interlace = 0 }: { depth?: number; colour?: number; interlace?: number } = {},
): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, depth, colour, 0, 0, interlace])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return header
}

/** A PNG file of a header and data that need not fit it. */
function pngOf(header: Buffer, ...data: readonly Buffer[]): Buffer {
  return pngFile([['IHDR', header], ...data.map((one) => ['IDAT', one] as const), ['IEND', Buffer.alloc(0)]])
}

/** A PNG file of any chunks. */
function pngFile(chunks: readonly (readonly [type: string, data: Buffer])[]): Buffer {
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, ...chunks.map(([type, data]) => pngChunk(type, data))])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}

/**
 * A JPEG file of which the frame is true and the data are zeros, as many as the size takes at least; `metadata` stands
 * before the frame, `frame` is its marker.
 */
export function jpegBytes({
  width,
  height,
  metadata = [],
  frame = 0xc0,
  factors,
  dataBytes = Math.ceil((Math.ceil(width / 8) * Math.ceil(height / 8)) / 8),
}: Size & {
  readonly metadata?: readonly Buffer[]
  readonly frame?: number
  /** How often each colour is sampled; one colour when absent. */
  readonly factors?: readonly number[]
  readonly dataBytes?: number
}): Buffer {
  return Buffer.concat([
    jpegStart,
    ...metadata,
    jpegSegment(frame, jpegFrame({ width, height }, factors)),
    jpegScan(dataBytes),
    jpegEnd,
  ])
}

/** The start of a JPEG file, and its end. */
const jpegStart = Buffer.concat([
  Buffer.from([0xff, 0xd8]),
  jpegSegment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
])
const jpegEnd = Buffer.from([0xff, 0xd9])

/** What a frame says: one component unless there are others, each by how often it is sampled. */
function jpegFrame({ width, height }: Size, factors: readonly number[] = [0x11]): Buffer {
  const sizes = [8, height >> 8, height & 0xff, width >> 8, width & 0xff]
  return Buffer.from([...sizes, factors.length, ...factors.flatMap((factor, index) => [index + 1, factor, 0])])
}

/** A scan with so many bytes of data. */
function jpegScan(dataBytes: number): Buffer {
  return Buffer.concat([jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.alloc(dataBytes)])
}

export function jpegSegment(marker: number, content: Buffer): Buffer {
  const bytes = content.length + 2
  return Buffer.concat([Buffer.from([0xff, marker, bytes >> 8, bytes & 0xff]), content])
}

/** Metadata of many bytes, in as many segments as that takes: one holds 65,533 at most. */
export function jpegMetadata(bytes: number): Buffer[] {
  const segments: Buffer[] = []
  for (let left = bytes; left > 0; left -= 65_000) {
    segments.push(jpegSegment(0xe2, Buffer.alloc(Math.min(left, 65_000), 0x41)))
  }
  return segments
}

/** The start of a GIF file. */
export function gifBytes({ width, height }: Size): Buffer {
  const sizes = Buffer.from([width & 0xff, width >> 8, height & 0xff, height >> 8, 0, 0, 0])
  return Buffer.concat([Buffer.from('GIF89a', 'latin1'), sizes, Buffer.from([0x3b])])
}

/** The start of a lossless WebP file. */
export function webpBytes({ width, height }: Size): Buffer {
  const data = Buffer.alloc(10)
  data[0] = 0x2f
  data.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  const chunk = Buffer.concat([Buffer.from('VP8L', 'latin1'), Buffer.from([data.length, 0, 0, 0]), data])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(chunk.length + 4)
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), size, Buffer.from('WEBP', 'latin1'), chunk])
}
