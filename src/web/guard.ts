import type { FastifyInstance, FastifyReply } from 'fastify'
import { isLoopback } from '../contract/urls.ts'

/** The interface of the machine that local pages bind; nothing of them leaves the machine. */
const loopbackHost = '127.0.0.1'

/** Why a request is refused: it came under a name that is not this machine's, or from a page that is not ours. */
export interface GuardRefusal {
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
  refuse: (reply: FastifyReply, refusal: GuardRefusal) => void,
): void {
  let port: string | undefined
  app.addHook('onRequest', (request, reply, done) => {
    const { host, origin } = request.headers
    port ??= new URL(ownUrl()).port
    if (host === undefined || !isOwn(host, port)) refuse(reply, { status: 421, header: 'Host' })
    else if (origin !== undefined && !isOwn(origin.replace(/^http:\/\//, ''), port)) {
      refuse(reply, { status: 403, header: 'Origin' })
    } else done()
  })
}

/** Where a local page can be reached. */
export interface LoopbackAddress {
  readonly host: string
  readonly port: number
  /** `http://127.0.0.1:<port>` */
  readonly url: string
}

/** Listens on the loopback address, on any free port where it is 0. @throws what the system says when it is taken */
export async function listenOnLoopback(app: FastifyInstance, wanted: number): Promise<LoopbackAddress> {
  await app.listen({ host: loopbackHost, port: wanted })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : wanted
  return { host: loopbackHost, port, url: `http://${loopbackHost}:${port}` }
}

/** Whether a browser on this machine can mean a server by a host, which names its port unless that is the usual one. */
function isOwn(host: string, ownPort: string): boolean {
  const [, name = '', port = ''] = /^(.+?)(?::(\d+))?$/.exec(host) ?? []
  return port === ownPort && isLoopback(name)
}
