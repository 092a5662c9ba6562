import { typedInHangul } from '../dialect/nearest.ts'

/** Keys by what other services and people call them. */
export type OtherNames = ReadonlyMap<string, string>

/** @param names for each key, in small Latin letters and Hangul alone, so that `linkmo` stands for `linkMo` and `link_mo` */
export function otherNames(names: { readonly [key: string]: readonly string[] }): OtherNames {
  return new Map(Object.entries(names).flatMap(([key, others]) => others.map((other) => [other, key] as const)))
}

/** The key that was likely meant by another name, or with the keyboard in Hangul; it may be none of the mapping's. */
export function keyMeant(typed: string, names: OtherNames): string {
  const letters = typed
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^a-z가-힣]/g, '')
  return names.get(letters) ?? typedInHangul(typed)
}
