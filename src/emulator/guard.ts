import type { FastifyInstance, FastifyReply } from 'fastify'
import type { EmulatorClock } from './clock.ts'

/** The interface of the machine that the emulator binds; nothing of it leaves the machine. */
export const loopbackHost = '127.0.0.1'

const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Guards every answer: only this machine's own names in `Host` (a page on the web could otherwise reach it under a
 * name of its own), only its own pages in `Origin`, a policy that runs no script of a message.
 */
export function addGuard(app: FastifyInstance, clock: EmulatorClock, ownUrl: () => string): void {
  // Computed once: this stands before every request.
  let own: ReadonlySet<string> | undefined
  app.addHook('onRequest', (request, reply, done) => {
    // Everything of this service says that it is not the real one.
    reply.header('x-emulator', 'friendtalk')
    if (!clock.isReal) reply.header('date', new Date(clock.now()).toUTCString())
    const { host, origin } = request.headers
    own ??= ownNames(ownUrl())
    if (host === undefined || !own.has(host)) refuse(reply, 421, 'Host is not the loopback address of the emulator.')
    else if (origin !== undefined && !own.has(origin.replace(/^http:\/\//, ''))) {
      refuse(reply, 403, 'Origin is not the emulator itself.')
    } else done()
  })
}

/** Headers of pages and of what they load. */
export function pageHeaders(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'content-security-policy': contentPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  })
}

function refuse(reply: FastifyReply, status: number, description: string): void {
  pageHeaders(reply).code(status).send({ code: 'C400_2', name: 'Refused by the emulator', description })
}

/** The names that a browser on this machine can have for an address, with its port. */
function ownNames(url: string): ReadonlySet<string> {
  const { port } = new URL(url)
  const end = port === '' ? '' : `:${port}`
  return new Set([loopbackHost, 'localhost', '[::1]'].map((name) => `${name}${end}`))
}
