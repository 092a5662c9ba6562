/**
 * Host names of the local machine, as `URL.hostname` writes them. Names below `localhost` are not among them: not
 * every resolver keeps those on the machine, and what is sent to loopback may go without encryption.
 */
export const loopbackHostnamePattern = String.raw`(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])`

const loopbackHostname = new RegExp(`^${loopbackHostnamePattern}$`, 'i')

/** Whether a host name is the local machine; nothing is looked up. */
export function isLoopback(hostname: string): boolean {
  return loopbackHostname.test(hostname)
}

/** Whether a text is an `http` or `https` URL of the local machine. */
export function isLoopbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return /^https?:$/.test(protocol) && isLoopback(hostname)
}

/** Whether credentials may be sent to a URL: over `https`, or without leaving the machine. */
export function isHttpsOrLoopback(text: string): boolean {
  return isLoopbackUrl(text) || (URL.canParse(text) && new URL(text).protocol === 'https:')
}
