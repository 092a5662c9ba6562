import { buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici'
import { isLoopback } from '../contract/urls.ts'
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
  const options = { ...idle, connections, pipelining: 1, allowH2: false }
  const route = routeTo(url, process.env)
  switch (route.type) {
    case 'direct':
      return new Pool(url.origin, { ...options, connect: connectOnce(buildConnector(connect), timeoutMs) })
    case 'proxy':
      return new ProxyAgent({
        ...options,
        uri: route.origin,
        ...(route.authorization !== undefined && { token: route.authorization }),
        proxyTls: connect,
        requestTls: connect,
        // To the service, through the proxy: what connects is the agent's own.
        factory: (origin, given: object) =>
          new Pool(origin, { ...given, connect: connectOnce(connectorIn(given), timeoutMs) }),
        // To the proxy itself. Without a limit of its own a proxy that never answers would be waited for for minutes.
        clientFactory: (origin, given) =>
          new Pool(origin, {
            ...given,
            connections,
            headersTimeout: timeoutMs,
            connect: connectOnce(connectorIn(given), timeoutMs),
          }),
      })
    case 'invalid':
      throw new Error('The proxy that the environment names (HTTPS_PROXY, HTTP_PROXY) is no URL.')
  }
}

/** The function that the proxy agent gives the pools which it makes; its type leaves it open. */
function connectorIn(options: object): buildConnector.connector {
  if ('connect' in options && typeof options.connect === 'function') return options.connect as buildConnector.connector
  throw new Error('The proxy agent gave no function that connects.')
}

/**
 * Makes every failed connection fail the request that waits for it. The client takes some failures for passing (a proxy
 * that hangs up, `UND_ERR_SOCKET`) and connects again at once, thousands of times a second, for as long as the request
 * waits. When to try again is for the caller to say.
 */
function connectOnce(connect: buildConnector.connector, timeoutMs: number): buildConnector.connector {
  return (options, callback) => {
    let isOver = false
    const end = (...[error, socket]: buildConnector.CallbackArgs): void => {
      if (isOver) {
        // It came too late.
        socket?.on('error', () => {}).destroy()
        return
      }
      isOver = true
      clearTimeout(timer)
      if (error) callback(new ConnectError(error), null)
      else callback(null, socket)
    }
    const late = new Error('No connection within its time.')
    const timer = setTimeout(() => end(Object.assign(late, { code: 'UND_ERR_CONNECT_TIMEOUT' }), null), timeoutMs)
    // The request has a deadline of its own; a process that is about to end does not wait for this one.
    timer.unref()
    connect(options, (...ended) => end(...ended))
  }
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

/** The way to an address: straight, or through a proxy. */
export type Route =
  | { readonly type: 'direct' }
  | {
      readonly type: 'proxy'
      /** Scheme, host and port alone. */
      readonly origin: string
      /** The value of the header `Proxy-Authorization`, for a proxy that asks who comes. */
      readonly authorization?: string
    }
  /** The variable that should name a proxy and does not. Its value may hold a password, so it is not repeated. */
  | { readonly type: 'invalid'; readonly variable: string }

type Environment = Readonly<Record<string, string | undefined>>

/** Reads from the environment how to reach an address. */
export function routeTo({ hostname, port, protocol }: URL, environment: Environment): Route {
  const usedPort = port === '' ? (protocol === 'https:' ? '443' : '80') : port
  const exempt = environment['no_proxy'] ?? environment['NO_PROXY'] ?? ''
  if (isLoopback(hostname) || isExempt(hostname, usedPort, exempt)) return { type: 'direct' }
  const variable = variableIn(environment)
  if (variable === undefined) return { type: 'direct' }
  const value = environment[variable] ?? ''
  const url = URL.canParse(value) ? new URL(value) : undefined
  // `proxy.example.com:8080` is a URL too: its scheme is the name.
  if (url === undefined || !/^https?:$/.test(url.protocol) || !isBare(url)) return { type: 'invalid', variable }
  const { origin, username, password } = url
  if (username === '' && password === '') return { type: 'proxy', origin }
  try {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    return { type: 'proxy', origin, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
  } catch {
    // A percent sign that stands for itself.
    return { type: 'invalid', variable }
  }
}

/** The variable that names the proxy. One in small letters goes before; empty, it says that there is none. */
function variableIn(environment: Environment): string | undefined {
  return ['https_proxy', 'http_proxy']
    .map((small) => (environment[small] === undefined ? small.toUpperCase() : small))
    .find((name) => (environment[name]?.trim() ?? '') !== '')
}

function isBare({ pathname, search, hash }: URL): boolean {
  return pathname === '/' && search === '' && hash === ''
}

/** Whether `NO_PROXY` names a host: `*`, or a name with those below it, with a port or without. */
function isExempt(hostname: string, port: string, list: string): boolean {
  const host = hostname.toLowerCase()
  return list.split(/[,\s]+/).some((entry) => {
    if (entry === '*') return true
    const [, named = entry, ownPort = port] = /^(.+):(\d+)$/.exec(entry) ?? []
    const name = named.replace(/^\*?\./, '').toLowerCase()
    return name !== '' && ownPort === port && (host === name || host.endsWith(`.${name}`))
  })
}
