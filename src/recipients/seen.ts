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
  /** Whether more keys were suspected than are remembered. */
  hasOverflowed = false

  /** Whether a key may have been added twice. */
  isSuspect(key: string): boolean {
    return this.#suspects.size > 0 && this.#suspects.has(fingerprint(hashOf(key)))
  }

  /** How many different keys are suspected. */
  get suspects(): number {
    return this.#suspects.size
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
    else if (!this.#suspects.has(fingerprint(hash))) this.hasOverflowed = true
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

const eightDigits = 100_000_000
const sevenDigits = 10_000_000
/** Of the older prefixes each has its numbers of eight digits, then those of seven. */
const olderPrefixes = ['011', '016', '017', '018', '019'] as const

/**
 * The mobile numbers met so far, exactly and in bounded memory: a bit for each number that can be. All of 010 take
 * 12.5 MB, the five older prefixes 13.75 MB each.
 */
export class SeenNumbers {
  readonly #bits = new PagedBits()

  /** Adds a normalised mobile number; returns whether it was there already. */
  add(number: string): boolean {
    return this.#bits.add(placeOf(number))
  }

  /** Whether a normalised mobile number was added. */
  has(number: string): boolean {
    return this.#bits.has(placeOf(number))
  }
}

function placeOf(number: string): number {
  const rest = Number(number.slice(3))
  const older = olderPrefixes.findIndex((prefix) => number.startsWith(prefix))
  if (older === -1) return rest
  const start = eightDigits + older * (eightDigits + sevenDigits)
  return number.length === 11 ? start + rest : start + eightDigits + rest
}

const pageBits = 65_536

/** A set of whole numbers, one bit each. Memory comes page by page and is bounded by the largest number, not by how many. */
class PagedBits {
  readonly #pages = new Map<number, Uint8Array>()

  has(number: number): boolean {
    const byte = this.#pages.get(Math.floor(number / pageBits))?.[(number % pageBits) >> 3] ?? 0
    return (byte & (1 << (number & 7))) !== 0
  }

  /** Adds a number; returns whether it was there already. */
  add(number: number): boolean {
    const pageNumber = Math.floor(number / pageBits)
    let page = this.#pages.get(pageNumber)
    if (page === undefined) {
      page = new Uint8Array(pageBits / 8)
      this.#pages.set(pageNumber, page)
    }
    const at = number % pageBits
    const byte = page[at >> 3] ?? 0
    const bit = 1 << (at & 7)
    if ((byte & bit) !== 0) return true
    page[at >> 3] = byte | bit
    return false
  }
}
