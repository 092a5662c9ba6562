import type { Socket } from 'node:net'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { Contract } from '../contract/contract.ts'
import type { LocalApp, LocalEnv } from '../web/local-server.ts'
import type { Text } from '../words/language.ts'
import { isTooLarge, readJson } from './body.ts'
import { maskHeaders, maskSecrets } from './credentials.ts'
import type { Chosen, Fault, Operation, Struck } from './faults.ts'
import type { Wrong } from './check.ts'
import type { OpenRequest } from './received.ts'
import { refusals } from './refusals.ts'
import type { EmulatedService } from './service.ts'
import type { DeliveryReport } from './webhook.ts'

/** A service as the emulator serves it. */
export interface EmulatedContract {
  readonly contract: Contract
  /** The beginning of its paths. */
  readonly paths: RegExp
  /** The codes that an upload can be answered with. */
  readonly uploadCodes: readonly string[]
  readonly delivery: DeliveryReport
  /** Returns the body that says why a request gets nothing. */
  readonly refusal: (status: 403 | 404, description: string) => object
  readonly routes: readonly Route[]
}

/** An operation of a service. */
export interface Route {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  /** A function if the path does not tell the operation. */
  readonly operation: Operation | ((c: Context<LocalEnv>) => Promise<Operation>)
  readonly work: (exchange: ServerExchange, c: Context<LocalEnv>) => Answer | Promise<Answer>
}

/** Adds the operations of a service; faults strike them. */
export function addRoutes(app: LocalApp, service: EmulatedService, emulated: EmulatedContract): void {
  const { contract, uploadCodes, delivery, routes } = emulated
  const sendCodes = Object.keys(contract.codes)
  const names = Object.values(service.credentials)
  for (const { method = 'POST', path, operation: toldBy, work } of routes) {
    app.on(method, path, async (c) => {
      const { incoming, outgoing } = c.env
      const operation = 'type' in toldBy ? toldBy : await toldBy(c)
      const struck = service.faults.strike(operation, operation.type === 'upload' ? uploadCodes : sendCodes)
      const open = service.requests.add((number) => ({
        number,
        operation: { service: contract.id, ...operation },
        method: c.req.method,
        // Without a query, and without a name of an account that is not the emulator's.
        path: path.replaceAll(/:(\w+)/g, (_, name: string) => names.find((own) => own === c.req.param(name)) ?? '***'),
        receivedAt: service.clock.now(),
        headers: maskHeaders(incoming.headers),
        faults: struck.map(({ rule, fault }) => ({ rule, type: fault.type })),
      }))
      service.connections.onRequest(outgoing)
      const exchange = { service, delivery, struck, socket: incoming.socket, open }
      return responseTo(exchange, async () => work(exchange, c))
    })
  }
}

/** Has a request worked on and answers it as its faults have it: late, as something else or not at all. */
async function responseTo(exchange: ServerExchange, work: () => Promise<Answer>): Promise<Response> {
  const { open, service, socket } = exchange
  const delay = async (when: 'processing' | 'answer'): Promise<void> => {
    for (const { ms, before = 'answer' } of faultsOf(exchange, 'delay')) if (before === when) await pause(ms, exchange)
  }
  const hangUp = async ({ afterMs = 0 }: FaultOf<'drop'>): Promise<Response> => {
    await pause(afterMs, exchange)
    socket.end()
    return RESPONSE_ALREADY_SENT
  }
  const [drop] = faultsOf(exchange, 'drop')
  // The body is not read.
  if (drop && drop.processed !== true) return hangUp(drop)
  await delay('processing')
  // In the same object, so that nothing real stays behind.
  const worked = await work().finally(() => maskSecrets(open.body, service.settings.senderKeys))
  await delay('answer')
  if (drop) return hangUp(drop)
  if (faultsOf(exchange, 'reset-after-reading').length > 0) {
    socket.resetAndDestroy()
    return RESPONSE_ALREADY_SENT
  }
  const [fault] = faultsOf(exchange, 'status')
  const { status, body, headers } = fault ? answerOf(fault) : worked
  open.status = status
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json;charset=utf-8', ...headers },
  })
}

