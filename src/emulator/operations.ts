import { type Kind, kinds, type Upload, uploads } from '../contract/kinds.ts'
import {
  type Answer,
  exchangeOf,
  faultsOf,
  hangUp,
  isProcessed,
  pause,
  resetConnection,
  sendAnswer,
  sendPlain,
  type ServerExchange,
  setExchange,
} from './exchange.ts'
import { judgeAuthorization, maskHeaders, type Verdict } from './credentials.ts'
import { readJsonBody, type Refusals, UnreadableBody } from './app.ts'
import type { Operation } from './received.ts'
import { refuseCredentials, requestError, send } from './send.ts'
import type { EmulatedService } from './service.ts'
import { formData, readFiles, takeFiles, UploadAnswer } from './upload.ts'
import { isJson } from '../web/http/body.ts'
import type { HttpReply, HttpRequest } from '../web/http/exchange.ts'
import type { HttpApp } from '../web/http/http-app.ts'

/** Adds the five operations of the interface. */
export function addOperations(app: HttpApp, service: EmulatedService, refusals: Refusals): void {
  for (const kind of kinds) {
    const operation = { type: 'send', kind } as const
    const answer = (request: HttpRequest, reply: HttpReply): Promise<void> | undefined => {
      const exchange = exchangeIn(request)
      // The way that is walked a million times has no promise in it.
      if (exchange.struck.length > 0) return answerStruck(exchange, reply, () => answerSend(exchange, request, kind))
      sendPlain(exchange, reply, answerSend(exchange, request, kind))
      noteRefusal(exchange)
      return undefined
    }
    app.post(`/${kind}/v2/send`, answer, { before: opener(service, refusals, operation), readJson: readJsonBody })
  }
  for (const upload of uploads) {
    const operation = { type: 'upload', upload } as const
    const url = `/file/v1/${upload}/image/:userId`
    const answer = (request: HttpRequest, reply: HttpReply): Promise<void> => {
      const exchange = exchangeIn(request)
      return answerStruck(exchange, reply, () => answerUpload(exchange, request, upload))
    }
    const before = opener(service, refusals, operation)
    app.post(url, answer, { before, readJson: readJsonBody, streamed: formData })
  }
}

/** Returns the hook that runs before a byte of the body is read. */
function opener(
  service: EmulatedService,
  refusals: Refusals,
  operation: Operation,
): (request: HttpRequest, reply: HttpReply) => void {
  return (request, reply) => {
    const struck = service.faults.isEmpty ? noFaults : service.faults.strike(operation)
    const exchange: ServerExchange = {
      service,
      struck,
      socket: request.raw.socket,
      open: service.requests.open({
        operation,
        method: request.method,
        path: pathOf(request, service),
        receivedAt: service.clock.now(),
        headers: maskHeaders(request.headers),
        faults: struck.map(({ rule, fault }) => ({ rule, type: fault.type })),
      }),
    }
    setExchange(request, exchange)
    if (!service.faults.isEmpty) {
      refusals.onRequest(reply)
      // Its page says which faults are still to come.
      service.inbox.announce()
    }
    cutEarly(exchange, reply)
  }
}

const noFaults: readonly never[] = []

/** Ends the connection before the body is read, where a fault wants that. */
function cutEarly(exchange: ServerExchange, reply: HttpReply): void {
  if (faultsOf(exchange, 'reset-before-reading').length > 0) {
    resetConnection(exchange, reply)
    return
  }
  const [drop] = faultsOf(exchange, 'drop')
  if (drop === undefined || drop.processed === true) return
  reply.takeOver()
  void pause(drop.afterMs ?? 0, exchange).then(() => hangUp(exchange, reply))
}

/** Works a request off, unless a fault keeps it from that, and answers it. */
async function answerStruck(
  exchange: ServerExchange,
  reply: HttpReply,
  work: () => Answer | Promise<Answer>,
): Promise<void> {
  for (const { ms, before } of faultsOf(exchange, 'delay')) if (before === 'processing') await pause(ms, exchange)
  const answer = await work()
  noteRefusal(exchange)
  await sendAnswer(exchange, reply, answer)
}

/** Notes a request that was refused as a whole: it left no message, and the inbox would seem to have missed it. */
function noteRefusal({ service, open }: ServerExchange): void {
  if (open.description !== undefined) service.noteRefusal(open)
}

function answerSend(exchange: ServerExchange, request: HttpRequest, kind: Kind): Answer {
  const { service } = exchange
  const verdict = judgeAuthorization(request.headers.authorization, service.credentials)
  if (verdict !== 'own') return refuseCredentials(exchange, verdict)
  const [fault] = faultsOf(exchange, 'request-error')
  if (fault) return requestError(exchange, fault.code, 'a fault of the emulator')
  if (!isProcessed(exchange)) return notProcessed
  if (!service.takeRequest()) {
    const { body } = requestError(exchange, 'C400_2', 'too many requests in a second')
    return { status: 429, body }
  }
  if (!isJson(request.headers)) return requestError(exchange, 'C400_2', 'Content-Type must be application/json.')
  const { body } = request
  if (body instanceof UnreadableBody) return requestError(exchange, 'C400_1', body.reason)
  return send(exchange, kind, body)
}

async function answerUpload(exchange: ServerExchange, request: HttpRequest, upload: Upload): Promise<Answer> {
  const { service } = exchange
  const answers = new UploadAnswer(exchange, upload)
  const files = await readFiles(request.raw)
  const verdict = judgeUpload(service, request)
  if (verdict === 'foreign') return answers.foreign()
  if (verdict === 'missing') return answers.missing('Authorization')
  const injected = answers.injected()
  if (injected) return injected
  if (!isProcessed(exchange)) return notProcessed
  if (!service.takeRequest()) return answers.tooManyRequests()
  if (files === undefined || files.length === 0) return answers.missing('image')
  exchange.open.body = files.map(({ field, name, data }) => ({ field, name, bytes: data.length }))
  return answers.of(takeFiles(exchange, upload, files))
}

/** The body is discarded: a fault takes this answer's place. */
const notProcessed: Answer = { status: 500, body: {} }

function judgeUpload({ credentials, settings }: EmulatedService, request: HttpRequest): Verdict {
  if (userIdOf(request) !== credentials.userId) return 'foreign'
  const verdict = judgeAuthorization(request.headers.authorization, credentials)
  return verdict === 'missing' && settings.assumptions.uploadAuthorization === 'optional' ? 'own' : verdict
}

/** Returns the path to keep: without a query, and without a user ID that is not the emulator's. */
function pathOf(request: HttpRequest, { credentials }: EmulatedService): string {
  const { pattern } = request
  const userId = userIdOf(request)
  if (userId === undefined) return pattern
  return pattern.replace(':userId', () => (userId === credentials.userId ? userId : '***'))
}

function userIdOf({ params }: HttpRequest): string | undefined {
  return params['userId']
}

function exchangeIn(request: HttpRequest): ServerExchange {
  const exchange = exchangeOf(request)
  if (exchange === undefined) throw new Error('An operation was reached without its first hook.')
  return exchange
}
