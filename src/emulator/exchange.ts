import type { Socket } from 'node:net'
import type { Fault, Struck } from './faults.ts'
import type { EmulatedService } from './service.ts'
import type { HttpReply, HttpRequest } from '../web/http/exchange.ts'
import type { OpenRequest } from './received.ts'

/** One request to an operation while it is worked on. */
export interface ServerExchange {
  readonly service: EmulatedService
  readonly open: OpenRequest
  readonly struck: readonly Struck[]
  readonly socket: Socket
}

const exchanges = new WeakMap<HttpRequest, ServerExchange>()

/** Returns the exchange of a request to one of the operations; undefined for every other request. */
export function exchangeOf(request: HttpRequest): ServerExchange | undefined {
  return exchanges.get(request)
}

export function setExchange(request: HttpRequest, exchange: ServerExchange): void {
  exchanges.set(request, exchange)
}

/** Returns the faults of one type that struck an exchange. */
export function faultsOf<T extends Fault['type']>(
  { struck }: ServerExchange,
  type: T,
): readonly Extract<Fault, { type: T }>[] {
  return struck.flatMap(({ fault }) => (fault.type === type ? [fault as Extract<Fault, { type: T }>] : []))
}

/** Returns whether the request is worked on, though its answer may be a fault. */
export function isProcessed({ struck }: ServerExchange): boolean {
  return struck.every(({ fault }) => {
    switch (fault.type) {
      case 'reset-after-reading':
        return fault.processed ?? true
      case 'drop':
      case 'status':
      case 'html':
        return fault.processed ?? false
      case 'request-error':
      case 'reset-before-reading':
        return false
      case 'refuse':
      case 'delay':
      case 'drip':
      case 'cut-off':
      case 'results-missing':
      case 'results-doubled':
      case 'results-reordered':
      case 'results-foreign-key':
      case 'reject':
      case 'upload-error':
      case 'expire-image':
      case 'skew-date':
        return true
    }
  })
}

/** What an operation answers before faults act on it. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

const jsonType = 'application/json;charset=utf-8'
const html = '<!doctype html>\n<html><head><title>Service</title></head><body><h1>Bad Gateway</h1></body></html>\n'
const defaultDrip = { chunkBytes: 16, everyMs: 50 }

/** Sends an answer that no fault touches. */
export function sendPlain(exchange: ServerExchange, reply: HttpReply, { status, body }: Answer): void {
  exchange.open.status = status
  reply.code(status).header('content-type', jsonType).send(JSON.stringify(body))
}

/**
 * Sends an answer as the request's faults have it: late, dripping, cut off, as something else or not at all.
 * Resolves when nothing more is written by this function.
 */
export async function sendAnswer(exchange: ServerExchange, reply: HttpReply, answer: Answer): Promise<void> {
  if (exchange.struck.length === 0) {
    sendPlain(exchange, reply, answer)
    return
  }
  for (const { ms, before } of faultsOf(exchange, 'delay')) if (before !== 'processing') await pause(ms, exchange)
  const skew = faultsOf(exchange, 'skew-date').at(-1)
  if (skew) reply.header('date', new Date(exchange.open.receivedAt + skew.seconds * 1000).toUTCString())
  const [cut] = faultsOf(exchange, 'drop')
  if (cut) {
    await pause(cut.afterMs ?? 0, exchange)
    hangUp(exchange, reply)
  } else if (faultsOf(exchange, 'reset-after-reading').length > 0) resetConnection(exchange, reply)
  else await sendText(exchange, reply, answer)
}

/** Sends the answer, or what a proxy in between would say. */
async function sendText(exchange: ServerExchange, reply: HttpReply, answer: Answer): Promise<void> {
  const [page] = faultsOf(exchange, 'html')
  const [fault] = page ? [] : faultsOf(exchange, 'status')
  const status = page ? (page.status ?? 200) : (fault ?? answer).status
  const body = fault ? { error: 'a fault of the emulator', status } : answer.body
  const bytes = Buffer.from(page ? html : JSON.stringify(body))
  exchange.open.status = status
  reply.code(status).type(page ? 'text/html;charset=utf-8' : jsonType)
  if (fault?.retryAfterSeconds !== undefined) reply.header('retry-after', retryAfter(fault, fault.retryAfterSeconds))
  const [cutOff] = faultsOf(exchange, 'cut-off')
  const [drip] = faultsOf(exchange, 'drip')
  if (!cutOff && !drip) {
    reply.send(bytes)
    return
  }
  const sent = cutOff ? bytes.subarray(0, cutOff.afterBytes ?? bytes.length >> 1) : bytes
  exchange.socket.setNoDelay(true)
  const raw = reply.takeOver().writeHead(status, { 'content-length': bytes.length })
  // A cut before the first byte of the body would hold the head back.
  raw.flushHeaders()
  const { chunkBytes = defaultDrip.chunkBytes, everyMs = defaultDrip.everyMs } = drip ?? { chunkBytes: sent.length }
  for (let at = 0; at < sent.length && !raw.destroyed; at += chunkBytes) {
    if (at > 0) await pause(everyMs, exchange)
    raw.write(sent.subarray(at, at + chunkBytes))
  }
  if (!cutOff) raw.end()
  // The bytes that were announced and are missing are what the client notices: they must not be a reset.
  else exchange.socket.end()
}

function retryAfter({ retryAfterAs }: { readonly retryAfterAs?: 'seconds' | 'date' }, seconds: number): string {
  return retryAfterAs === 'date' ? new Date(Date.now() + seconds * 1_000).toUTCString() : String(seconds)
}

/** Ends the connection in order, without an answer. */
export function hangUp({ socket }: ServerExchange, reply: HttpReply): void {
  reply.takeOver()
  socket.end()
}

/** Ends the connection with a reset, without an answer. */
export function resetConnection({ socket }: ServerExchange, reply: HttpReply): void {
  reply.takeOver()
  socket.resetAndDestroy()
}

/** Waits, but no longer than somebody waits for the answer. */
export async function pause(ms: number, { socket }: ServerExchange): Promise<void> {
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
