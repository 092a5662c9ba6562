import { readFileSync } from 'node:fs'
import { isLoopback } from '../contract/urls.ts'
import type { HttpReply, HttpRequest } from './http/exchange.ts'
import type { HttpApp } from './http/http-app.ts'

/** The interface of the machine that local pages bind; nothing of them leaves the machine. */
const loopbackHost = '127.0.0.1'

/**
 * Guards every answer: only this machine's own names in `Host` (a page on the web could otherwise reach it under a
 * name of its own), only its own pages in `Origin`.
 *
 * @param refusalOf makes the body of a refusal from the header that is wrong
 */
export function addLoopbackGuard(app: HttpApp, refusalOf: (header: 'Host' | 'Origin') => object): void {
  app.addHook(({ headers: { host, origin }, raw: { socket } }, reply) => {
    const isOwn = (named: string): boolean => isAddressOf(named, socket.localPort)
    if (host === undefined || !isOwn(host)) pageHeaders(reply).code(421).send(refusalOf('Host'))
    else if (origin !== undefined && !isOwn(origin.replace(/^http:\/\//, ''))) {
      pageHeaders(reply).code(403).send(refusalOf('Origin'))
    }
  })
}

/** Returns whether a browser on this machine can mean a server by a host, which may leave out the usual port. */
function isAddressOf(host: string, ownPort: number | undefined): boolean {
  const [, name = '', port = '80'] = /^(.+?)(?::(\d+))?$/.exec(host) ?? []
  return Number(port) === ownPort && isLoopback(name)
}

/** Where a local page can be reached. */
export interface LoopbackAddress {
  readonly host: string
  readonly port: number
  /** `http://127.0.0.1:<port>` */
  readonly url: string
}

/** Listens on the loopback address, on any free port where it is 0. @throws what the system says when it is taken */
export async function listenOnLoopback(app: HttpApp, wanted: number): Promise<LoopbackAddress> {
  const { port } = await app.listen({ host: loopbackHost, port: wanted })
  return { host: loopbackHost, port, url: `http://${loopbackHost}:${port}` }
}

/**
 * Returns a policy that runs nothing of a message and asks nobody else for anything.
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

/** Headers of pages and of what they load. */
export function pageHeaders(reply: HttpReply, nonce?: string): HttpReply {
  return reply.headers({
    'content-security-policy': contentPolicy(nonce),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  })
}

/** The built scripts and styles. Sources, compiled modules and the bundled command lie equally deep in the package. */
const assets = new URL('../../dist/web/assets/', import.meta.url)

/** Returns a script or style as the build made it. */
export function webAsset(
  name: 'preview.js' | 'preview.css' | 'inbox.js' | 'inbox.css' | 'phone.css' | 'report.css',
): string {
  return readFileSync(new URL(name, assets), 'utf8')
}

/** Serves the script and the style of a page, `<folder>/<name>.js` and `.css`. */
export function addPageAssets(app: HttpApp, folder: string, name: 'preview' | 'inbox'): void {
  const script = webAsset(`${name}.js`)
  const style = webAsset(`${name}.css`)
  app.get(`${folder}/${name}.js`, (_request, reply) =>
    pageHeaders(reply).type('text/javascript;charset=utf-8').send(script),
  )
  app.get(`${folder}/${name}.css`, (_request, reply) => pageHeaders(reply).type('text/css;charset=utf-8').send(style))
}

/** An answer that goes on, as server-sent events. */
interface EventStream {
  /** Whether the page has not read what it was told before. */
  readonly isFull: () => boolean
  readonly write: (news: unknown) => void
  readonly onDrain: (listener: () => void) => void
}

/**
 * Answers with a stream of events.
 *
 * @param retryMs how soon the page tries again after the connection was lost; as the browser likes when absent
 * @param onClose called once the page is gone
 */
export function openEventStream(
  request: HttpRequest,
  reply: HttpReply,
  { retryMs, onClose }: { readonly retryMs?: number; readonly onClose: () => void },
): EventStream {
  const raw = pageHeaders(reply).takeOver()
  raw.writeHead(200, { 'content-type': 'text/event-stream;charset=utf-8' })
  if (retryMs !== undefined) raw.write(`retry: ${retryMs}\n`)
  request.raw.socket.once('close', onClose)
  return {
    isFull: () => raw.writableNeedDrain,
    write: (news) => raw.write(`data: ${JSON.stringify(news)}\n\n`),
    onDrain: (listener) => raw.on('drain', listener),
  }
}
