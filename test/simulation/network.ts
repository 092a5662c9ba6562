// In the place of undici: connections of a simulated network, and the service at their end.
import type { Dispatcher } from 'undici'
import type { Leaving } from './checker.ts'
import type { Answer, Service } from './service.ts'
import type { NetworkFault } from './setup.ts'
import { type Process, theWorld } from './world.ts'

type Handler = Required<Dispatcher.DispatchHandler>
type Controller = Dispatcher.DispatchController

/** The only part of a connector that is asked for here. */
export function buildConnector(): () => void {
  return () => {}
}

const connectErrors: Partial<Record<NetworkFault, string>> = {
  refused: 'ECONNREFUSED',
  'name-not-found': 'ENOTFOUND',
  'connect-timeout': 'UND_ERR_CONNECT_TIMEOUT',
}

function failure(code: string): Error {
  return Object.assign(new Error('simulated'), { code })
}

/** Requests to one address. */
export class Pool {
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    theWorld().step('request')
    new Connection(options, handler as Handler).connect()
    return true
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  destroy(): Promise<void> {
    return Promise.resolve()
  }
}

/** One request, on a connection of its own. */
class Connection {
  readonly #world = theWorld()
  readonly #service = theWorld().service as Service
  readonly #origin: Process | null = theWorld().current ?? null
  readonly #dispatchedMs = theWorld().nowMs
  readonly #handler: Handler
  readonly #body: Buffer
  readonly #fault: NetworkFault
  readonly #controller: Controller
  #isAborted = false

  constructor({ body }: Dispatcher.DispatchOptions, handler: Handler) {
    this.#handler = handler
    this.#body = Buffer.from(body as Buffer)
    this.#fault = this.#service.nextFault()
    this.#controller = { abort: () => (this.#isAborted = true) } as unknown as Controller
  }

  connect(): void {
    const { random } = this.#world
    // A connection that was kept, or another one.
    const connectMs = random.chance(0.5) ? 0 : random.latency(1, 200)
    const code = connectErrors[this.#fault]
    if (code !== undefined) {
      this.#fail(connectMs, code)
      return
    }
    const isLate = this.#fault === 'connects-late'
    this.#later(isLate ? this.#service.timeoutMs + random.between(-50, 200) : connectMs, () => this.#write())
  }

  #write(): void {
    const { random } = this.#world
    this.#handler.onRequestStart(this.#controller, undefined)
    if (this.#isAborted) return
    this.#world.tell(`writes a request${this.#fault === 'none' ? '' : `: ${this.#fault}`}`)
    const sends = this.#service.wire.sendsIn(JSON.parse(this.#body.toString()))
    if (this.#origin) this.#service.onWrite(this.#origin, this.#dispatchedMs, sends)
    if (this.#fault === 'reset-before-arrival') this.#fail(random.latency(1, 500), 'ECONNRESET')
    // On its way it is no longer the process's: it arrives also when that dies.
    else this.#world.after(random.latency(1, 300), () => this.#arrive(sends), null)
    this.#world.step('wait for an answer')
  }

  #arrive(sends: readonly Leaving[]): void {
    const { random } = this.#world
    const answer = this.#service.receive(sends)
    const fault = this.#fault
    if (fault === 'answer-never') return
    const answerMs = fault === 'answer-late' ? this.#service.timeoutMs + random.between(-20, 400) : answer.afterMs
    if (fault === 'reset-after-arrival') this.#fail(answerMs, 'ECONNRESET')
    else if (fault === 'ends-after-arrival') this.#fail(answerMs, 'UND_ERR_SOCKET')
    else this.#later(answerMs, () => this.#give(answer))
  }

  #give({ status, headers, body, confirmed }: Answer): void {
    const { random } = this.#world
    const fault = this.#fault
    const text = fault === 'answer-garbage' ? Buffer.from('<html>502') : body
    const cut = fault === 'answer-cut' ? random.between(0, text.length - 1) : text.length
    const breaksOff = fault === 'answer-cut' && random.chance(0.5)
    this.#handler.onResponseStart(this.#controller, status, { ...headers }, '')
    if (this.#isAborted) return
    this.#handler.onResponseData(this.#controller, fault === 'answer-too-large' ? tooLarge : text.subarray(0, cut))
    if (this.#isAborted) return
    if (breaksOff) {
      this.#handler.onResponseError(this.#controller, failure('UND_ERR_SOCKET'))
      return
    }
    if (fault === 'none' && this.#origin) this.#service.onConfirm(this.#origin, confirmed)
    this.#handler.onResponseEnd(this.#controller, {})
  }

  #later(ms: number, run: () => void): void {
    this.#world.after(ms, () => !this.#isAborted && run(), this.#origin)
  }

  #fail(ms: number, code: string): void {
    this.#later(ms, () => this.#handler.onResponseError(this.#controller, failure(code)))
  }
}

const tooLarge = Buffer.alloc(1_100_000, 32)

/** No proxy is in the way. */
export class EnvHttpProxyAgent extends Pool {}
