import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { DeliveryResult, ResultInbox } from '../ledger/results.ts'
import { type Redact, redactor } from '../service/redact.ts'
import { ReceiverMetrics } from './metrics.ts'
import { entriesIn, jsonOf, readResult, type ResultFault } from './read-results.ts'

/** Limits of what a receiver takes; each has its own answer. */
export interface ReceiverLimits {
  readonly maxBodyBytes: number
  /** Results in one request. */
  readonly maxResults: number
  /** Bytes of all bodies that are being received or recorded. */
  readonly maxWaitingBytes: number
  readonly maxConnections: number
  /** How long a client may take for the header, and for a whole request. */
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
}

const defaultLimits: ReceiverLimits = {
  maxBodyBytes: 1024 * 1024,
  maxResults: 1_000,
  maxWaitingBytes: 64 * 1024 * 1024,
  maxConnections: 512,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
}

export interface ReceiverOptions {
  readonly inbox: Pick<ResultInbox, 'record' | 'probe' | 'close'>
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  /** Where the webhook is; starts with `/`. */
  readonly path: string
  /** What a sender has to know; absent on loopback alone. */
  readonly token?: string | undefined
  readonly limits?: Partial<ReceiverLimits>
  /** Told once why results cannot be recorded, and once they can be again: then it is undefined. */
  readonly onProblem?: (problem: unknown) => void
}

/** A running receiver. */
export interface Receiver {
  /** Without the token. */
  readonly url: string
  readonly metrics: ReceiverMetrics
  /** Answers what was received, then ends the server and the inbox. */
  readonly close: () => Promise<void>
}

/** How often slow clients are looked for. */
const checkEveryMs = 1_000
/** nginx keeps its connections for a minute. */
const keepAliveMs = 75_000
const maxHeaderBytes = 16 * 1024
/** Whoever asks for the health waits a few seconds at most. */
const maxProbeMs = 2_000
/** How long a request that is being received is waited for at the end. */
const farewellMs = 5_000

/**
 * Receives the provider's webhook.
 *
 * @throws what the system says when it cannot listen
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { inbox, host, port, path, limits = {} } = options
  const { headersTimeoutMs: headersTimeout, requestTimeoutMs: requestTimeout, ...own } = { ...defaultLimits, ...limits }
  const webhook = new Webhook(options, own)
  const server = createServer({
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval: Math.min(checkEveryMs, headersTimeout),
    keepAliveTimeout: keepAliveMs,
    maxHeaderSize: maxHeaderBytes,
  })
  server.maxConnections = own.maxConnections
  server.on('request', (request: IncomingMessage, response: ServerResponse) => webhook.answer(request, response))
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) =>
    webhook.answer(request, response, () => response.writeContinue()),
  )
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen({ host, port }, () => {
      server.off('error', failed)
      listening()
    })
  })
  const { address, port: taken, family } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}${path}`,
    metrics: webhook.metrics,
    close: async () => {
      webhook.isClosing = true
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeIdleConnections()
      const timer = setTimeout(() => server.closeAllConnections(), farewellMs)
      await closed
      clearTimeout(timer)
      await inbox.close()
    },
  }
}

interface Answer {
  readonly status: number
  readonly body: object | string
  readonly headers?: Readonly<Record<string, string>>
}

function refused(status: number, error: string, headers: Answer['headers'] = {}): Answer {
  return { status, body: { error }, headers }
}

/** Answers the requests of the server. */
class Webhook {
  readonly metrics = new ReceiverMetrics()
  isClosing = false
  readonly #options: ReceiverOptions
  readonly #limits: Omit<ReceiverLimits, 'headersTimeoutMs' | 'requestTimeoutMs'>
  readonly #redact: Redact
  #waitingBytes = 0
  #isFailing = false
  #probing: Promise<void> | undefined

  constructor(options: ReceiverOptions, limits: Omit<ReceiverLimits, 'headersTimeoutMs' | 'requestTimeoutMs'>) {
    this.#options = options
    this.#limits = limits
    this.#redact = redactor(options.token === undefined ? [] : [options.token])
  }

  /** @param proceed tells a client to go on that waits with its body */
  async answer(request: IncomingMessage, response: ServerResponse, proceed: () => void = () => {}): Promise<void> {
    // A client that leaves is no problem of the receiver.
    request.on('error', () => {})
    response.on('error', () => {})
    const refusal = this.#refusalOf(request)
    if (refusal) this.#respond(request, response, refusal)
    else if (request.method === 'GET') this.#respond(request, response, await this.#tell(pathOf(request)))
    else {
      proceed()
      const answer = await this.#receive(request)
      if (answer) this.#respond(request, response, answer)
    }
  }

  /** Why a request is refused before anything of its body is read. */
  #refusalOf(request: IncomingMessage): Answer | undefined {
    const { method, headers } = request
    const path = pathOf(request)
    if (path === '/healthz' || path === '/metrics') {
      return method === 'GET' ? undefined : refused(405, 'only GET', { allow: 'GET' })
    }
    const { token } = this.#options
    const asked = tokenIn(request, this.#options.path)
    if (asked === undefined || (asked.isInPath && token === undefined)) return refused(404, 'nothing is here')
    if (method !== 'POST') return refused(405, 'only POST', { allow: 'POST' })
    // In constant time: how much of a wrong token is right must not be measured.
    if (token !== undefined && !timingSafeEqual(digestOf(asked.token), digestOf(token))) {
      return refused(401, 'the token is missing or wrong', { 'www-authenticate': 'Bearer' })
    }
    if ((headers['content-encoding'] ?? 'identity').trim().toLowerCase() !== 'identity') {
      return refused(415, 'only bodies that are not compressed', { 'accept-encoding': 'identity' })
    }
    return Number(headers['content-length'] ?? 0) > this.#limits.maxBodyBytes ? this.#tooLarge() : undefined
  }

