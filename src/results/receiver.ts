import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { LedgerNotice } from '../ledger/ledger-error.ts'
import type { DeliveryResult, RecordedResults, ResultInbox } from '../ledger/results.ts'
import { redactor } from '../service/redact.ts'
import { ReceiverMetrics } from './metrics.ts'
import { entriesIn, jsonIn, readResult, type ResultFault } from './read-results.ts'

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
  readonly inbox: ResultInbox
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
  /** How long results wait to be settled at most; half a minute when absent. */
  readonly settleEveryMs?: number
  /** Told what there is to tell of sends that results settled. */
  readonly onSettled?: (notices: readonly LedgerNotice[]) => void
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
/** What results prove is settled together: that takes the ledger for a moment. */
const defaultSettleEveryMs = 30_000
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
  const receiver = new WebhookReceiver(options)
  return receiver.start()
}

/** An answer before its body is written. */
interface Answer {
  readonly status: number
  readonly body: object
  readonly headers?: Readonly<Record<string, string>>
}

class WebhookReceiver {
  readonly #options: ReceiverOptions
  readonly #limits: ReceiverLimits
  readonly #server: Server
  readonly #metrics = new ReceiverMetrics()
  readonly #redact: ReturnType<typeof redactor>
  readonly #token: Buffer | undefined
  #waitingBytes = 0
  #isClosing = false
  #isFailing = false
  #settling: NodeJS.Timeout | undefined
  #probing: Promise<void> | undefined

