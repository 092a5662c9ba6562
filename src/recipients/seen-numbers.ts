import { PagedBits } from './paged-bits.ts'

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
}

function placeOf(number: string): number {
  const rest = Number(number.slice(3))
  const older = olderPrefixes.findIndex((prefix) => number.startsWith(prefix))
  if (older === -1) return rest
  const start = eightDigits + older * (eightDigits + sevenDigits)
  return number.length === 11 ? start + rest : start + eightDigits + rest
}
