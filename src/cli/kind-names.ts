import { kinds, kindStart } from '../contract/contracts.ts'

export function shortName(kind: string): string {
  return plainName(kind)
}

export function plainName(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(new RegExp(`^${kindStart}`), '')
}

export const shortNames: readonly string[] = kinds.map(shortName)
