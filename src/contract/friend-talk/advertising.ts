import type { ReadContent } from '../content.ts'

/** Returns whether a message says that it is an advertisement. */
export function isAdvertising({ settings: { ad_flag } }: ReadContent): boolean {
  return !(ad_flag && 'value' in ad_flag && ad_flag.value === 'N')
}

/** `(광고)` at the start of a text, also in forms that filters do not find: `(광/고)`, `( 광고 )`, `(AD)`, `(光告)`. */
export const adLabel: string = String.raw`[^\p{L}\p{N}\n]*[(（[［【<]?(?:광[^\p{L}\p{N}\n]{0,3}고|[aA][dD]|[光廣広][告고]|광告) ?[)）\]］】>]`

/** A number that costs the caller nothing. */
export const optOutNumber: string = String.raw`080[-. )]? ?\d{3,4}[-. ]?\d{4}`