  constructor(options: ReceiverOptions) {
    const { token, limits } = options
    this.#options = options
    this.#limits = { ...defaultLimits, ...limits }
    this.#redact = redactor(token === undefined ? [] : [token])
    this.#token = token === undefined ? undefined : digestOf(token)
    const { headersTimeoutMs: headersTimeout, requestTimeoutMs: requestTimeout, maxConnections } = this.#limits
    this.#server = createServer({
      headersTimeout,
      requestTimeout,
      connectionsCheckingInterval: Math.min(checkEveryMs, headersTimeout),
      keepAliveTimeout: keepAliveMs,
      maxHeaderSize: maxHeaderBytes,
    })
    this.#server.maxConnections = maxConnections
    this.#server.on('request', (request: IncomingMessage, response: ServerResponse) => this.#answer(request, response))
    this.#server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) =>
      this.#answer(request, response, () => response.writeContinue()),
    )
  }

  async start(): Promise<Receiver> {
    const { host, port } = this.#options
    await new Promise<void>((listening, failed) => {
      this.#server.once('error', failed).listen({ host, port }, () => {
        this.#server.off('error', failed)
        listening()
      })
    })
    const { address, port: taken, family } = this.#server.address() as AddressInfo
    const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}${this.#options.path}`
    return { url, metrics: this.#metrics, close: () => this.#close() }
  }

  async #close(): Promise<void> {
    this.#isClosing = true
    const closed = new Promise<void>((done) => this.#server.close(() => done()))
    this.#server.closeIdleConnections()
    const timer = setTimeout(() => this.#server.closeAllConnections(), farewellMs)
    await closed
    clearTimeout(timer)
    clearTimeout(this.#settling)
    try {
      await this.#settle()
    } finally {
      await this.#options.inbox.close()
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse, proceed: () => void = () => {}): void {
    // A client that leaves is no problem of the receiver.
    request.on('error', () => {})
    response.on('error', () => {})
    const refusal = this.#refusalOf(request)
    if (refusal) {
      this.#refuse(request, response, refusal)
      return
    }
    if (request.method === 'GET') {
      void this.#tell(pathOf(request)).then((answer) => this.#respond(response, answer))
      return
    }
    proceed()
    this.#receive(request, response)
  }

  /** Why a request is refused before anything of its body is read. */
  #refusalOf(request: IncomingMessage): Answer | undefined {
    const { method, headers } = request
    const path = pathOf(request)
    if (path === '/healthz' || path === '/metrics') {
      return method === 'GET' ? undefined : refused(405, 'only GET', { allow: 'GET' })
    }
    const asked = this.#askedOf(request, path)
    if (asked === undefined) return refused(404, 'nothing is here')
    if (method !== 'POST') return refused(405, 'only POST', { allow: 'POST' })
    if (!this.#isKnown(asked.token))
      return refused(401, 'the token is missing or wrong', { 'www-authenticate': 'Bearer' })
    const encoding = headers['content-encoding'] ?? 'identity'
    if (encoding.trim().toLowerCase() !== 'identity') {
      return refused(415, 'only bodies that are not compressed', { 'accept-encoding': 'identity' })
    }
    if (Number(headers['content-length'] ?? 0) > this.#limits.maxBodyBytes) return this.#tooLarge()
    return undefined
  }

  #tooLarge(): Answer {
    return refused(413, `at most ${this.#limits.maxBodyBytes} bytes`)
  }

  /** The token of a request to the webhook; undefined for one to another path. */
  #askedOf({ headers }: IncomingMessage, path: string): { readonly token: string | undefined } | undefined {
    const base = this.#options.path.replace(/\/+$/, '')
    const [, bearer] = /^Bearer +([^ ]+) *$/i.exec(headers.authorization ?? '') ?? []
    if (path.replace(/\/+$/, '') === base) return { token: bearer }
    const segment = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : ''
    if (this.#token === undefined || segment === '' || segment.includes('/')) return undefined
    try {
      return { token: decodeURIComponent(segment) }
    } catch {
      return { token: segment }
    }
  }

  /** In constant time: how much of a wrong token is right must not be measured. */
  #isKnown(token: string | undefined): boolean {
    if (this.#token === undefined) return true
    return token !== undefined && timingSafeEqual(digestOf(token), this.#token)
  }

  async #tell(path: string): Promise<Answer | string> {
    if (path === '/metrics') return this.#metrics.text()
    // Results may stay away for long, also because whoever sends them asks here first.
    if (this.#isFailing) await Promise.race([this.#probe(), delay(maxProbeMs, undefined, { ref: false })])
    return this.#isFailing ? refused(503, 'results cannot be recorded') : { status: 200, body: { status: 'ok' } }
  }

  /** Reads a body of bounded size, then records it. */
  #receive(request: IncomingMessage, response: ServerResponse): void {
    // One buffer that grows: many tiny chunks would take many times their bytes.
    let body = Buffer.alloc(0)
    let bytes = 0
    let isOver = false
    const end = (): void => {
      isOver = true
      this.#waitingBytes -= bytes
    }
    request.on('data', (chunk: Buffer) => {
      if (isOver) return
      const at = bytes
      bytes += chunk.length
      this.#waitingBytes += chunk.length
      const isTooLarge = bytes > this.#limits.maxBodyBytes
      if (isTooLarge || this.#waitingBytes > this.#limits.maxWaitingBytes) {
        end()
        body = Buffer.alloc(0)
        const busy = refused(503, 'too much is being received', { 'retry-after': '1' })
        this.#refuse(request, response, isTooLarge ? this.#tooLarge() : busy)
        return
      }
      if (bytes > body.length) {
        const larger = Buffer.alloc(Math.max(bytes, 2 * body.length))
        body.copy(larger, 0, 0, at)
        body = larger
      }
      chunk.copy(body, at)
    })
    request.on('close', () => {
      // The client left before the end: nothing was taken.
      if (!isOver && !request.complete) end()
    })
    request.on('end', () => {
      if (isOver) return
      void this.#recordAndAnswer(body.subarray(0, bytes), response).finally(end)
    })
  }

  async #recordAndAnswer(body: Buffer, response: ServerResponse): Promise<void> {
    this.#respond(response, await this.#record(body))
  }

  async #record(body: Buffer): Promise<Answer> {
    const read = this.#read(body)
    if ('status' in read) return read
    const { results, faults } = read
    const recorded = results.length === 0 ? undefined : await this.#write(results)
    if (recorded === 'failed') return refused(503, 'the results could not be recorded', { 'retry-after': '10' })
    const { recorded: count = 0, repeated = 0, foreign = 0 } = recorded ?? {}
    this.#metrics.malformed(faults.length)
    const counts = { recorded: count, repeated, foreign }
    if (faults.length === 0) return { status: 200, body: counts }
    return {
      status: 400,
      body: { error: 'some results are malformed; the others were taken', ...counts, malformed: faults },
    }
  }

  /** Reads the results of a body; those that are malformed are named by their place. */
  #read(body: Buffer):
    | Answer
    | {
        readonly results: readonly DeliveryResult[]
        readonly faults: readonly (ResultFault & { readonly index: number })[]
      } {
    const malformed = (fault: ResultFault): Answer => {
      this.#metrics.malformed(1)
      return { status: 400, body: { error: 'the body is malformed', malformed: fault } }
    }
    let text: string
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    } catch {
      return malformed({ type: 'not-utf8' })
    }
    const json = jsonIn(text)
    if ('fault' in json) return malformed(json.fault)
    const list = entriesIn(json.value)
    if ('fault' in list) return malformed(list.fault)
    const { entries } = list
    if (entries.length > this.#limits.maxResults) return refused(413, `at most ${this.#limits.maxResults} results`)
    const read = entries.map((entry) => readResult(entry, this.#redact))
    return {
      results: read.flatMap((one) => (one.type === 'result' ? [one.result] : [])),
      faults: read.flatMap((one, index) => (one.type === 'malformed' ? [{ index, ...one.fault }] : [])),
    }
  }

  async #write(results: readonly DeliveryResult[]): Promise<RecordedResults | 'failed'> {
    try {
      const recorded = await this.#options.inbox.record(results)
      this.#metrics.recorded(results.length, recorded)
      this.#settleSoon()
      this.#report(undefined)
      return recorded
    } catch (error) {
      this.#report(error)
      return 'failed'
    }
  }

  /** Tries to write, once for all who ask meanwhile. */
  #probe(): Promise<void> {
    this.#probing ??= this.#options.inbox
      .probe()
      .then(
        () => this.#report(undefined),
        (error: unknown) => this.#report(error),
      )
      .finally(() => (this.#probing = undefined))
    return this.#probing
  }

  #settleSoon(): void {
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined
      this.#settle().catch((error: unknown) => this.#report(error))
    }, this.#options.settleEveryMs ?? defaultSettleEveryMs).unref()
  }

  async #settle(): Promise<void> {
    this.#options.onSettled?.(await this.#options.inbox.settle())
  }

  #report(problem: unknown): void {
    if ((problem !== undefined) === this.#isFailing) return
    this.#isFailing = problem !== undefined
    this.#options.onProblem?.(problem)
  }

  /** Answers a request whose body is not read to its end; the connection ends with it. */
  #refuse(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
    const { headers = {} } = answer
    this.#respond(response, { ...answer, headers: { ...headers, connection: 'close' } })
    request.resume()
  }

  #respond(response: ServerResponse, answer: Answer | string): void {
    if (response.headersSent || response.destroyed) return
    const {
      status,
      body,
      headers = {},
    } = typeof answer === 'string' ? { status: 200, body: answer, headers: { 'content-type': metricsType } } : answer
    this.#metrics.answered(status)
    const text = typeof body === 'string' ? body : `${JSON.stringify(body)}\n`
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(this.#isClosing && { connection: 'close' }),
      ...headers,
    })
    response.end(text)
  }
}

/** Prometheus' text format. */
const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

function refused(status: number, error: string, headers?: Answer['headers']): Answer {
  return { status, body: { error }, ...(headers && { headers }) }
}

/** The path of a request without its query, whatever form the request's line has. */
function pathOf({ url = '' }: IncomingMessage): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/)
  return path
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
