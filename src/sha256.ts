import { sha256 as hashOf } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Returns the SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export type Sha256 = (text: string) => string

/** Returns the SHA-256 of bytes, for where there is no `node:crypto` and nothing can be waited for. */
export function sha256OfBytes(bytes: Uint8Array): string {
  return bytesToHex(hashOf(bytes))
}

/** Returns the SHA-256 of a text without anything of the machine. */
export const sha256: Sha256 = (text) => sha256OfBytes(utf8ToBytes(text))
