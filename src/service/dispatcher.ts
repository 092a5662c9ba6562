import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici'

interface DispatcherOptions {
  readonly requestTimeoutMs: number
  /** Open connections at most; requests beyond them wait. */
  readonly connections: number
}

/** A quiet connection is given up before servers and load balancers commonly do: a request on one that is just being closed is lost. */
const idle = { keepAliveTimeout: 2_000, keepAliveMaxTimeout: 2_000 } as const

const maxConnectMs = 10_000

/**
 * The connections to one base address. HTTP/1.1, one request after the other on each. A proxy is taken from the
 * environment (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`), never for a loopback address.
 *
 * @throws Error when the environment names a proxy that is no URL
 */
export function createDispatcher(url: URL, { requestTimeoutMs, connections }: DispatcherOptions): Dispatcher {
  const connect = { timeout: Math.min(requestTimeoutMs, maxConnectMs) }
  const options = { ...idle, connections, connect, pipelining: 1, allowH2: false }
  if (isLoopback(url.hostname)) return new Agent(options)
  try {
    return new EnvHttpProxyAgent({ ...options, proxyTls: connect, requestTls: connect })
  } catch {
    // The error quotes the proxy's address, and that may hold a password.
    throw new Error('The proxy that the environment names (HTTPS_PROXY, HTTP_PROXY) is no URL.')
  }
}

/** Whether a URL's host is this machine itself, by name or address; nothing is looked up. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])\.?$/i.test(hostname)
}
