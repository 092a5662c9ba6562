import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { SendResponse } from '../../src/contract/friend-talk/responses.ts'
import type { Emulator } from '../../src/emulator/emulator.ts'
import type { Fault, FaultRule } from '../../src/emulator/faults.ts'
import { afterEachFile } from '../ending.ts'

interface Answer {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: Buffer
}

interface Exchange {
  readonly emulator: Emulator
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** What goes wrong between a client and an emulator; the emulator itself may have a fault of its own at the same time. */
export interface WireFault {
  readonly type: 'wire'
  readonly name: string
  readonly ofServer?: Fault
  /** Called before the emulator has the request. */
  readonly before?: (exchange: Exchange) => void
  /** Returns what arrives in place of the answer, or writes it itself. */
  readonly answer?: (answer: Answer, exchange: Exchange) => Answer | Promise<void>
}

export type AnyFault = Fault | WireFault
export type AnyRule = Omit<FaultRule, 'fault'> & { readonly fault: AnyFault }

/** A real server before an emulator. What it does to an answer, no server does that answers in JSON. */
export interface Wire {
  /** Adds rules to the emulator or to the wire, without those of before on the wire. Returns the address to send to. */
  readonly strike: (...rules: readonly AnyRule[]) => string
}

const running = new Set<() => void>()

afterEachFile(() => {
  for (const close of running) close()
  running.clear()
})

/** Opens a wire to an emulator; it is closed when the tests of the file are over. */
export async function wireBefore(emulator: Emulator): Promise<Wire> {
  let rules: readonly { readonly rule: AnyRule; readonly fault: WireFault; seen: number }[] = []
  const struck = (operation: 'send' | 'upload'): readonly WireFault[] =>
    rules.flatMap((counted) => {
      const { rule, fault } = counted
      if (rule.on?.startsWith(operation) === false) return []
      counted.seen++
      return rule.at === undefined || [rule.at].flat().includes(counted.seen) ? [fault] : []
    })
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const exchange = { emulator, request, response }
    const [fault] = struck(request.url?.endsWith('/send') === true ? 'send' : 'upload')
    fault?.before?.(exchange)
    const came = await forwarded(emulator, request)
    const headers = Object.fromEntries(came.headers)
    const answer = { status: came.status, headers, body: Buffer.from(await came.arrayBuffer()) }
    const given = fault?.answer?.(answer, exchange) ?? answer
    if (given instanceof Promise) return given
    response.writeHead(given.status, { ...given.headers, 'content-length': given.body.length }).end(given.body)
  }
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  running.add(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    strike(...added) {
      rules = added.flatMap((rule) => (rule.fault.type === 'wire' ? [{ rule, fault: rule.fault, seen: 0 }] : []))
      for (const { fault, ...rule } of added) {
        const ofServer = fault.type === 'wire' ? fault.ofServer : fault
        if (ofServer) emulator.faults.add({ ...rule, fault: ofServer })
      }
      return rules.length > 0 ? url : emulator.url
    },
  }
}

/** Sends a request on to an emulator. */
export async function forwarded({ url }: Pick<Emulator, 'url'>, request: IncomingMessage): Promise<Response> {
  const body = await buffer(request)
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
  return fetch(`${url}${request.url ?? ''}`, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    redirect: 'manual',
    ...(body.length > 0 && { body }),
  })
}

const wire = (name: string, fault: Omit<WireFault, 'type' | 'name'>): WireFault => ({ type: 'wire', name, ...fault })

/** The body of the answer in small pieces. */
export function drip({ chunkBytes, everyMs }: { readonly chunkBytes: number; readonly everyMs: number }): WireFault {
  return wire(`drip ${chunkBytes} ${everyMs}`, {
    async answer({ status, headers, body }, { response }) {
      response.writeHead(status, { ...headers, 'content-length': body.length }).flushHeaders()
      for (let at = 0; at < body.length && !response.destroyed; at += chunkBytes) {
        if (at > 0) await pause(everyMs)
        response.write(body.subarray(at, at + chunkBytes))
      }
      response.end()
    },
  })
}

/** The announced `Content-Length` is not reached, then the connection is ended; after half of it when absent. */
export function cutOff(afterBytes?: number): WireFault {
  return wire(`cut-off ${afterBytes ?? ''}`, {
    async answer({ status, headers, body }, { request, response }) {
      response.writeHead(status, { ...headers, 'content-length': body.length }).flushHeaders()
      response.write(body.subarray(0, afterBytes ?? body.length >> 1))
      // The bytes that were announced and are missing are what the client notices: they must not be a reset.
      request.socket.end()
    },
  })
}

/** A page of HTML instead of JSON. */
export function html({ status = 200, processed = false } = {}): WireFault {
  const body = Buffer.from('<!doctype html>\n<html><body><h1>Bad Gateway</h1></body></html>\n')
  return wire(`html ${status}`, {
    ofServer: { type: 'status', status, processed },
    answer: ({ headers }) => ({ status, headers: { ...headers, 'content-type': 'text/html;charset=utf-8' }, body }),
  })
}

/** The header `Date` is off. */
export function skewDate(seconds: number): WireFault {
  return wire(`skew-date ${seconds}`, {
    answer({ headers, ...answer }) {
      const date = new Date(Date.parse(headers['date'] ?? '') + seconds * 1000).toUTCString()
      return { ...answer, headers: { ...headers, date } }
    },
  })
}

/** The image that was uploaded last expires just before a request is read. */
export const expireImage = wire('expire-image', {
  before({ emulator }) {
    const newest = emulator.images().at(-1)
    if (newest) emulator.expireImage(newest.url)
  },
})

type Result = SendResponse['results'][number]

/** The first entry of `results` is missing, or all are. */
export function resultsMissing(which: 'first' | 'all' = 'first'): WireFault {
  return inResults(`results-missing ${which}`, (results) => (which === 'all' ? [] : results.slice(1)))
}

/** The first entry of `results` is there twice. */
export const resultsDoubled = inResults('results-doubled', (results) => [...results.slice(0, 1), ...results])

/** `results` in reverse order. */
export const resultsReordered = inResults('results-reordered', (results) => results.toReversed())

/** An entry with a key that was not sent: one more, or in place of the first. */
export function resultsForeignKey(place: 'more' | 'first' = 'more'): WireFault {
  return inResults(`results-foreign-key ${place}`, (results) => {
    const foreign = results.slice(0, 1).map((first) => ({ ...first, msg_key: 'a-key-that-was-not-sent' }))
    return place === 'first' ? [...foreign, ...results.slice(1)] : [...results, ...foreign]
  })
}

function inResults(name: string, change: (results: readonly Result[]) => readonly Result[]): WireFault {
  return wire(name, {
    answer(answer) {
      const { results } = JSON.parse(answer.body.toString()) as SendResponse
      return { ...answer, body: Buffer.from(JSON.stringify({ results: change(results) })) }
    },
  })
}
