import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { isLoopback } from '../text/urls.ts'

/** The bindings of a handler: `incoming` and `outgoing` of Node.js. */
export interface LocalEnv {
  readonly Bindings: HttpBindings
}

export type LocalApp = Hono<LocalEnv>

/** The interface of the machine that local pages bind; nothing of them leaves the machine. */
const loopbackHost = '127.0.0.1'
/** Proxies and clients keep connections for about a minute. */
const keepAliveMs = 72_000

/**
 * Guards every answer: only this machine's own names in `Host` (a page on the web could otherwise reach it under a
 * name of its own), only its own pages in `Origin`.
 *
 * @param refusalOf makes the body of a refusal from the header that is wrong and the path
 */
export function loopbackGuard(
  refusalOf: (header: 'Host' | 'Origin', path: string) => object,
): MiddlewareHandler<LocalEnv> {
  return async (c, next) => {
    const { host, origin } = c.env.incoming.headers
    const isOwn = (named: string): boolean => isAddressOf(named, c.env.incoming.socket.localPort)
    if (host === undefined || !isOwn(host)) return c.json(refusalOf('Host', c.req.path), 421, pageHeaders())
    if (origin !== undefined && !isOwn(origin.replace(/^http:\/\//, ''))) {
      return c.json(refusalOf('Origin', c.req.path), 403, pageHeaders())
    }
    return next()
  }
}

/** Returns whether a browser on this machine can mean a server by a host, which may leave out the usual port. */
function isAddressOf(host: string, ownPort: number | undefined): boolean {
  const [, name = '', port = '80'] = /^(.+?)(?::(\d+))?$/.exec(host) ?? []
  return Number(port) === ownPort && isLoopback(name)
}

export interface LoopbackServer {
  readonly server: Server
  readonly host: string
  readonly port: number
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** Ends the connections that are open, and the server. */
  readonly close: () => Promise<void>
}

/** Listens on the loopback address, on any free port where it is 0. @throws what the system says when it is taken */
export async function serveOnLoopback(app: LocalApp, wanted: number): Promise<LoopbackServer> {
  const options = { fetch: app.fetch, serverOptions: { keepAliveTimeout: keepAliveMs } }
  const server = createAdaptorServer(options) as Server
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen({ host: loopbackHost, port: wanted }, () => {
      server.off('error', failed)
      listening()
    })
  })
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((done) => server.close(() => done()))
    server.closeAllConnections()
    await closed
  }
  return { server, host: loopbackHost, port, url: `http://${loopbackHost}:${port}`, close }
}

/**
 * Returns a policy that runs nothing of a message and loads nothing from other hosts.
 *
 * @param nonce what scripts and styles must carry; when absent they come from the page's own server
 */
export function contentPolicy(nonce?: string): string {
  const code = nonce === undefined ? "'self'" : `'nonce-${nonce}'`
  return [
    "default-src 'none'",
    `script-src ${code}`,
    `style-src ${code}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export function pageHeaders(nonce?: string): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(nonce),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  }
}

/** The built scripts and styles. Sources, compiled modules and the bundled command lie equally deep in the package. */
const assets = new URL('../../dist/web/assets/', import.meta.url)

export function webAsset(
  name: 'preview.js' | 'preview.css' | 'inbox.js' | 'inbox.css' | 'phone.css' | 'report.css',
): string {
  return readFileSync(new URL(name, assets), 'utf8')
}

/** Serves the script and the style of a page, `<folder>/<name>.js` and `.css`. */
export function addPageAssets(app: LocalApp, folder: string, name: 'preview' | 'inbox'): void {
  const served = { js: 'text/javascript;charset=utf-8', css: 'text/css;charset=utf-8' } as const
  for (const [ending, type] of Object.entries(served) as ['js' | 'css', string][]) {
    const content = webAsset(`${name}.${ending}`)
    app.get(`${folder}/${name}.${ending}`, (c) => c.body(content, 200, { ...pageHeaders(), 'content-type': type }))
  }
}

interface EventStream {
  /** Returns true while the page has not read the news before. */
  readonly isFull: () => boolean
  readonly write: (news: unknown) => void
  readonly onDrain: (listener: () => void) => void
}

/**
 * Answers with a stream of events.
 *
 * @param retryMs how soon the page tries again after the connection was lost; as the browser likes when absent
 * @param onOpen is given the stream, and returns what is called once the page is gone
 */
export function eventStream(
  c: Context<LocalEnv>,
  onOpen: (stream: EventStream) => () => void,
  retryMs?: number,
): Response {
  const { incoming, outgoing } = c.env
  outgoing.writeHead(200, { ...pageHeaders(), 'content-type': 'text/event-stream;charset=utf-8' })
  if (retryMs !== undefined) outgoing.write(`retry: ${retryMs}\n`)
  const onClose = onOpen({
    isFull: () => outgoing.writableNeedDrain,
    write: (news) => outgoing.write(`data: ${JSON.stringify(news)}\n\n`),
    onDrain: (listener) => outgoing.on('drain', listener),
  })
  incoming.socket.once('close', onClose)
  return RESPONSE_ALREADY_SENT
}
