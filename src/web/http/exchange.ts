import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

interface Found {
  /** Without the query, as it was sent. */
  readonly path: string
  /** Of the route; empty where none fits. */
  readonly pattern: string
  readonly params: { readonly [name: string]: string }
}

/** A request, its body as the app has read it. */
export class HttpRequest {
  readonly raw: IncomingMessage
  readonly path: string
  readonly pattern: string
  readonly params: { readonly [name: string]: string }
  /** The value of a JSON body; undefined where there is none. */
  body: unknown = undefined

  constructor(raw: IncomingMessage, { path, pattern, params }: Found) {
    this.raw = raw
    this.path = path
    this.pattern = pattern
    this.params = params
  }

  get method(): string {
    return this.raw.method ?? ''
  }

  get headers(): IncomingHttpHeaders {
    return this.raw.headers
  }

  /** The query's values; the last one where a name stands twice. */
  get query(): { readonly [name: string]: string } {
    const { url = '' } = this.raw
    const at = url.indexOf('?')
    return at === -1 ? {} : Object.fromEntries(new URLSearchParams(url.slice(at + 1)))
  }
}

/** The answer to a request: headers and status first, then one `send`. */
export class HttpReply {
  readonly raw: ServerResponse
  #status = 200
  readonly #headers: Record<string, string | number> = {}
  #isOver = false

  constructor(raw: ServerResponse) {
    this.raw = raw
  }

  /** Whether it was sent, or taken over. */
  get isOver(): boolean {
    return this.#isOver
  }

  code(status: number): this {
    this.#status = status
    return this
  }

  /** @param name in small letters */
  header(name: string, value: string): this {
    this.#headers[name] = value
    return this
  }

  headers(values: Readonly<Record<string, string>>): this {
    Object.assign(this.#headers, values)
    return this
  }

  type(value: string): this {
    return this.header('content-type', value)
  }

  /** Sends a text or bytes as they are, anything else as JSON, and nothing where it is undefined. */
  send(body?: unknown): this {
    if (this.#isOver) throw new Error('This request was answered before.')
    this.#isOver = true
    const content =
      typeof body === 'string' || Buffer.isBuffer(body) || body === undefined ? body : JSON.stringify(body)
    if (body !== undefined) this.#headers['content-type'] ??= usualType(body)
    // A 204 has no length.
    if (content !== undefined) this.#headers['content-length'] = Buffer.byteLength(content)
    else if (this.#status !== 204) this.#headers['content-length'] = 0
    this.raw.writeHead(this.#status, this.#headers)
    this.raw.end(content)
    return this
  }

  /** Leaves the answer to whoever takes it: with the headers so far, its body can come as it likes. */
  takeOver(): ServerResponse {
    this.#isOver = true
    if (!this.raw.headersSent) {
      for (const [name, value] of Object.entries(this.#headers)) this.raw.setHeader(name, value)
    }
    return this.raw
  }
}

function usualType(body: unknown): string {
  if (typeof body === 'string') return 'text/plain; charset=utf-8'
  return Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json; charset=utf-8'
}
