import { PagedBits } from './paged-bits.ts'

/** 32 MiB at most: of ten million different keys about a thousand are suspected. */
const filterBits = 2 ** 28
const hashesPerKey = 4
const maxSuspects = 100_000

/**
 * Finds keys that may have come before in bounded memory (a Bloom filter). It never misses a repeated one; what it
 * suspects is for a second reading to confirm.
 */
export class SeenKeys {
  readonly #bits = new PagedBits()
  readonly #suspects = new Set<number>()
  #hasOverflowed = false

  /** Whether a key may have been added twice. */
  isSuspect(key: string): boolean {
    return this.#suspects.size > 0 && this.#suspects.has(fingerprint(hashOf(key)))
  }

  /** How many different keys are suspected. */
  get suspects(): number {
    return this.#suspects.size
  }

  /** Whether more keys were suspected than are remembered. */
  get hasOverflowed(): boolean {
    return this.#hasOverflowed
  }

  add(key: string): void {
    const hash = hashOf(key)
    const { low, high } = hash
    let seen = true
    for (let round = 0; round < hashesPerKey; round++) {
      // An odd step reaches every place of a filter whose size is a power of two.
      const place = (low + Math.imul(round, high | 1)) >>> 0
      if (!this.#bits.add(place % filterBits)) seen = false
    }
    if (!seen) return
    if (this.#suspects.size < maxSuspects) this.#suspects.add(fingerprint(hash))
    else if (!this.#suspects.has(fingerprint(hash))) this.#hasOverflowed = true
  }
}

interface Hash {
  readonly low: number
  readonly high: number
}

/** Two mixed lanes of 32 bits. Keys made to collide cost a second reading and nothing else. */
function hashOf(key: string): Hash {
  let low = 0x9e3779b9
  let high = 0x85ebca6b
  for (let index = 0; index < key.length; index++) {
    const unit = key.charCodeAt(index)
    low = Math.imul(low ^ unit, 0x9e3779b1)
    high = Math.imul(high ^ unit, 0x5f356495)
  }
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  return { low: low >>> 0, high: high >>> 0 }
}

/** A hash in one number of at most 53 bits. */
function fingerprint({ low, high }: Hash): number {
  return low * 2 ** 21 + (high >>> 11)
}
