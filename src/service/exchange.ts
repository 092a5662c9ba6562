import type { Dispatcher } from 'undici'

export interface ExchangeRequest {
  readonly origin: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Absent for what is only read. */
  readonly body?: Buffer
  /** From the claim to the last byte of the answer, waiting for a connection included. */
  readonly timeoutMs: number
  /**
   * When the messages were claimed, by the clock of the exchange: others may be told after this and the timeout that they
   * were not sent. The time of the call when absent.
   */
  readonly claimedAt?: number
  readonly maxResponseBytes: number
  /** Is called once there is a connection, directly before the first byte is written. */
  readonly onWrite?: () => void
}

/** The service's clock beside the local one, both in milliseconds since 1970; the header `Date` counts whole seconds. */
export interface ServerClock {
  readonly serverMs: number
  readonly localMs: number
}

export type Exchange =
  /** Proven: no byte of the request was written, and none will be. */
  | { readonly type: 'not-written'; readonly reason: NotWrittenReason; readonly errorCode?: string | undefined }
  /** The request was written, or some of it, and there is no whole answer. */
  | {
      readonly type: 'lost'
      readonly reason: LostReason
      readonly errorCode?: string | undefined
      readonly status?: number
      readonly clock?: ServerClock
    }
  | {
      readonly type: 'answered'
      readonly status: number
      readonly body: Buffer
      readonly clock?: ServerClock
      /** The header as it came: seconds or a date of HTTP. */
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
export function exchange(dispatcher: Dispatcher, request: ExchangeRequest, now: () => number): Promise<Exchange> {
  const { origin, path, headers, body = null, timeoutMs, claimedAt = Number.POSITIVE_INFINITY } = request
  // A clock that was put back must not give more time than there is.
  const startedMs = Math.min(claimedAt, now())
  if (now() - startedMs >= timeoutMs) return Promise.resolve({ type: 'not-written', reason: 'connect-timeout' })
  return new Promise((settle) => {
    dispatcher.dispatch(
      {
        origin,
        path,
        method: body === null ? 'GET' : 'POST',
        headers,
        body,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      },
      new ExchangeHandler({ ...request, deadlineMs: startedMs + timeoutMs, now, settle }),
    )
  })
}

/**
 * `waiting`: for a connection, nothing is written. `written`: the gate was passed. `closed`: nothing more may be
 * written, and the exchange has its end.
 */
type Phase = 'waiting' | 'written' | 'closed'

interface HandlerOptions extends Pick<ExchangeRequest, 'maxResponseBytes' | 'onWrite'> {
  /** By the clock of the exchange. */
  readonly deadlineMs: number
  readonly now: () => number
  readonly settle: (end: Exchange) => void
}

class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #options: HandlerOptions
  readonly #timer: NodeJS.Timeout
  #phase: Phase = 'waiting'
  #controller: Dispatcher.DispatchController | undefined
  /** Head of the answer, as far as it came. */
  #head: { readonly status?: number; readonly clock?: ServerClock } = {}
  #retryAfter: { readonly retryAfter?: string } = {}
  #chunks: Buffer[] = []
  #bytes = 0

  constructor(options: HandlerOptions) {
    this.#options = options
    // After a pause of the whole process an answer may be there already: it is read before the time is called over.
    this.#timer = setTimeout(() => setImmediate(() => this.#expire()), options.deadlineMs - options.now())
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // No timer runs while the machine sleeps, and the window may have closed meanwhile.
    if (this.#phase === 'waiting' && this.#options.now() >= this.#options.deadlineMs) this.#expire()
    if (this.#phase !== 'waiting') {
      // Its time is over, or the client wants to write it a second time after its connection broke.
      controller.abort(new Error('A request is written once at most.'))
      this.#lose('ended')
      return
    }
    this.#phase = 'written'
    this.#controller = controller
    this.#options.onWrite?.()
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // An interim response; the answer is still to come.
    if (status < 200) return
    const localMs = this.#options.now()
    const serverMs = Date.parse(String(headers['date']))
    this.#head = { status, ...(!Number.isNaN(serverMs) && { clock: { serverMs, localMs } }) }
    const retryAfter = headers['retry-after']
    if (typeof retryAfter === 'string') this.#retryAfter = { retryAfter }
    if (Number(headers['content-length']) > this.#options.maxResponseBytes) this.#lose('too-large')
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > this.#options.maxResponseBytes) this.#lose('too-large')
    // The client may use the chunk's memory again.
    else this.#chunks.push(Buffer.from(chunk))
  }

  onResponseEnd(): void {
    const { status, ...clock } = this.#head
    if (status === undefined) this.#lose('not-http')
    else this.#end({ type: 'answered', status, body: Buffer.concat(this.#chunks), ...clock, ...this.#retryAfter })
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const code = errorCode(error)
    if (this.#phase === 'waiting') this.#end({ type: 'not-written', reason: notWrittenReason(code), errorCode: code })
    else this.#lose(lostReason(code), code)
  }

  #expire(): void {
    if (this.#phase === 'waiting') this.#end({ type: 'not-written', reason: 'connect-timeout' })
    else this.#lose('timeout')
  }

  #lose(reason: LostReason, code?: string): void {
    this.#end({ type: 'lost', reason, errorCode: code, ...this.#head })
    this.#controller?.abort(new Error('The answer is not wanted any more.'))
  }

  #end(end: Exchange): void {
    if (this.#phase === 'closed') return
    this.#phase = 'closed'
    clearTimeout(this.#timer)
    this.#options.settle(end)
    this.#chunks = []
  }
}

/** Reason for people why no byte of a request was written; the phase proves it. */
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

/** Reason why a request that was written, or partly so, has an unknown outcome. */
export type LostReason = 'reset' | 'ended' | 'timeout' | 'too-large' | 'not-http' | 'closed'

const notWrittenReasons: Readonly<Record<string, NotWrittenReason>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'name-not-found',
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
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
}

const lostReasons: Readonly<Record<string, LostReason>> = {
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
  UND_ERR_DESTROYED: 'closed',
}

/** The word for an error of a request of which nothing was written. */
function notWrittenReason(code: string | undefined): NotWrittenReason {
  if (code === undefined) return 'connect-failed'
  if (code.startsWith('EAI_')) return 'name-not-found'
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
  const { name, code, errors } = error as { readonly [key in 'name' | 'code' | 'errors']?: unknown }
  if (typeof code === 'string' && codeForm.test(code)) return code
  // The parser's errors have no code of their own.
  if (name === 'HTTPParserError') return 'HPE_INVALID'
  // One error for each address of a name.
  return Array.isArray(errors) && errors.length > 0 ? errorCode(errors[0]) : undefined
}
