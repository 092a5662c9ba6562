import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpReply, HttpRequest } from './exchange.ts'
import { isJson, readText, HttpError } from './body.ts'

/** Answers a request: by the reply, or by returning (or resolving to) a value, which is sent as JSON. */
type Handler = (request: HttpRequest, reply: HttpReply) => unknown

/** Looks at a request before its body is read, and may answer it. */
type Hook = (request: HttpRequest, reply: HttpReply) => void

export interface HttpAppOptions {
  /** What a body may have that is read as text or thrown away; a route that takes a stream limits it itself. */
  readonly maxBodyBytes: number
  /** Returns the value of a JSON body. @throws HttpError where it has none */
  readonly readJson: (text: string) => unknown
  /** What becomes of a body that no route takes: refused with 415, or read to its end without being kept. */
  readonly otherBodies: 'refused' | 'discarded'
  readonly onNotFound: (request: HttpRequest, reply: HttpReply) => void
  /** Answers what a handler threw, or what is wrong with a request. */
  readonly onError: (error: unknown, request: HttpRequest, reply: HttpReply) => unknown
}

interface RouteOptions {
  readonly before?: Hook
  /** Reads JSON another way than the other routes. */
  readonly readJson?: (text: string) => unknown
  /** The type of bodies that the handler reads itself, from `request.raw`. */
  readonly streamed?: 'multipart/form-data'
}

interface Route extends RouteOptions {
  readonly handler: Handler
  readonly pattern: string
}

/** Proxies and clients keep connections for about a minute. */
const keepAliveMs = 72_000
/** A longer path has no page, and is compared with none. */
const maxPathUnits = 2_000

/**
 * A server for one process's own pages and operations: routes by method and path, hooks before a body is read, and
 * bodies of bounded size. Whatever needs the connection itself has it in `raw`.
 */
export class HttpApp {
  readonly server: Server = createServer({ keepAliveTimeout: keepAliveMs })
  readonly #options: HttpAppOptions
  readonly #hooks: Hook[] = []
  /** By method and path. */
  readonly #fixed = new Map<string, Route>()
  /** By method and what stands before the parameter, with the slash. */
  readonly #open = new Map<string, Route & { readonly parameter: string }>()

  constructor(options: HttpAppOptions) {
    this.#options = options
    this.server.on('request', (incoming, outgoing) => this.#answer(incoming, outgoing))
  }

  /** Adds a hook that runs for every request, in the order of adding, until one answers. */
  addHook(hook: Hook): void {
    this.#hooks.push(hook)
  }

  /** @param pattern its last segment may be a parameter, `:name` */
  get(pattern: string, handler: Handler): void {
    this.#add('GET', pattern, { handler, pattern })
  }

  post(pattern: string, handler: Handler, options: RouteOptions = {}): void {
    this.#add('POST', pattern, { ...options, handler, pattern })
  }

  delete(pattern: string, handler: Handler): void {
    this.#add('DELETE', pattern, { handler, pattern })
  }

  #add(method: string, pattern: string, route: Route): void {
    const [, before, parameter] = /^(.*\/):(\w+)$/.exec(pattern) ?? []
    if (before === undefined || parameter === undefined) this.#fixed.set(`${method} ${pattern}`, route)
    else this.#open.set(`${method} ${before}`, { ...route, parameter })
  }

  /** Listens, on any free port where it is 0. @throws what the system says when it cannot */
  async listen(address: { readonly host: string; readonly port: number }): Promise<AddressInfo> {
    await new Promise<void>((listening, failed) => {
      this.server.once('error', failed).listen(address, () => {
        this.server.off('error', failed)
        listening()
      })
    })
    return this.server.address() as AddressInfo
  }

  /** Ends the connections that are open, and the server. */
  async close(): Promise<void> {
    const closed = new Promise<void>((done) => this.server.close(() => done()))
    this.server.closeAllConnections()
    await closed
  }

  #answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    // A client that leaves is no problem of the server.
    incoming.on('error', () => {})
    outgoing.on('error', () => {})
    const reply = new HttpReply(outgoing)
    const [path = ''] = targetOf(incoming).split('?', 1)
    // A HEAD is answered as a GET; Node.js leaves out what it would send.
    const found = this.#find(incoming.method === 'HEAD' ? 'GET' : (incoming.method ?? ''), path)
    const request = new HttpRequest(incoming, {
      path,
      pattern: found?.route.pattern ?? '',
      params: found?.params ?? {},
    })
    try {
      for (const hook of this.#hooks) {
        hook(request, reply)
        if (reply.isOver) return
      }
      if (found === undefined) {
        this.#options.onNotFound(request, reply)
        return
      }
      found.route.before?.(request, reply)
      if (reply.isOver) return
      if (mayHaveBody(incoming)) void this.#readThenRun(found.route, request, reply)
      else this.#run(found.route, request, reply)
    } catch (error) {
      this.#fail(error, request, reply)
    }
  }

  #find(method: string, path: string): { readonly route: Route; readonly params: HttpRequest['params'] } | undefined {
    if (path.length > maxPathUnits) return undefined
    const fixed = this.#fixed.get(`${method} ${path}`)
    if (fixed) return { route: fixed, params: {} }
    const slash = path.lastIndexOf('/') + 1
    const route = this.#open.get(`${method} ${path.slice(0, slash)}`)
    const segment = decoded(path.slice(slash))
    if (route === undefined || segment === undefined || segment === '') return undefined
    return { route, params: { [route.parameter]: segment } }
  }

  async #readThenRun(route: Route, request: HttpRequest, reply: HttpReply): Promise<void> {
    try {
      await this.#read(route, request)
    } catch (error) {
      // What is still to come is not read: the connection ends with the answer.
      reply.header('connection', 'close')
      this.#fail(error, request, reply)
      return
    }
    // A client that left in between has nobody to answer.
    if (!reply.raw.destroyed) this.#run(route, request, reply)
  }

  async #read({ streamed, readJson = this.#options.readJson }: Route, request: HttpRequest): Promise<void> {
    const { raw, headers } = request
    const type = headers['content-type'] ?? ''
    if (streamed !== undefined && type.toLowerCase().startsWith(streamed)) return
    const { maxBodyBytes, otherBodies } = this.#options
    if (isJson(headers)) request.body = readJson(await readText(raw, maxBodyBytes))
    else if (otherBodies === 'discarded') await readText(raw, maxBodyBytes)
    else throw new HttpError(415, 'Content-Type must be application/json.')
  }

  #run({ handler }: Route, request: HttpRequest, reply: HttpReply): void {
    try {
      const answer = handler(request, reply)
      if (answer instanceof Promise) {
        answer.then(
          (value: unknown) => sendValue(reply, value),
          (error: unknown) => this.#fail(error, request, reply),
        )
      } else sendValue(reply, answer)
    } catch (error) {
      this.#fail(error, request, reply)
    }
  }

  #fail(error: unknown, request: HttpRequest, reply: HttpReply): void {
    // Half an answer must not look like a whole one.
    if (reply.isOver) reply.raw.destroy()
    else void this.#options.onError(error, request, reply)
  }
}

function sendValue(reply: HttpReply, value: unknown): void {
  if (value !== undefined && value !== reply && !reply.isOver) reply.send(value)
}

/** The path and the query of a request, whatever form its first line has. */
function targetOf({ url = '' }: IncomingMessage): string {
  return url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '')
}

function mayHaveBody({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Returns the text that a segment of a path stands for; undefined when it stands for none. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
