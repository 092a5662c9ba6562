/** Why a text cannot stand in a message as the URL of an image. */
export type ImageUrlFault =
  /** It is no URL, or one of another scheme than http and https. */
  | 'not-web'
  | 'too-long'
  /** It holds white space, or characters that nobody sees. */
  | 'hidden-characters'
  /** It holds the start of a variable, which rendering would replace. */
  | 'variable'

/** Assumption: the interface states no limit. Browsers and servers of all kinds take URLs up to about this length. */
export const maxImageUrlCharacters = 2_000

// What a browser would drop or a phone would not show: the address is then another than it seems to be.
const hidden = /[\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}]/u

/**
 * What is wrong with a URL that the service names for an uploaded image.
 *
 * @returns undefined for one that may be sent
 */
export function imageUrlFault(url: string): ImageUrlFault | undefined {
  if (url.length > maxImageUrlCharacters) return 'too-long'
  if (hidden.test(url)) return 'hidden-characters'
  if (url.includes('#{')) return 'variable'
  return /^https?:\/\/[^/\\][^\\]*$/i.test(url) && URL.canParse(url) ? undefined : 'not-web'
}
