const pageBits = 65_536

/** A set of whole numbers, one bit each. Memory comes page by page and is bounded by the largest number, not by how many. */
export class PagedBits {
  readonly #pages = new Map<number, Uint8Array>()

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
