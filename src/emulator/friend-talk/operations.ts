import type { Context } from 'hono'
import { type Kind, kinds, type Upload, uploads } from '../../contract/friend-talk/kinds.ts'
import { type Answer, answerWith, faultsOf, hangUp, isProcessed, pause, type ServerExchange } from '../exchange.ts'
import { judgeAuthorization, maskHeaders, type Verdict } from '../credentials.ts'
import { maxBodyBytes, readJsonBody, type Refusals, UnreadableBody } from '../app.ts'
import type { Operation } from '../faults.ts'
import { refuseCredentials, requestError, send } from './send.ts'
import type { EmulatedService } from '../service.ts'
import { readFiles, takeFiles, UploadAnswer } from './upload.ts'
import type { LocalApp, LocalEnv } from '../../web/local-server.ts'
import type { SendCode } from '../../contract/friend-talk/codes.ts'
import { refusals } from './refusals.ts'

/** Adds the five operations of the interface. */
export function addOperations(app: LocalApp, service: EmulatedService, connections: Refusals): void {
  const add = (
    path: string,
    operation: Operation,
    work: (exchange: ServerExchange, c: Context<LocalEnv>) => Promise<Answer>,
  ): void => {
    app.post(path, async (c) => {
      const exchange = openExchange(c, { service, operation })
      if (!service.faults.isEmpty) {
        connections.onRequest(exchange.outgoing)
        // Its page says which faults are still to come.
        service.inbox.announce()
      }
      const cut = await cutEarly(exchange)
      if (cut) return cut
      for (const { ms, before } of faultsOf(exchange, 'delay')) if (before === 'processing') await pause(ms, exchange)
      const answer = await work(exchange, c)
      return answerWith(exchange, answer)
    })
  }
  for (const kind of kinds) {
    add(`/${kind}/v2/send`, { type: 'send', kind }, (exchange, c) => answerSend(exchange, kind, c))
  }
  for (const upload of uploads) {
    add(`/file/v1/${upload}/image/:userId`, { type: 'upload', upload }, (exchange, c) =>
      answerUpload(exchange, upload, c),
    )
  }
}

/** Notes a request before a byte of its body is read, and what strikes it. */
function openExchange(
  c: Context<LocalEnv>,
  { service, operation }: { readonly service: EmulatedService; readonly operation: Operation },
): ServerExchange {
  const { incoming, outgoing } = c.env
  const struck = service.faults.isEmpty ? [] : service.faults.strike(operation)
  return {
    service,
    struck,
    socket: incoming.socket,
    outgoing,
    open: service.requests.open({
      operation,
      method: c.req.method,
      path: pathOf(c, operation, service),
      receivedAt: service.clock.now(),
      headers: maskHeaders(incoming.headers),
      faults: struck.map(({ rule, fault }) => ({ rule, type: fault.type })),
    }),
  }
}

/** Ends the connection before the body is read, where a fault wants that. */
async function cutEarly(exchange: ServerExchange): Promise<Response | undefined> {
  const [drop] = faultsOf(exchange, 'drop')
  if (drop === undefined || drop.processed === true) return undefined
  await pause(drop.afterMs ?? 0, exchange)
  return hangUp(exchange)
}

async function answerSend(exchange: ServerExchange, kind: Kind, c: Context<LocalEnv>): Promise<Answer> {
  const { service } = exchange
  if (Number(c.req.header('content-length') ?? 0) > maxBodyBytes) {
    const { body } = requestError(exchange, 'C400_2', refusals.tooLarge)
    return { status: 413, body }
  }
  const text = await c.req.text()
  const verdict = judgeAuthorization(c.req.header('authorization'), service.credentials)
  if (verdict !== 'own') return refuseCredentials(exchange, verdict)
  const [fault] = faultsOf(exchange, 'request-error')
  if (fault) return requestError(exchange, fault.code as SendCode, refusals.fault)
  if (!isProcessed(exchange)) return notProcessed
  if (!service.takeRequest()) {
    const { body } = requestError(exchange, 'C400_2', refusals.tooManyRequests)
    return { status: 429, body }
  }
  if (!/^application\/json(?:\s*;|$)/i.test(c.req.header('content-type') ?? '')) {
    return requestError(exchange, 'C400_2', refusals.contentType)
  }
  const body = readJsonBody(text)
  if (body instanceof UnreadableBody) return requestError(exchange, 'C400_1', refusals.noJson)
  return send(exchange, kind, body)
}

async function answerUpload(exchange: ServerExchange, upload: Upload, c: Context<LocalEnv>): Promise<Answer> {
  const { service } = exchange
  const answers = new UploadAnswer(exchange, upload)
  const files = await readFiles(c.env.incoming)
  const verdict = judgeUpload(service, c)
  if (verdict === 'foreign') return answers.foreign()
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

function judgeUpload({ credentials }: EmulatedService, c: Context<LocalEnv>): Exclude<Verdict, 'missing'> {
  if (c.req.param('userId') !== credentials.userId) return 'foreign'
  // The interface asks for it in sends alone; a wrong one is refused.
  const verdict = judgeAuthorization(c.req.header('authorization'), credentials)
  return verdict === 'missing' ? 'own' : verdict
}

/** Returns the path to keep: without a query, and without a user ID that is not the emulator's. */
function pathOf(c: Context<LocalEnv>, operation: Operation, { credentials }: EmulatedService): string {
  if (operation.type === 'send') return `/${operation.kind}/v2/send`
  const userId = c.req.param('userId') === credentials.userId ? credentials.userId : '***'
  return `/file/v1/${operation.upload}/image/${userId}`
}
