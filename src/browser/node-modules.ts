import { Unzlib } from 'fflate'
import { sha256OfBytes } from '../sha256.ts'

// What the readers of images and of recipients use of Node.js, for browsers: build/browser.mjs puts these in the place
// of node:buffer, node:crypto and node:zlib. On Node.js the originals take a tenth of the time.

/** `isUtf8` of node:buffer. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

interface Hash {
  readonly update: (text: string) => Hash
  readonly digest: () => string
}

/** `createHash` of node:crypto, for SHA-256 of texts as hexadecimal digits. */
export function createHash(): Hash {
  let all = ''
  const made: Hash = {
    update(text) {
      all += text
      return made
    },
    digest: () => sha256OfBytes(new TextEncoder().encode(all)),
  }
  return made
}

/** `constants` of node:zlib, as far as they are used. */
export const constants: { readonly [name: string]: number } = { Z_FINISH: 4, Z_SYNC_FLUSH: 2 }

/** `inflateSync` of node:zlib. @throws for what is no compressed data, and for a part of it where all was promised */
export function inflateSync(bytes: Uint8Array, { finishFlush }: { readonly finishFlush?: number }): Uint8Array {
  const parts: Uint8Array[] = []
  const stream = new Unzlib((part) => void parts.push(part))
  stream.push(bytes, finishFlush === constants['Z_FINISH'])
  const inflated = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    inflated.set(part, at)
    at += part.length
  }
  return inflated
}

const polynomial = 0xedb88320
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ polynomial : rest >>> 1
  return rest
})

/** `crc32` of node:zlib. */
export function crc32(bytes: Uint8Array): number {
  let rest = 0xffff_ffff
  for (const byte of bytes) rest = (rest >>> 8) ^ (table[(rest ^ byte) & 0xff] ?? 0)
  return ~rest >>> 0
}
