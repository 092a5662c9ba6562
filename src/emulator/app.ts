import { extname } from 'node:path'
import multipart from '@fastify/multipart'
import { fastify, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { sendAnswer } from './answer.ts'
import type { EmulatorClock } from './clock.ts'
import { exchangeOf, exchangeProperty } from './exchange.ts'
import { addLoopbackGuard } from '../web/guard.ts'
import { pageHeaders } from '../web/replies.ts'
import { fileSize } from '../words/phrases.ts'
import { maxBodyBytes, readJsonBody, UnreadableBody } from './json-body.ts'
import { EmulatorOptionsError } from './options.ts'
import { requestError } from './send.ts'
import type { EmulatedService } from './service.ts'
import { maxFileBytes } from './upload.ts'
import { UploadAnswer } from './upload-answer.ts'

/** The server without its routes: how bodies are read and errors answered. */
export async function createApp(service: EmulatedService): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: maxBodyBytes,
    // A test that closes it waits for nobody.
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 500 },
  })
  app.decorateRequest(exchangeProperty, null)
  await app.register(multipart, {
    limits: { fileSize: maxFileBytes, parts: 20, fieldSize: 100_000 },
    throwFileSizeLimit: false,
  })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    done(null, readJsonBody(String(text)))
  })
  // The operations answer in their own shapes.
  app.addHook('preHandler', (request, reply, done) => {
    const { body } = request
    if (!(body instanceof UnreadableBody) || exchangeOf(request) !== undefined) done()
    else reply.code(400).send({ error: body.reason })
  })
  // What is of no use is read to its end, so that the connection can go on.
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.on('end', () => done(null, undefined))
    payload.on('error', done)
    payload.resume()
  })
  app.setErrorHandler((error: FastifyError, request, reply) => onError(error, { service, request, reply }))
  app.setNotFoundHandler((_request, reply) =>
    pageHeaders(reply)
      .code(404)
      .send({ code: 'C404_1', name: 'Unable to find the data', description: 'There is no such path.' }),
  )
  addImages(app, service)
  return app
}

/** Marks every answer as the emulator's, and refuses whatever does not come from this machine's own pages. */
export function addGuard(app: FastifyInstance, clock: EmulatorClock, ownUrl: () => string): void {
  app.addHook('onRequest', (_request, reply, done) => {
    // Everything of this service says that it is not the real one.
    reply.header('x-emulator', 'friendtalk')
    if (!clock.isReal) reply.header('date', new Date(clock.now()).toUTCString())
    done()
  })
  addLoopbackGuard(app, ownUrl, (reply, { status, header }) => {
    const what = header === 'Host' ? 'the loopback address of the emulator' : 'the emulator itself'
    const description = `${header} is not ${what}.`
    pageHeaders(reply).code(status).send({ code: 'C400_2', name: 'Refused by the emulator', description })
  })
}

/** Serves images at the URLs that uploads returned. */
function addImages(app: FastifyInstance, { images, clock }: EmulatedService): void {
  app.get('/images/:file', (request, reply) => {
    const image = images.byPath(request.url)
    const content = image && image.expiresAt > clock.now() ? images.contentOf(image) : undefined
    pageHeaders(reply)
    if (image === undefined || content === undefined)
      return reply
        .code(image ? 410 : 404)
        .type('text/plain')
        .send('')
    const type = extname(request.url) === '.png' ? 'image/png' : 'image/jpeg'
    return reply.type(type).send(content)
  })
}

interface Failed {
  readonly service: EmulatedService
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Answers what went wrong before an operation could: a body that is too large, options that are wrong. */
async function onError(error: FastifyError, { service, request, reply }: Failed): Promise<void> {
  if (error instanceof EmulatorOptionsError) {
    await reply.code(400).send({ error: 'This cannot be set.', faults: error.faults })
    return
  }
  const exchange = exchangeOf(request)
  const status = error.statusCode ?? 500
  if (exchange === undefined) {
    await reply.code(status).send({ error: status === 500 ? 'a defect of the emulator' : error.message })
    return
  }
  const { operation } = exchange.open
  if (operation.type === 'upload') {
    const answers = new UploadAnswer(service, exchange, operation.upload)
    await sendAnswer(exchange, reply, status === 413 ? answers.tooLarge() : answers.missing('image'))
    return
  }
  const answer = requestError(service, exchange, status === 500 ? 'C500_1' : 'C400_2', descriptionOf(status))
  await sendAnswer(exchange, reply, { ...answer, status })
}

function descriptionOf(status: number): string {
  if (status === 413) return `The body has more than ${fileSize(maxBodyBytes)}.`
  return status === 500 ? 'A defect of the emulator.' : 'The request cannot be read.'
}