  #tooLarge(): Answer {
    return refused(413, `at most ${this.#limits.maxBodyBytes} bytes`)
  }

  async #tell(path: string): Promise<Answer> {
    if (path === '/metrics') return { status: 200, body: this.metrics.text(), headers: { 'content-type': metricsType } }
    // Results may stay away for long, also because whoever sends them asks here first.
    if (this.#isFailing) {
      // Once for all who ask meanwhile.
      this.#probing ??= this.#probe()
      await Promise.race([this.#probing, delay(maxProbeMs, undefined, { ref: false })])
    }
    return this.#isFailing ? refused(503, 'results cannot be recorded') : { status: 200, body: { status: 'ok' } }
  }

  async #probe(): Promise<void> {
    try {
      await this.#options.inbox.probe()
      this.#report(undefined)
    } catch (error) {
      this.#report(error)
    }
    this.#probing = undefined
  }

  /** Reads a body of bounded size, then records it. Resolves to undefined where the client left before its end. */
  async #receive(request: IncomingMessage): Promise<Answer | undefined> {
    const { maxBodyBytes, maxWaitingBytes } = this.#limits
    let bytes = 0
    const read = await new Promise<Buffer | Answer | undefined>((resolve) => {
      // One buffer that grows: many tiny chunks would take many times their bytes.
      let body = Buffer.alloc(0)
      const take = (chunk: Buffer): void => {
        const end = bytes + chunk.length
        const isTooLarge = end > maxBodyBytes
        if (isTooLarge || this.#waitingBytes + chunk.length > maxWaitingBytes) {
          request.off('data', take)
          resolve(isTooLarge ? this.#tooLarge() : refused(503, 'too much is being received', { 'retry-after': '1' }))
          return
        }
        if (end > body.length) body = Buffer.concat([body], Math.max(end, 2 * body.length))
        chunk.copy(body, bytes)
        this.#waitingBytes += chunk.length
        bytes = end
      }
      request.on('data', take)
      request.on('end', () => resolve(body.subarray(0, bytes)))
      request.on('close', () => resolve(undefined))
    })
    const answer = Buffer.isBuffer(read) ? await this.#record(read) : read
    this.#waitingBytes -= bytes
    return answer
  }

  /** Answers 200 only when everything is durable; results that are malformed are named by their place. */
  async #record(body: Buffer): Promise<Answer> {
    const json = jsonOf(body)
    const list = 'fault' in json ? json : entriesIn(json.value)
    if ('fault' in list) {
      this.metrics.malformed(1)
      return { status: 400, body: { error: 'the body is malformed', malformed: list.fault } }
    }
    const { maxResults } = this.#limits
    if (list.entries.length > maxResults) return refused(413, `at most ${maxResults} results`)
    const results: DeliveryResult[] = []
    const malformed: (ResultFault & { readonly index: number })[] = []
    for (const [index, entry] of list.entries.entries()) {
      const read = readResult(entry, this.#redact)
      if (read.type === 'result') results.push(read.result)
      else malformed.push({ index, ...read.fault })
    }
    const counts = results.length === 0 ? { recorded: 0, repeated: 0, foreign: 0 } : await this.#write(results)
    if (counts === undefined) return refused(503, 'the results could not be recorded', { 'retry-after': '10' })
    this.metrics.malformed(malformed.length)
    if (malformed.length === 0) return { status: 200, body: counts }
    const error = 'some results are malformed; the others were taken'
    return { status: 400, body: { error, ...counts, malformed } }
  }

  /** @returns undefined where they could not be written */
  async #write(results: readonly DeliveryResult[]): Promise<object | undefined> {
    try {
      const counts = await this.#options.inbox.record(results)
      this.metrics.recorded(results.length, counts)
      this.#report(undefined)
      const { recorded, repeated, foreign } = counts
      return { recorded, repeated, foreign }
    } catch (error) {
      this.#report(error)
      return undefined
    }
  }

  #report(problem: unknown): void {
    if ((problem !== undefined) === this.#isFailing) return
    this.#isFailing = problem !== undefined
    this.#options.onProblem?.(problem)
  }

  #respond(request: IncomingMessage, response: ServerResponse, { status, body, headers }: Answer): void {
    // What nobody reads would hold the connection.
    request.resume()
    if (response.headersSent || response.destroyed) return
    this.metrics.answered(status)
    const text = typeof body === 'string' ? body : `${JSON.stringify(body)}\n`
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // A body that is not read to its end ends with its connection.
      ...((this.isClosing || !request.complete) && { connection: 'close' }),
      ...headers,
    })
    response.end(text)
  }
}

/** Prometheus' text format. */
const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

/** The token of a request to the webhook, from its header or its path; undefined for one to another path. */
function tokenIn(
  request: IncomingMessage,
  webhook: string,
): { readonly token: string; readonly isInPath: boolean } | undefined {
  const [path, base] = [pathOf(request).replace(/\/+$/, ''), webhook.replace(/\/+$/, '')]
  const [, bearer = ''] = /^Bearer +([^ ]+) *$/i.exec(request.headers.authorization ?? '') ?? []
  if (path === base) return { token: bearer, isInPath: false }
  const segment = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : ''
  if (segment === '' || segment.includes('/')) return undefined
  try {
    return { token: decodeURIComponent(segment), isInPath: true }
  } catch {
    return { token: segment, isInPath: true }
  }
}

/** The path of a request without its query, whatever form the request's line has. */
function pathOf({ url = '' }: IncomingMessage): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/)
  return path
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
