import type { ReadContent } from '../content.ts'

/** Returns whether a message says that it is an advertisement. */
export function isAdvertising({ settings: { ad_flag } }: ReadContent): boolean {
  return !(ad_flag && 'value' in ad_flag && ad_flag.value === 'N')
}
