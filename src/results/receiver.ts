import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { type RecordedResults, type ResultInbox, sumOfDeliveries, sumOfResults } from '../ledger/results.ts'
import { redactor } from '../service/redact.ts'
import { ReceiverMetrics } from './metrics.ts'
import { contractNamed } from '../contract/contracts.ts'
import { entriesOf } from './read-results.ts'

const defaultLimits = {
  maxBodyBytes: 1_048_576,
  maxResults: 1_000,
  /** Bytes of all bodies that are being received or recorded. */
  maxWaitingBytes: 67_108_864,
  maxConnections: 512,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
}

/** Limits of what a receiver takes; each has its own answer. */
export type ReceiverLimits = Readonly<typeof defaultLimits>

export interface ReceiverOptions {
  /** The id of the service whose webhook it is. */
  readonly service: string
  readonly inbox: Pick<ResultInbox, 'record' | 'probe' | 'close'>
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  /** Path of the webhook; starts with `/`. */
  readonly path: string
  /** Secret of the sender; absent on loopback alone. */
  readonly token?: string | undefined
  /** Signature of the service's requests; not checked if absent. */
  readonly signature?: string | undefined
  readonly limits?: Partial<ReceiverLimits>
  /** Told once why results cannot be recorded, and once they can be again: then it is undefined. */
  readonly onProblem?: (problem: unknown) => void
}

export interface Receiver {
  /** Without the token. */
  readonly url: string
  readonly metrics: ReceiverMetrics
  /** Answers what was received, then ends the server and the inbox. */
  readonly close: () => Promise<void>
}

const checkEveryMs = 1_000
/** nginx keeps its connections for a minute. */
const keepAliveMs = 75_000
const maxHeaderBytes = 16_384
const maxProbeMs = 2_000
/** Time to wait at the end for requests that are being received. */
const farewellMs = 5_000

/**
 * Receives the provider's webhook.
 *
 * @throws what the system says when it cannot listen
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const limits = { ...defaultLimits, ...options.limits }
  const metrics = new ReceiverMetrics()
  const answerTo = webhook(options, limits, metrics)
  let isClosing = false
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.all('*', async (c) => {
    const { incoming } = c.env
    const answered = await answerTo(incoming, c.req)
    if (answered === undefined) return RESPONSE_ALREADY_SENT
    const { status, body, headers } = answered
    metrics.answered(status)
    const isText = typeof body === 'string'
    return new Response(isText ? body : `${JSON.stringify(body)}\n`, {
      status,
      headers: {
        'content-type': `${isText ? 'text/plain; version=0.0.4' : 'application/json'}; charset=utf-8`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        // A body that is not read to its end ends with its connection.
        ...((isClosing || !incoming.complete) && { connection: 'close' }),
        ...headers,
      },
    })
  })
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(checkEveryMs, limits.headersTimeoutMs),
      keepAliveTimeout: keepAliveMs,
      maxHeaderSize: maxHeaderBytes,
    },
  }) as Server
  server.maxConnections = limits.maxConnections
  server.listen({ host: options.host, port: options.port })
  await once(server, 'listening')
  const { address, port, family } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}${options.path}`,
    metrics,
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

/** Counts for a body without a well-formed result. */
const nothing: RecordedResults = { ...sumOfResults([]), deliveries: sumOfDeliveries([]) }

