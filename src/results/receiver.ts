import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { DeliveryResult, ResultInbox } from '../ledger/results.ts'
import { type Redact, redactor } from '../service/redact.ts'
import { ReceiverMetrics } from './metrics.ts'
import { entriesIn, jsonOf, readResult, type ResultFault } from './read-results.ts'

const defaultLimits = {
  maxBodyBytes: 1_048_576,
  /** Results in one request. */
  maxResults: 1_000,
  /** Bytes of all bodies that are being received or recorded. */
  maxWaitingBytes: 67_108_864,
  maxConnections: 512,
  /** How long a client may take for the header, and for a whole request. */
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
}

/** Limits of what a receiver takes; each has its own answer. */
export type ReceiverLimits = Readonly<typeof defaultLimits>

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
const maxHeaderBytes = 16_384
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
  const limits = { ...defaultLimits, ...options.limits }
  const webhook = new Webhook(options, limits)
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: Math.min(checkEveryMs, limits.headersTimeoutMs),
    keepAliveTimeout: keepAliveMs,
    maxHeaderSize: maxHeaderBytes,
  })
  server.maxConnections = limits.maxConnections
  let isClosing = false
  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    proceed = (): void => {},
  ): Promise<void> => {
    // A client that leaves is no problem of the receiver.
    for (const stream of [request, response]) stream.on('error', () => {})
    const answered = await webhook.answerTo(request, proceed)
    // What nobody reads would hold the connection.
    request.resume()
    if (answered === undefined || response.headersSent || response.destroyed) return
    webhook.metrics.answered(answered.status)
    // A body that is not read to its end ends with its connection.
    const isLast = isClosing || !request.complete
    response.writeHead(answered.status, { ...headersOf(answered), ...(isLast && { connection: 'close' }) })
    response.end(textIn(answered))
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => void answer(request, response))
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    void answer(request, response, () => response.writeContinue())
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen({ host: options.host, port: options.port }, () => {
      server.off('error', failed)
      listening()
    })
  })
  const { address, port, family } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}${options.path}`,
    metrics: webhook.metrics,
    close: async () => {
      isClosing = true
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeIdleConnections()
      const timer = setTimeout(() => server.closeAllConnections(), farewellMs)
      await closed
      clearTimeout(timer)
      await options.inbox.close()
    },
  }
}

interface Answer {
  readonly status: number
  /** A text is Prometheus'. */
  readonly body: object | string
  readonly headers?: Readonly<Record<string, string>>
}

function refused(status: number, error: string, headers: Answer['headers'] = {}): Answer {
  return { status, body: { error }, headers }
}

function textIn({ body }: Answer): string {
  return typeof body === 'string' ? body : `${JSON.stringify(body)}\n`
}

function headersOf(answer: Answer): Record<string, string | number> {
  const type = typeof answer.body === 'string' ? 'text/plain; version=0.0.4' : 'application/json'
  return {
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(textIn(answer)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...answer.headers,
  }
}

/** Says what the answer to a request is. */
class Webhook {
  readonly metrics = new ReceiverMetrics()
  readonly #options: ReceiverOptions
  readonly #limits: ReceiverLimits
  readonly #redact: Redact
  #waitingBytes = 0
  #isFailing = false
  #probing: Promise<void> | undefined

  constructor(options: ReceiverOptions, limits: ReceiverLimits) {
    this.#options = options
    this.#limits = limits
    this.#redact = redactor(options.token === undefined ? [] : [options.token])
  }

  /**
   * @param proceed is called where the body is wanted
   * @returns undefined where the client left before the end of its body
   */
  async answerTo(request: IncomingMessage, proceed: () => void): Promise<Answer | undefined> {
    const path = pathOf(request)
    const refusal = this.#refusalOf(request, path)
    if (refusal) return refusal
    if (path === '/metrics') return { status: 200, body: this.metrics.text() }
    if (path === '/healthz') return this.#health()
    proceed()
    return this.#receive(request)
  }

  /** Why a request is refused before anything of its body is read. */
  #refusalOf({ method, headers }: IncomingMessage, path: string): Answer | undefined {
    const allow = path === '/healthz' || path === '/metrics' ? 'GET' : 'POST'
    const { token, path: own } = this.#options
    const given = tokenIn(path, own, headers.authorization)
    if (allow === 'POST' && (given === undefined || (token === undefined && given.isInPath))) {
      return refused(404, 'nothing is here')
    }
    if (method !== allow) return refused(405, `only ${allow}`, { allow })
    if (allow === 'GET') return undefined
    // In constant time: how much of a wrong token is right must not be measured.
    if (token !== undefined && !timingSafeEqual(digestOf(given?.token ?? ''), digestOf(token))) {
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

  /** Results may stay away for long, also because whoever sends them asks here first: then it tries to write. */
  async #health(): Promise<Answer> {
    if (this.#isFailing) {
      // Once for all who ask meanwhile.
      this.#probing ??= this.#try(() => this.#options.inbox.probe()).then(() => (this.#probing = undefined))
      await Promise.race([this.#probing, delay(maxProbeMs, undefined, { ref: false })])
    }
    return this.#isFailing ? refused(503, 'results cannot be recorded') : { status: 200, body: { status: 'ok' } }
  }

  /** Writes something and tells when that begins or ceases to fail. Resolves to undefined where it failed. */
  async #try<T>(write: () => Promise<T>): Promise<T | undefined> {
    let written: T | undefined
    let problem: unknown
    try {
      written = await write()
    } catch (error) {
      problem = error
    }
    if ((problem !== undefined) !== this.#isFailing) {
      this.#isFailing = !this.#isFailing
      this.#options.onProblem?.(problem)
    }
    return written
  }

  /** Reads a body of bounded size, then records it. */
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
    return { status: 400, body: { error: 'some results are malformed; the others were taken', ...counts, malformed } }
  }

  /** @returns undefined where they could not be written */
  async #write(results: readonly DeliveryResult[]): Promise<object | undefined> {
    const written = await this.#try(() => this.#options.inbox.record(results))
    if (written === undefined) return undefined
    this.metrics.recorded(results.length, written)
    const { recorded, repeated, foreign } = written
    return { recorded, repeated, foreign }
  }
}

/** The token of a request to the webhook, from its header or behind its path; undefined for one to another path. */
function tokenIn(
  requested: string,
  webhook: string,
  authorization = '',
): { readonly token: string; readonly isInPath: boolean } | undefined {
  const [path, base] = [requested.replace(/\/+$/, ''), webhook.replace(/\/+$/, '')]
  if (path === base) return { token: /^Bearer +([^ ]+) *$/i.exec(authorization)?.[1] ?? '', isInPath: false }
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
  return /^[^?#]*/.exec(url.replace(/^https?:\/\/[^/]*/i, ''))?.[0] ?? ''
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
