import type { Dispatcher } from 'undici'

/** A request and what bounds its answer. */
export interface ExchangeRequest {
  readonly origin: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** From the call to the last byte of the answer, waiting for a connection included. */
  readonly timeoutMs: number
  readonly maxResponseBytes: number
  /** Is called once there is a connection, directly before the first byte is written. */
  readonly onWrite?: () => void
}

/** The service's clock beside the local one, both in milliseconds since 1970; the header `Date` counts whole seconds. */
export interface ServerClock {
  readonly serverMs: number
  readonly localMs: number
}

/** How a request ended, by phase. */
export type Exchange =
  /** Proven: no byte of the request was written, and none will be. */
  | { readonly type: 'not-written'; readonly reason: NotWrittenReason; readonly errorCode?: string }
  /** The request was written, or some of it, and there is no whole answer. */
  | {
      readonly type: 'lost'
      readonly reason: LostReason
      readonly errorCode?: string
      readonly status?: number
      readonly clock?: ServerClock
    }
  | {
      readonly type: 'answered'
      readonly status: number
      readonly body: Buffer
      readonly clock?: ServerClock
      /** What the service wants to be waited, as it said it: seconds or a date of HTTP. */
      readonly retryAfter?: string
    }

/**
 * Makes one request, once: no retry, no redirect.
 *
 * The client calls `onRequestStart` on the handler directly before it writes the first byte. That call is the gate: as
 * long as it was not made nothing was written, and once the gate is closed nothing will be. It holds for fresh and
 * reused connections alike, and through a proxy, whose tunnel is opened before.
 *
 * @returns how it ended; it never rejects
 */
export function exchange(
  dispatcher: Dispatcher,
  { origin, path, headers, body, timeoutMs, maxResponseBytes, onWrite = () => {} }: ExchangeRequest,
  now: () => number,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const handler = new ExchangeHandler({ timeoutMs, maxResponseBytes, now, onWrite, settle: resolve })
    dispatcher.dispatch(
      { origin, path, method: 'POST', headers, body, headersTimeout: timeoutMs, bodyTimeout: timeoutMs },
      handler,
    )
  })
}

/**
 * `waiting`: for a connection, nothing is written. `written`: the gate was passed. `closed`: nothing more may be
 * written, and the exchange has its end.
 */
type Phase = 'waiting' | 'written' | 'closed'

interface HandlerOptions {
  readonly timeoutMs: number
  readonly maxResponseBytes: number
  readonly now: () => number
  readonly onWrite: () => void
  readonly settle: (end: Exchange) => void
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #options: HandlerOptions
  readonly #deadline: NodeJS.Timeout
  readonly #startedMs: number
  #phase: Phase = 'waiting'
  #controller: Dispatcher.DispatchController | undefined
  #status: number | undefined
  #clock: ServerClock | undefined
  #retryAfter: string | undefined
  #chunks: Buffer[] = []
  #bytes = 0

