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
