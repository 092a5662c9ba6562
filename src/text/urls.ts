/**
 * Host names of the local machine, as `URL.hostname` writes them. Names below `localhost` are not among them: not
 * every resolver keeps those on the machine, and what is sent to loopback may go without encryption.
 */
export const loopbackHostnamePattern = String.raw`(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])`

const loopbackHostname = new RegExp(`^${loopbackHostnamePattern}$`, 'i')

/** Returns whether a host name is the local machine; nothing is looked up. */
export function isLoopback(hostname: string): boolean {
  return loopbackHostname.test(hostname)
}

/** Returns whether a text is an `http` or `https` URL of the local machine. */
export function isLoopbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return /^https?:$/.test(protocol) && isLoopback(hostname)
}

/** Why a text cannot be the address of a service. */
export type ServiceUrlViolation =
  /** Credentials may be sent over `https` only, or without leaving the machine. */
  | 'not-https'
  /** It holds a user, a query or a fragment: they may be secrets, and a path cannot follow the last two. */
  | 'more-than-path'

/**
 * Checks the address of a service, to which the paths of its operations are added.
 *
 * @returns undefined for one that may be called
 */
export function serviceUrlViolation(text: string): ServiceUrlViolation | undefined {
  if (!URL.canParse(text)) return 'not-https'
  const { protocol, hostname, username, password } = new URL(text)
  if (protocol !== 'https:' && (protocol !== 'http:' || !isLoopback(hostname))) return 'not-https'
  return username === '' && password === '' && !/[?#]/.test(text) ? undefined : 'more-than-path'
}

/** Why a text cannot stand in a message as the URL of an image. */
export type ImageUrlViolation =
  /** It is no URL, or one of another scheme than http and https. */
  | 'not-web'
  | 'too-long'
  /** It holds white space, or invisible characters. */
  | 'hidden-characters'
  /** It holds the start of a variable, which rendering would replace. */
  | 'variable'
  /** It holds a user or a password, which every recipient would read. */
  | 'credentials'

/** Assumption: the interface states no limit. Browsers and servers of all kinds take URLs up to about this length. */
export const maxImageUrlCharacters = 2_000

// Characters that a browser drops or a phone does not show, so that an address looks like another.
const hidden = /[\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}]/u

/**
 * Checks a URL that the service returned for an uploaded image.
 *
 * @returns undefined for one that may be sent
 */
export function imageUrlViolation(url: string): ImageUrlViolation | undefined {
  if (url.length > maxImageUrlCharacters) return 'too-long'
  if (hidden.test(url)) return 'hidden-characters'
  if (url.includes('#{')) return 'variable'
  if (!/^https?:\/\/[^/\\][^\\]*$/i.test(url) || !URL.canParse(url)) return 'not-web'
  const { username, password } = new URL(url)
  return username + password === '' ? undefined : 'credentials'
}
