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

/** Assumption: the interface states no limit. Browsers and servers of all kinds take URLs up to about this length. */
const maxImageUrlCharacters = 2_000

// Characters that a browser drops or a phone does not show, so that an address looks like another.
const hidden = /[\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}]/u

/**
 * Checks that a URL of an image may stand in a message: rendering would replace "#{" in it, and every recipient would read a
 * user or a password.
 */
export function isImageUrl(url: string): boolean {
  if (url.length > maxImageUrlCharacters || hidden.test(url) || url.includes('#{')) return false
  if (!/^https?:\/\/[^/\\][^\\]*$/i.test(url) || !URL.canParse(url)) return false
  const { username, password } = new URL(url)
  return username + password === ''
}