function answerOf({ status, retryAfterSeconds: seconds }: FaultOf<'status'>): Answer {
  const body = { error: 'a fault of the emulator', status }
  return seconds === undefined ? { status, body } : { status, body, headers: { 'retry-after': String(seconds) } }
}

/** One request to an operation while it is worked on. */
export interface ServerExchange {
  readonly service: EmulatedService
  readonly delivery: DeliveryReport
  readonly open: OpenRequest
  readonly struck: readonly Struck[]
  readonly socket: Socket
}

/** Returns the faults of one type that struck an exchange. */
export function faultsOf<T extends Fault['type']>({ struck }: ServerExchange, type: T): readonly FaultOf<T>[] {
  return struck.flatMap(({ fault }) => (fault.type === type ? [fault as FaultOf<T>] : []))
}

type FaultOf<T extends Fault['type']> = Extract<Fault, { type: T }>

/** Returns whether the request is worked on, though its answer may be a fault. */
function isProcessed({ struck }: ServerExchange): boolean {
  return struck.every(({ fault }) => {
    const isUsual = fault.type !== 'drop' && fault.type !== 'status'
    return 'processed' in fault ? (fault.processed ?? isUsual) : isUsual
  })
}

/** The refusals of a service, of a whole request. */
interface Refusing {
  /** True if the request has the emulator's credentials. */
  readonly isOwn: boolean
  readonly codes: { readonly [R in keyof typeof refusals]?: string }
  /** Reasons that it says in another way. */
  readonly reasons?: { readonly [R in keyof typeof refusals]?: Text }
  readonly faultReason?: (fault: FaultOf<'request-error' | 'upload-error'>) => Text
  readonly refuse: (code: string, reason: Text, status?: number) => Answer
}

/** Returns the answer of a request that goes no further: its credentials, a fault or the rate forbid it. */
export function refusalOf(exchange: ServerExchange, refusing: Refusing): Answer | undefined {
  if (!refusing.isOwn) return refused(refusing, 'credentials')
  const isUpload = exchange.open.operation.type === 'upload'
  const [fault] = isUpload
    ? faultsOf(exchange, 'upload-error').filter(({ files }) => files === undefined)
    : faultsOf(exchange, 'request-error')
  if (fault) return refusing.refuse(fault.code, refusing.faultReason?.(fault) ?? refusals.fault)
  // The body is discarded: a fault takes this answer's place.
  if (!isProcessed(exchange)) return { status: 500, body: {} }
  return exchange.service.takeRequest() ? undefined : refused(refusing, 'tooManyRequests')
}

function refused({ codes, reasons, refuse }: Refusing, reason: keyof typeof refusals): Answer {
  const usual: Text & { readonly status?: number } = refusals[reason]
  return refuse(codes[reason] ?? '', reasons?.[reason] ?? usual, usual.status)
}

/** Returns the JSON of a send, or the answer to a request that goes no further. */
export async function jsonOf(
  exchange: ServerExchange,
  c: Context<LocalEnv>,
  refusing: Refusing,
): Promise<Answer | { readonly value: unknown }> {
  if (isTooLarge(c)) return refused(refusing, 'tooLarge')
  const text = await c.req.text()
  const answer = refusalOf(exchange, refusing)
  if (answer) return answer
  if (!/^application\/json(?:\s*;|$)/i.test(c.req.header('content-type') ?? '')) return refused(refusing, 'contentType')
  return readJson(text) ?? refused(refusing, 'noJson')
}

/** Returns the faults that reject a message. */
export function rejectionsOf(exchange: ServerExchange, index: number, receiverNumber: unknown): readonly Wrong[] {
  const isChosen = (chosen: Chosen = 'all'): boolean => {
    if (chosen === 'all') return true
    if ('indexes' in chosen) return chosen.indexes.includes(index)
    return chosen.receiverNumbers.includes(String(receiverNumber))
  }
  return faultsOf(exchange, 'reject')
    .filter(({ messages }) => isChosen(messages))
    .map(({ code }) => ({ code, pointer: '', reason: refusals.fault.en }))
}

export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: { readonly [name: string]: string }
}

/** Waits, but no longer than the client waits for the answer. */
async function pause(ms: number, { socket }: ServerExchange): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      socket.off('close', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    if (socket.destroyed) done()
    else socket.once('close', done)
  })
}
