import type { Server, ServerResponse } from 'node:http'
import { Hono } from 'hono'
import type { Faults } from './faults.ts'
import { EmulatorOptionsError } from './options-error.ts'
import type { EmulatedService } from './service.ts'
import { type LocalApp, type LocalEnv, loopbackGuard, pageHeaders } from '../web/local-server.ts'

/**
 * Makes the server without its routes. It marks every answer as the emulator's, and refuses whatever does not come
 * from this machine's own pages.
 */
export function createApp(
  service: EmulatedService,
  refusal: (status: 403 | 404, description: string) => object,
): LocalApp {
  const { clock } = service
  const app: LocalApp = new Hono<LocalEnv>()
  app.use(async (c, next) => {
    // Everything of this service says that it is not the real one.
    c.env.outgoing.setHeader('x-emulator', 'friendtalk')
    if (!clock.isReal) c.env.outgoing.setHeader('date', new Date(clock.now()).toUTCString())
    await next()
  })
  app.use(
    loopbackGuard((header) => {
      const what = header === 'Host' ? 'the loopback address of the emulator' : 'the emulator itself'
      return refusal(403, `${header} is not ${what}.`)
    }),
  )
  app.notFound((c) => c.json(refusal(404, 'There is no such path.'), 404, pageHeaders()))
  app.onError((error, c) =>
    error instanceof EmulatorOptionsError
      ? c.json({ error: 'This cannot be set.', faults: error.faults }, 400)
      : c.json({ error: 'a defect of the emulator' }, 500),
  )
  addImages(app, service)
  return app
}

/** Serves images at the URLs that uploads returned. */
function addImages(app: LocalApp, { images, clock }: EmulatedService): void {
  app.get('/images/:file', (c) => {
    const image = images.byPath(c.req.path)
    const content = image && image.expiresAt > clock.now() ? images.contentOf(image) : undefined
    if (!image || !content) return c.text('', image ? 410 : 404, pageHeaders())
    const type = image.format === 'png' ? 'image/png' : 'image/jpeg'
    return c.body(Uint8Array.from(content), 200, { ...pageHeaders(), 'content-type': type })
  })
}

/** The largest body of a send or a control request; ten of the largest messages fit in many times. */
export const maxBodyBytes: number = 2 * 1024 * 1024

/** A body that claims to be JSON and cannot be taken for it. */
export class UnreadableBody {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

/** Returns the value that the text of a body stands for; an empty one stands for none. */
export function readJsonBody(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return new UnreadableBody('The body is no JSON.')
  }
}

/** While connections are refused, those that become idle are ended this often. */
const sweepMs = 5

/**
 * Refuses connections for real: the listening socket is closed for a while, and with it every connection that waits
 * for a next request. What it takes to refuse the n-th request is decided while the one before is being answered.
 */
export class Refusals {
  readonly #faults: Faults
  #listening: { readonly server: Server; readonly host: string; readonly port: number } | undefined
  #end: NodeJS.Timeout | undefined
  #sweep: NodeJS.Timeout | undefined

  constructor(faults: Faults) {
    this.#faults = faults
  }

  /** Takes the server and where it listens, once it does. */
  listening(listening: { readonly server: Server; readonly host: string; readonly port: number }): void {
    this.#listening = listening
  }

  /** Lets a rule that was added decide about the first request. */
  onRule(id: number): void {
    this.#refuse(this.#faults.refuseNext(id))
  }

  /** Lets the rules decide about the request that comes after one to an operation. */
  onRequest(outgoing: ServerResponse): void {
    const forMs = this.#faults.refuseNext()
    if (forMs === undefined) return
    outgoing.setHeader('connection', 'close')
    this.#refuse(forMs)
  }

  /** Listens again at once. */
  end(): void {
    if (this.#end === undefined || this.#listening === undefined) return
    this.close()
    const { server, port, host } = this.#listening
    server.listen(port, host)
    // The request that was refused is past; the one that comes now has a number of its own.
    this.#refuse(this.#faults.refuseNext())
  }

  /** Ends without listening again. */
  close(): void {
    clearTimeout(this.#end)
    clearInterval(this.#sweep)
    this.#end = undefined
  }

  #refuse(forMs: number | undefined): void {
    if (forMs === undefined || this.#listening === undefined || this.#end !== undefined) return
    const { server } = this.#listening
    this.#end = setTimeout(() => this.end(), forMs)
    server.close()
    this.#sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
  }
}
