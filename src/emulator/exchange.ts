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
        return fault.processed ?? false
      case 'request-error':
        return false
      case 'refuse':
      case 'delay':
      case 'reject':
      case 'upload-error':
        return true
    }
  })
}

/** What an operation answers. */
export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers?: { readonly [name: string]: string }
}

/** Returns an answer as it goes to the client. */
function responseOf({ open }: ServerExchange, { status, body, headers }: Answer): Response {
  open.status = status
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json;charset=utf-8', ...headers },
  })
}

/** Answers as the request's faults have it: late, as something else or not at all. */
export async function answerWith(exchange: ServerExchange, answer: Answer): Promise<Response> {
  if (exchange.struck.length === 0) return responseOf(exchange, answer)
  for (const { ms, before } of faultsOf(exchange, 'delay')) if (before !== 'processing') await pause(ms, exchange)
  const [cut] = faultsOf(exchange, 'drop')
  if (cut) {
    await pause(cut.afterMs ?? 0, exchange)
    return hangUp(exchange)
  }
  if (faultsOf(exchange, 'reset-after-reading').length > 0) return resetConnection(exchange)
  const [fault] = faultsOf(exchange, 'status')
  return responseOf(exchange, fault ? answerOf(fault) : answer)
}

function answerOf({ status, retryAfterSeconds: seconds }: Extract<Fault, { type: 'status' }>): Answer {
  const body = { error: 'a fault of the emulator', status }
  return seconds === undefined ? { status, body } : { status, body, headers: { 'retry-after': String(seconds) } }
}

/** Ends the connection in order, without an answer. */
export function hangUp({ socket }: ServerExchange): Response {
  socket.end()
  return RESPONSE_ALREADY_SENT
}

/** Ends the connection with a reset, without an answer. */
function resetConnection({ socket }: ServerExchange): Response {
  socket.resetAndDestroy()
  return RESPONSE_ALREADY_SENT
}

/** Waits, but no longer than the client waits for the answer. */
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
