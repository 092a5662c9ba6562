import { sha256OfBytes } from '../sha256.ts'

// The parts of Node.js that the readers of images and recipients use, for browsers: scripts/playground.mjs puts these in
// the place of node:buffer and node:crypto.

/** `isUtf8` of node:buffer. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** `isAscii` of node:buffer. */
export function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80)
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
