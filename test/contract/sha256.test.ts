import { createHash, hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256, sha256OfBytes } from '../../src/sha256.ts'

test('hashes bytes of every length around a block as node:crypto does', () => {
  for (let length = 0; length <= 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + length) % 256)
    expect(sha256OfBytes(bytes), `${length} bytes`).toBe(createHash('sha256').update(bytes).digest('hex'))
  }
})

test('hashes any text as node:crypto does', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => sha256(text) === hash('sha256', text)))
})
