import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Where a page may take scripts and styles from: its own server, or only what carries a nonce of the answer. */
export type PageSources = { readonly type: 'own' } | { readonly type: 'nonce'; readonly nonce: string }

/** A policy that runs nothing of a message and asks nobody else for anything. */
export function contentPolicy(sources: PageSources): string {
  const code = sources.type === 'own' ? "'self'" : `'nonce-${sources.nonce}'`
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
export function pageHeaders(reply: FastifyReply, sources: PageSources = { type: 'own' }): FastifyReply {
  return reply.headers({
    'content-security-policy': contentPolicy(sources),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  })
}

/** The built scripts and styles. Sources, compiled modules and the bundled command lie equally deep in the package. */
const assets = new URL('../../dist/web/assets/', import.meta.url)

/** A script or style as the build made it. */
export function webAsset(name: 'preview.js' | 'preview.css' | 'inbox.js' | 'inbox.css' | 'phone.css'): string {
  return readFileSync(new URL(name, assets), 'utf8')
}

/** Serves the script and the style of a page, `<folder>/<name>.js` and `.css`. */
export function addPageAssets(app: FastifyInstance, folder: string, name: 'preview' | 'inbox'): void {
  const script = webAsset(`${name}.js`)
  const style = webAsset(`${name}.css`)
  app.get(`${folder}/${name}.js`, (_request, reply) =>
    pageHeaders(reply).type('text/javascript;charset=utf-8').send(script),
  )
  app.get(`${folder}/${name}.css`, (_request, reply) => pageHeaders(reply).type('text/css;charset=utf-8').send(style))
}

/** An answer that goes on, as server-sent events. */
export interface EventStream {
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
  request: FastifyRequest,
  reply: FastifyReply,
  { retryMs, onClose }: { readonly retryMs?: number; readonly onClose: () => void },
): EventStream {
  pageHeaders(reply)
  reply.hijack()
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, { 'content-type': 'text/event-stream;charset=utf-8' })
  if (retryMs !== undefined) raw.write(`retry: ${retryMs}\n`)
  request.raw.socket.once('close', onClose)
  return {
    isFull: () => raw.writableNeedDrain,
    write: (news) => raw.write(`data: ${JSON.stringify(news)}\n\n`),
    onDrain: (listener) => raw.on('drain', listener),
  }
}