  constructor(options: HandlerOptions) {
    this.#options = options
    this.#startedMs = options.now()
    // After a pause of the whole process an answer may be there already: it is read before the time is called over.
    this.#deadline = setTimeout(() => setImmediate(() => this.#expire()), options.timeoutMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // No timer runs while the machine sleeps, and the window may have closed meanwhile.
    if (this.#phase === 'waiting' && this.#options.now() - this.#startedMs >= this.#options.timeoutMs) this.#expire()
    if (this.#phase !== 'waiting') {
      // Its time is over, or the client wants to write it a second time after its connection broke.
      controller.abort(new Error('A request is written once at most.'))
      this.#lose('ended')
      return
    }
    this.#phase = 'written'
    this.#controller = controller
    this.#options.onWrite()
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // An interim response; the answer is still to come.
    if (status < 200) return
    this.#status = status
    const localMs = this.#options.now()
    const serverMs = Date.parse(String(headers['date']))
    if (!Number.isNaN(serverMs)) this.#clock = { serverMs, localMs }
    const retryAfter = headers['retry-after']
    if (typeof retryAfter === 'string') this.#retryAfter = retryAfter
    if (Number(headers['content-length']) > this.#options.maxResponseBytes) this.#lose('too-large')
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > this.#options.maxResponseBytes) this.#lose('too-large')
    // The client may use the chunk's memory again.
    else this.#chunks.push(Buffer.from(chunk))
  }

  onResponseEnd(): void {
    const status = this.#status
    if (status === undefined) this.#lose('not-http')
    else {
      const retryAfter = this.#retryAfter === undefined ? {} : { retryAfter: this.#retryAfter }
      this.#end({ type: 'answered', status, body: Buffer.concat(this.#chunks), ...this.#read(), ...retryAfter })
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const code = errorCode(error)
    if (this.#phase === 'waiting') {
      this.#end({ type: 'not-written', reason: notWrittenReason(code), ...(code !== undefined && { errorCode: code }) })
    } else this.#lose(lostReason(code), code)
  }

  #expire(): void {
    if (this.#phase === 'waiting') this.#end({ type: 'not-written', reason: 'connect-timeout' })
    else this.#lose('timeout')
  }

  #lose(reason: LostReason, code?: string): void {
    this.#end({
      type: 'lost',
      reason,
      ...(code !== undefined && { errorCode: code }),
      ...(this.#status !== undefined && { status: this.#status }),
      ...this.#read(),
    })
    this.#controller?.abort(new Error('The answer is not wanted any more.'))
  }

  #read(): { readonly clock?: ServerClock } {
    return this.#clock ? { clock: this.#clock } : {}
  }

  #end(end: Exchange): void {
    if (this.#phase === 'closed') return
    this.#phase = 'closed'
    clearTimeout(this.#deadline)
    this.#options.settle(end)
    this.#chunks = []
  }
}

/** Why no byte of a request was written. The phase proves it; the reason is for people. */
export type NotWrittenReason =
  | 'refused'
  | 'name-not-found'
  | 'unreachable'
  /** No connection, or no free one, within the time of a request. */
  | 'connect-timeout'
  | 'tls'
  /** The proxy did not open a way to the service. */
  | 'proxy'
  /** The connection ended before it could carry a request. */
  | 'connect-failed'
  /** The service's client was closed before. */
  | 'closed'

/** Why nobody knows what became of a request that was written, or of some of it. */
export type LostReason = 'reset' | 'ended' | 'timeout' | 'too-large' | 'not-http' | 'closed'

const notWrittenReasons: Readonly<Record<string, NotWrittenReason>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  EAI_FAIL: 'name-not-found',
  EAI_NODATA: 'name-not-found',
  EAI_NONAME: 'name-not-found',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  UND_ERR_ABORTED: 'proxy',
  UND_ERR_PRX_TLS: 'proxy',
  ERR_PROXY_CLOSED: 'proxy',
  UND_ERR_DESTROYED: 'closed',
  UND_ERR_CLOSED: 'closed',
  EPROTO: 'tls',
  CERT_HAS_EXPIRED: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_GET_ISSUER_CERT: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
}

const lostReasons: Readonly<Record<string, LostReason>> = {
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'ended',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'ended',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'too-large',
  UND_ERR_DESTROYED: 'closed',
  UND_ERR_CLOSED: 'closed',
}

/** The word for an error of a request of which nothing was written. */
function notWrittenReason(code: string | undefined): NotWrittenReason {
  if (code === undefined) return 'connect-failed'
  return notWrittenReasons[code] ?? (/^ERR_(?:TLS|SSL)_|CERT/.test(code) ? 'tls' : 'connect-failed')
}

/** The word for an error of a request of which something may have been written. */
function lostReason(code: string | undefined): LostReason {
  if (code?.startsWith('HPE_')) return 'not-http'
  return (code !== undefined && lostReasons[code]) || 'ended'
}

const codeForm = /^[A-Z][A-Z0-9_]{1,60}$/

/** An error's code and nothing else of it: messages may quote addresses and headers. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { name, code, errors } = error as {
    readonly name?: unknown
    readonly code?: unknown
    readonly errors?: unknown
  }
  if (typeof code === 'string' && codeForm.test(code)) return code
  // The parser's errors have no code of their own.
  if (name === 'HTTPParserError') return 'HPE_INVALID'
  // One error for each address of a name.
  return Array.isArray(errors) && errors.length > 0 ? errorCode(errors[0]) : undefined
}
