/** The newest of many entries, numbered from 1 in their order; an entry that leaves keeps its number. */
export class Ring<T> {
  readonly #capacity: number
  #slots: T[] = []
  #last = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** The number of the newest entry; 0 before the first. */
  get last(): number {
    return this.#last
  }

  /** The number of the oldest entry that is kept. */
  get first(): number {
    return this.#last - this.#slots.length + 1
  }

  get size(): number {
    return this.#slots.length
  }

  /** @returns the entry's number */
  add(entry: T): number {
    this.#slots[this.#last % this.#capacity] = entry
    this.#last++
    return this.#last
  }

  /** The entry with a number, while it is kept. */
  get(number: number): T | undefined {
    return number >= this.first && number <= this.#last ? this.#slots[(number - 1) % this.#capacity] : undefined
  }

  /** The entries, the newest first. */
  *newest(): Generator<T> {
    for (let number = this.#last; number >= this.first; number--) {
      const entry = this.get(number)
      if (entry !== undefined) yield entry
    }
  }

  clear(): void {
    this.#slots = []
    this.#last = 0
  }
}
