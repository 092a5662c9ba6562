import type { Server } from 'node:http'
import { type Answer, exchangeOf, sendAnswer, type ServerExchange } from './exchange.ts'
import type { Faults } from './faults.ts'
import { EmulatorOptionsError } from './options.ts'
import { requestError } from './send.ts'
import type { EmulatedService } from './service.ts'
import { UploadAnswer } from './upload.ts'
import { depthOf } from '../json-text.ts'
import { HttpError } from '../web/http/body.ts'
import type { HttpReply, HttpRequest } from '../web/http/exchange.ts'
import { HttpApp } from '../web/http/http-app.ts'
import { addLoopbackGuard, pageHeaders } from '../web/local-server.ts'
import { fileSize } from '../words/phrases.ts'

/**
 * Makes the server without its routes: how bodies are read and errors answered. It marks every answer as the
 * emulator's, and refuses whatever does not come from this machine's own pages.
 */
export function createApp(service: EmulatedService): HttpApp {
  const { clock } = service
  const app = new HttpApp({
    maxBodyBytes,
    readJson(text) {
      const body = readJsonBody(text)
      if (body instanceof UnreadableBody) throw new HttpError(400, body.reason)
      return body
    },
    // What is of no use is read to its end, so that the connection can go on.
    otherBodies: 'discarded',
    onNotFound: (_request, reply) =>
      pageHeaders(reply)
        .code(404)
        .send({ code: 'C404_1', name: 'Unable to find the data', description: 'There is no such path.' }),
    onError: sendError,
  })
  app.addHook((_request, reply) => {
    // Everything of this service says that it is not the real one.
    reply.header('x-emulator', 'friendtalk')
    if (!clock.isReal) reply.header('date', new Date(clock.now()).toUTCString())
  })
  addLoopbackGuard(app, (header) => {
    const what = header === 'Host' ? 'the loopback address of the emulator' : 'the emulator itself'
    return { code: 'C400_2', name: 'Refused by the emulator', description: `${header} is not ${what}.` }
  })
  addImages(app, service)
  return app
}

/** Serves images at the URLs that uploads returned. */
function addImages(app: HttpApp, { images, clock }: EmulatedService): void {
  app.get('/images/:file', (request, reply) => {
    const image = images.byPath(request.path)
    const content = image && image.expiresAt > clock.now() ? images.contentOf(image) : undefined
    pageHeaders(reply)
    if (image && content) return reply.type(image.format === 'png' ? 'image/png' : 'image/jpeg').send(content)
    reply.code(image ? 410 : 404).type('text/plain')
    return reply.send('')
  })
}

/** Answers what went wrong before an operation could: a body that is too large, options that are wrong. */
function sendError(error: unknown, request: HttpRequest, reply: HttpReply): unknown {
  const exchange = exchangeOf(request)
  const status = error instanceof HttpError ? error.status : 500
  if (error instanceof EmulatorOptionsError) {
    return reply.code(400).send({ error: 'This cannot be set.', faults: error.faults })
  }
  if (exchange) return sendAnswer(exchange, reply, failureOf(exchange, status))
  return reply.code(status).send({ error: error instanceof HttpError ? error.message : 'a defect of the emulator' })
}

function failureOf(exchange: ServerExchange, status: number): Answer {
  const { operation } = exchange.open
  if (operation.type === 'upload') {
    const answers = new UploadAnswer(exchange, operation.upload)
    return status === 413 ? answers.tooLarge() : answers.missing('image')
  }
  const answer = requestError(exchange, status === 500 ? 'C500_1' : 'C400_2', descriptionOf(status))
  return { ...answer, status }
}

function descriptionOf(status: number): string {
  if (status === 413) return `The body has more than ${fileSize(maxBodyBytes)}.`
  return status === 500 ? 'A defect of the emulator.' : 'The request cannot be read.'
}

/** The largest body of a send or a control request; ten of the largest messages fit in many times. */
export const maxBodyBytes: number = 2 * 1024 * 1024

/** No field of the interface nests a tenth as deep, and what looks at a body goes into it level by level. */
const maxDepth = 100

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
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return new UnreadableBody('The body is no JSON.')
  }
  if (depthOf(text) > maxDepth) return new UnreadableBody(`The body nests deeper than ${maxDepth} levels.`)
  return body
}

/** While connections are refused, those that become idle are ended this often. */
const sweepMs = 5

/**
 * Refuses connections for real: the listening socket is closed for a while, and with it every connection that waits
 * for a next request. What it takes to refuse the n-th request is decided while the one before is being answered.
 */
export class Refusals {
  readonly #server: Server
  readonly #faults: Faults
  #address: { readonly host: string; readonly port: number } | undefined
  #end: NodeJS.Timeout | undefined
  #sweep: NodeJS.Timeout | undefined

  constructor(server: Server, faults: Faults) {
    this.#server = server
    this.#faults = faults
  }

  /** Where the server listens, once it does. */
  listening(address: { readonly host: string; readonly port: number }): void {
    this.#address = address
  }

  /** Lets a rule that was added decide about the first request. */
  onRule(id: number): void {
    this.#refuse(this.#faults.refuseNext(id))
  }

  /** Lets the rules decide about the request that comes after one to an operation. */
  onRequest(reply: HttpReply): void {
    const forMs = this.#faults.refuseNext()
    if (forMs === undefined) return
    reply.header('connection', 'close')
    this.#refuse(forMs)
  }

  /** Listens again at once. */
  end(): void {
    if (this.#end === undefined || this.#address === undefined) return
    this.close()
    this.#server.listen(this.#address.port, this.#address.host)
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
    if (forMs === undefined || this.#address === undefined || this.#end !== undefined) return
    this.#end = setTimeout(() => this.end(), forMs)
    this.#server.close()
    this.#sweep = setInterval(() => this.#server.closeIdleConnections(), sweepMs)
  }
}