/** Method and path of a request; the path has no query. */
interface Target {
  readonly method: string
  readonly path: string
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

/** Says what the answer to a request is; undefined where the client left before the end of its body. */
function webhook(
  { service, inbox, path: own, token, signature, onProblem }: ReceiverOptions,
  { maxBodyBytes, maxResults, maxWaitingBytes }: ReceiverLimits,
  metrics: ReceiverMetrics,
): (request: IncomingMessage, target: Target) => Promise<Answer | undefined> {
  const redact = redactor([token, signature].filter((secret) => secret !== undefined))
  const of = contractNamed(service).results
  const tooLarge = refused(413, `at most ${maxBodyBytes} bytes`)
  const busy = refused(503, 'too much is being received', { 'retry-after': '1' })
  let waitingBytes = 0
  let isFailing = false
  let probing: Promise<unknown> | undefined

  /** Returns the refusal of a request to the webhook before its body is read. */
  const refusalOf = ({ method, headers }: IncomingMessage, path: string): Answer | undefined => {
    // Without a token, nothing may follow the path.
    const given = tokenIn(path, own, token === undefined ? '' : headers.authorization)
    if (given === undefined || (token === undefined && given !== '')) return refused(404, 'nothing is here')
    if (method !== 'POST') return refused(405, 'only POST', { allow: 'POST' })
    if (token !== undefined && !isSame(given, token)) {
      return refused(401, 'the token is missing or wrong', { 'www-authenticate': 'Bearer' })
    }
    if (signature !== undefined && !isSame(String(headers[of.signatureHeader ?? ''] ?? ''), signature)) {
      return refused(401, 'the signature is missing or wrong')
    }
    if ((headers['content-encoding'] ?? 'identity').trim().toLowerCase() !== 'identity') {
      return refused(415, 'only bodies that are not compressed', { 'accept-encoding': 'identity' })
    }
    return Number(headers['content-length'] ?? 0) > maxBodyBytes ? tooLarge : undefined
  }

  /** Writes something, and tells when that begins or ceases to fail. Resolves to undefined where it failed. */
  const written = async <T>(write: () => Promise<T>): Promise<T | undefined> => {
    const { value, problem } = await write().then(
      (done) => ({ value: done, problem: undefined }),
      (error: unknown) => ({ value: undefined, problem: error }),
    )
    if ((problem !== undefined) !== isFailing) {
      isFailing = !isFailing
      onProblem?.(problem)
    }
    return value
  }

  /** Results may stay away for long, also because the sender asks here first: then it tries to write. */
  const health = async (): Promise<Answer> => {
    if (isFailing) {
      // Once for all who ask meanwhile.
      probing ??= written(() => inbox.probe()).then(() => (probing = undefined))
      await Promise.race([probing, delay(maxProbeMs, undefined, { ref: false })])
    }
    return isFailing ? refused(503, 'results cannot be recorded') : { status: 200, body: { status: 'ok' } }
  }

  /** Answers 200 only when everything is durable; results that are malformed are named by their place. */
  const record = async (body: Buffer): Promise<Answer> => {
    const list = entriesOf(body, of)
    if ('fault' in list) {
      metrics.malformed(1)
      return { status: 400, body: { error: 'the body is malformed', malformed: list.fault } }
    }
    if (list.entries.length > maxResults) return refused(413, `at most ${maxResults} results`)
    const read = list.entries.map((entry) => of.read(entry, redact))
    const results = read.flatMap((one) => ('result' in one ? [one.result] : []))
    const malformed = read.flatMap((one, index) => ('fault' in one ? [{ index, ...one.fault }] : []))
    const counts = results.length === 0 ? nothing : await written(() => inbox.record(results))
    if (counts === undefined) return refused(503, 'the results could not be recorded', { 'retry-after': '10' })
    if (results.length > 0) metrics.recorded(results.length, counts)
    metrics.malformed(malformed.length)
    const { recorded, repeated, foreign } = counts
    const told = { recorded, repeated, foreign }
    if (malformed.length === 0) return { status: 200, body: told }
    return { status: 400, body: { error: 'some results are malformed; the others were taken', ...told, malformed } }
  }

  /** Reads a body of bounded size, then records it. */
  const receive = async (request: IncomingMessage): Promise<Answer | undefined> => {
    // One buffer that grows: many tiny chunks would take many times their bytes.
    let body = Buffer.alloc(0)
    let bytes = 0
    try {
      for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        const end = bytes + chunk.length
        if (end > maxBodyBytes) return tooLarge
        if (waitingBytes + chunk.length > maxWaitingBytes) return busy
        if (end > body.length) body = Buffer.concat([body], Math.max(end, 2 * body.length))
        chunk.copy(body, bytes)
        waitingBytes += chunk.length
        bytes = end
      }
      return await record(body.subarray(0, bytes))
    } catch (error) {
      if (!request.complete) return undefined
      throw error
    } finally {
      waitingBytes -= bytes
    }
  }

  return async (request, { method, path }) => {
    if (path === '/metrics' || path === '/healthz') {
      if (method !== 'GET') return refused(405, 'only GET', { allow: 'GET' })
      return path === '/metrics' ? { status: 200, body: metrics.text() } : health()
    }
    return refusalOf(request, path) ?? receive(request)
  }
}

/** The token of a request to the webhook, from its header or behind its path; undefined for one to another path. */
function tokenIn(requested: string, own: string, authorization = ''): string | undefined {
  const [path, base] = [requested.replace(/\/+$/, ''), own.replace(/\/+$/, '')]
  if (path === base) return /^Bearer +([^ ]+) *$/i.exec(authorization)?.[1] ?? ''
  const segment = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : ''
  if (segment === '' || segment.includes('/')) return undefined
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Compares in constant time: how much of a wrong secret is right must not be measured. */
function isSame(given: string, secret: string): boolean {
  const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digestOf(given), digestOf(secret))
}
