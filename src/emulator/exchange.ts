import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Fault, Struck } from './faults.ts'
import type { EmulatedService } from './service.ts'
import type { OpenRequest } from './received.ts'

/** One request to an operation while it is worked on. */
export interface ServerExchange {
  readonly service: EmulatedService
  readonly open: OpenRequest
  readonly struck: readonly Struck[]
  readonly socket: Socket
  readonly outgoing: ServerResponse
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

/** Returns an answer that no fault touches. */
function plainAnswer({ open }: ServerExchange, { status, body }: Answer): Response {
  open.status = status
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': jsonType } })
}

/**
 * Answers as the request's faults have it: late, dripping, cut off, as something else or not at all. Resolves when
 * nothing more is written by this function.
 */
export async function answerWith(exchange: ServerExchange, answer: Answer): Promise<Response> {
  if (exchange.struck.length === 0) return plainAnswer(exchange, answer)
  for (const { ms, before } of faultsOf(exchange, 'delay')) if (before !== 'processing') await pause(ms, exchange)
  const skew = faultsOf(exchange, 'skew-date').at(-1)
  if (skew) {
    exchange.outgoing.setHeader('date', new Date(exchange.open.receivedAt + skew.seconds * 1000).toUTCString())
  }
  const [cut] = faultsOf(exchange, 'drop')
  if (cut) {
    await pause(cut.afterMs ?? 0, exchange)
    return hangUp(exchange)
  }
  if (faultsOf(exchange, 'reset-after-reading').length > 0) return resetConnection(exchange)
  return struckAnswer(exchange, answer)
}

/** Returns the answer, or what a proxy in between would say. */
async function struckAnswer(exchange: ServerExchange, answer: Answer): Promise<Response> {
  const { outgoing, socket } = exchange
  const [page] = faultsOf(exchange, 'html')
  const [fault] = page ? [] : faultsOf(exchange, 'status')
  const status = page ? (page.status ?? 200) : (fault ?? answer).status
  const body = fault ? { error: 'a fault of the emulator', status } : answer.body
  const bytes = Buffer.from(page ? html : JSON.stringify(body))
  exchange.open.status = status
  const headers = {
    'content-type': page ? 'text/html;charset=utf-8' : jsonType,
    ...(fault?.retryAfterSeconds !== undefined && { 'retry-after': retryAfter(fault, fault.retryAfterSeconds) }),
  }
  const [cutOff] = faultsOf(exchange, 'cut-off')
  const [drip] = faultsOf(exchange, 'drip')
  if (!cutOff && !drip) return new Response(bytes, { status, headers })
  const sent = cutOff ? bytes.subarray(0, cutOff.afterBytes ?? bytes.length >> 1) : bytes
  socket.setNoDelay(true)
  outgoing.writeHead(status, { ...headers, 'content-length': bytes.length })
  // A cut before the first byte of the body would hold the head back.
  outgoing.flushHeaders()
  const { chunkBytes = defaultDrip.chunkBytes, everyMs = defaultDrip.everyMs } = drip ?? { chunkBytes: sent.length }
  for (let at = 0; at < sent.length && !outgoing.destroyed; at += chunkBytes) {
    if (at > 0) await pause(everyMs, exchange)
    outgoing.write(sent.subarray(at, at + chunkBytes))
  }
  if (!cutOff) outgoing.end()
  // The bytes that were announced and are missing are what the client notices: they must not be a reset.
  else socket.end()
  return RESPONSE_ALREADY_SENT
}

function retryAfter({ retryAfterAs }: { readonly retryAfterAs?: 'seconds' | 'date' }, seconds: number): string {
  return retryAfterAs === 'date' ? new Date(Date.now() + seconds * 1_000).toUTCString() : String(seconds)
}

/** Ends the connection in order, without an answer. */
export function hangUp({ socket }: ServerExchange): Response {
  socket.end()
  return RESPONSE_ALREADY_SENT
}

/** Ends the connection with a reset, without an answer. */
export function resetConnection({ socket }: ServerExchange): Response {
  socket.resetAndDestroy()
  return RESPONSE_ALREADY_SENT
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
