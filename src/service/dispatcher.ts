import { buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici'
import { isLoopback } from '../text/urls.ts'
import { errorCode } from './exchange.ts'

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
  const timeoutMs = Math.min(requestTimeoutMs, maxConnectMs)
  const connect = { timeout: timeoutMs }
  const options = { ...idle, connections, pipelining: 1, allowH2: false, connect }
  const factory = (origin: string | URL, given: Pool.Options): Pool =>
    new Pool(origin, { ...given, connections, connect: connectOnce(given.connect) })
  const route = routeTo(url, process.env)
  switch (route.type) {
    case 'direct':
      return factory(url.origin, options)
    case 'proxy':
      // It goes by `NO_PROXY`. Only addresses of https come here.
      return new EnvHttpProxyAgent({
        ...options,
        httpProxy: '',
        httpsProxy: route.origin,
        ...(route.authorization !== undefined && { token: route.authorization }),
        proxyTls: connect,
        requestTls: connect,
        factory,
        // Without a limit of its own a proxy that never answers would be waited for for minutes.
        clientFactory: (origin, given) => factory(origin, { ...given, headersTimeout: timeoutMs }),
      })
    case 'invalid':
      throw new Error('The proxy that the environment names (HTTPS_PROXY, HTTP_PROXY) is no URL.')
  }
}

/**
 * Makes every failed connection fail the request that waits for it. The client takes some failures for passing (a proxy
 * that hangs up, `UND_ERR_SOCKET`) and connects again at once, thousands of times a second, for as long as the request
 * waits. When to try again is for the caller to say.
 */
function connectOnce(given: Pool.Options['connect']): buildConnector.connector {
  const connect = typeof given === 'function' ? given : buildConnector(given)
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) callback(new ConnectError(error), null)
      else callback(null, socket)
    })
}

/** A connection did not come about. Its message says nothing: the one of its cause may quote addresses and headers. */
class ConnectError extends Error {
  override readonly name = 'ConnectError'
  readonly code: string

  constructor(cause: Error) {
    super('No connection.')
    const code = errorCode(cause)
    const isTakenForPassing = code === 'UND_ERR_SOCKET' || code === 'UND_ERR_INFO'
    // Only the way to a proxy ends so: it is made with a request of the client's own.
    this.code = isTakenForPassing ? 'ERR_PROXY_CLOSED' : (code ?? 'ERR_NOT_CONNECTED')
  }
}

/** The way to an address: straight, or through a proxy unless `NO_PROXY` exempts it. */
type Route =
  | { readonly type: 'direct' }
  /** Scheme, host and port alone, and the header `Proxy-Authorization` for a proxy that asks who comes. */
  | { readonly type: 'proxy'; readonly origin: string; readonly authorization?: string }
  /** The variable that should name a proxy and does not. Its value may hold a password, so it is not repeated. */
  | { readonly type: 'invalid'; readonly variable: string }

/** Reads from the environment how to reach an address. A variable in small letters goes before; empty, it says that there is none. */
export function routeTo({ hostname }: URL, environment: Readonly<Record<string, string | undefined>>): Route {
  const variable = ['https_proxy', 'http_proxy']
    .map((small) => (environment[small] === undefined ? small.toUpperCase() : small))
    .find((name) => (environment[name]?.trim() ?? '') !== '')
  if (variable === undefined || isLoopback(hostname)) return { type: 'direct' }
  try {
    const { origin, protocol, username, password, pathname, search, hash } = new URL(environment[variable] ?? '')
    // `proxy.example.com:8080` is a URL too: its scheme is the name.
    if (!/^https?:$/.test(protocol) || `${pathname}${search}${hash}` !== '/') return { type: 'invalid', variable }
    if (username === '' && password === '') return { type: 'proxy', origin }
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    return { type: 'proxy', origin, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
  } catch {
    // No URL, or with a percent sign that stands for itself.
    return { type: 'invalid', variable }
  }
}
