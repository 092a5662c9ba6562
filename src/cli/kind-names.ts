import { kinds, kindStart } from '../contract/contracts.ts'

/** The name of a kind without the prefix that all have. */
export function shortName(kind: string): string {
  return plainName(kind)
}

/** A kind as people name it, with or without the prefix. */
export function plainName(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(new RegExp(`^${kindStart}`), '')
}

export const shortNames: readonly string[] = kinds.map(shortName)
