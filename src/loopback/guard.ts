import type { FastifyInstance, FastifyReply } from 'fastify'

/** The interface of the machine that local pages bind; nothing of them leaves the machine. */
export const loopbackHost = '127.0.0.1'

/** Why a request is refused: it came under a name that is not this machine's, or from a page that is not ours. */
export interface Refusal {
  readonly status: 421 | 403
  readonly header: 'Host' | 'Origin'
}

/**
 * Guards every answer: only this machine's own names in `Host` (a page on the web could otherwise reach it under a
 * name of its own), only its own pages in `Origin`.
 *
 * @param ownUrl where the server listens; asked at the first request
 */
export function addLoopbackGuard(
  app: FastifyInstance,
  ownUrl: () => string,
  refuse: (reply: FastifyReply, refusal: Refusal) => void,
): void {
  // Computed once: this stands before every request.
  let own: ReadonlySet<string> | undefined
  app.addHook('onRequest', (request, reply, done) => {
    const { host, origin } = request.headers
    own ??= ownNames(ownUrl())
    if (host === undefined || !own.has(host)) refuse(reply, { status: 421, header: 'Host' })
    else if (origin !== undefined && !own.has(origin.replace(/^http:\/\//, ''))) {
      refuse(reply, { status: 403, header: 'Origin' })
    } else done()
  })
}

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

/** The names that a browser on this machine can have for an address, with its port. */
function ownNames(url: string): ReadonlySet<string> {
  const { port } = new URL(url)
  const end = port === '' ? '' : `:${port}`
  return new Set([loopbackHost, 'localhost', '[::1]'].map((name) => `${name}${end}`))
}
