// In the place of undici: connections of a simulated network, and the service at their end.
import type { Dispatcher } from 'undici'
import type { RequestEnd, SendRequest } from './requests.ts'
import { type Answer, theService } from './service.ts'
import { type Process, theWorld } from './world.ts'

type Handler = Required<Dispatcher.DispatchHandler>
type Controller = Dispatcher.DispatchController

/** The only part of a connector that is asked for here. */
export function buildConnector(): () => void {
  return () => {}
}

/** What may go wrong with a request: before its first byte is written, on its way, or with its answer. */
export type NetworkFault =
  | 'none'
  | 'refused'
  | 'name-not-found'
  | 'connect-timeout'
  | 'connects-late'
  | 'reset-before-arrival'
  | 'reset-after-arrival'
  | 'ends-after-arrival'
  | 'answer-never'
  | 'answer-late'
  | 'answer-cut'
  | 'answer-garbage'
  | 'answer-too-large'

const connectErrors: Partial<Record<NetworkFault, string>> = {
  refused: 'ECONNREFUSED',
  'name-not-found': 'ENOTFOUND',
  'connect-timeout': 'UND_ERR_CONNECT_TIMEOUT',
}

function failure(code: string): Error {
  return Object.assign(new Error('simulated'), { code })
}

/** A message of a request, as far as the watch needs it. */
interface Sent {
  readonly msg_key: string
  readonly receiver_number: string
  readonly msg?: string
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
  readonly #service = theService()
  readonly #origin: Process | null = theWorld().current ?? null
  readonly #handler: Handler
  readonly #path: string
  readonly #body: Buffer
  readonly #fault: NetworkFault
  readonly #request: SendRequest | undefined
  readonly #controller: Controller
  #isAborted = false
  #isWritten = false

  constructor({ path, body }: Dispatcher.DispatchOptions, handler: Handler) {
    this.#handler = handler
    this.#path = path
    this.#body = Buffer.from(body as Buffer)
    this.#fault = this.#service.nextFault()
    const { watch } = this.#service
    if (watch && this.#origin && !this.#isUpload) {
      const { msg_data } = JSON.parse(this.#body.toString()) as { readonly msg_data: readonly Sent[] }
      const sends = msg_data.map(({ msg_key: key, receiver_number: number, msg: text = '' }) => ({ key, number, text }))
      this.#request = watch.dispatched(this.#origin, sends)
    }
    const abort = (): void => {
      this.#isAborted = true
      this.#ended(this.#isWritten ? 'unknown' : 'not-written')
    }
    this.#controller = { abort } as unknown as Controller
  }

  get #isUpload(): boolean {
    return this.#path.startsWith('/file/')
  }

  connect(): void {
    const { random } = this.#world
    // One that was kept, or another.
    const connectMs = random.chance(0.5) ? 0 : random.latency(1, 200)
    const code = connectErrors[this.#fault]
    if (code !== undefined) {
      this.#fail(connectMs, code, 'not-connected')
      return
    }
    const isLate = this.#fault === 'connects-late'
    this.#later(isLate ? this.#service.timeoutMs + random.between(-50, 200) : connectMs, () => this.#write())
  }

  #write(): void {
    const { random } = this.#world
    this.#handler.onRequestStart(this.#controller, undefined)
    if (this.#isAborted) return
    this.#isWritten = true
    this.#world.tell(`writes a request${this.#fault === 'none' ? '' : `: ${this.#fault}`}`)
    if (this.#request) this.#service.watch?.wrote(this.#request, this.#fault === 'connects-late')
    if (this.#fault === 'reset-before-arrival') this.#fail(random.latency(1, 500), 'ECONNRESET', 'unknown')
    // On its way it is no longer the process's: it arrives also when that dies.
    else this.#world.after(random.latency(1, 300), () => this.#arrive(), null)
    this.#world.step('wait for an answer')
  }

  #arrive(): void {
    const { random } = this.#world
    const answer = this.#isUpload
      ? this.#service.receiveImages(this.#path, this.#body)
      : this.#service.receive(this.#path, this.#body)
    const fault = this.#fault
    if (fault === 'answer-never') return
    const answerMs = fault === 'answer-late' ? this.#service.timeoutMs + random.between(-20, 400) : answer.afterMs
    if (fault === 'reset-after-arrival') this.#fail(answerMs, 'ECONNRESET', 'unknown')
    else if (fault === 'ends-after-arrival') this.#fail(answerMs, 'UND_ERR_SOCKET', 'unknown')
    else this.#later(answerMs, () => this.#give(answer))
  }

  #give({ status, headers, body, meaning, isPausing, confirmed, digests = [] }: Answer): void {
    const { random } = this.#world
    const fault = this.#fault
    const isWhole = fault === 'none' || fault === 'answer-late' || fault === 'connects-late'
    const text = fault === 'answer-garbage' ? Buffer.from('<html>502') : body
    const cut = fault === 'answer-cut' ? random.between(0, text.length - 1) : text.length
    const given = fault === 'answer-too-large' ? tooLarge : text.subarray(0, cut)
    const breaksOff = fault === 'answer-cut' && random.chance(0.5)
    // A 429 that speaks of no results means the same in whatever form it comes.
    const isPlain429 = status === 429 && !breaksOff && (fault === 'answer-garbage' || given.length === 0)
    this.#ended(isWhole || isPlain429 ? meaning : 'unknown', isWhole && isPausing)
    if (this.#isUpload && isWhole && isPausing && this.#origin) {
      this.#service.watch?.over(this.#origin, 'the service said at an upload that a clock is wrong')
    }
    this.#handler.onResponseStart(this.#controller, status, { ...headers }, '')
    if (this.#isAborted) return
    this.#handler.onResponseData(this.#controller, given)
    if (this.#isAborted) return
    if (breaksOff) {
      this.#handler.onResponseError(this.#controller, failure('UND_ERR_SOCKET'))
      return
    }
    if (fault === 'none') this.#service.onConfirm(confirmed)
    if (isWhole) this.#service.onUpload(digests)
    this.#handler.onResponseEnd(this.#controller, {})
  }

  #later(ms: number, run: () => void): void {
    this.#world.after(ms, () => !this.#isAborted && run(), this.#origin)
  }

  #fail(ms: number, code: string, end: RequestEnd): void {
    this.#later(ms, () => {
      this.#ended(end)
      this.#handler.onResponseError(this.#controller, failure(code))
    })
  }

  #ended(end: RequestEnd, isPausing = false): void {
    if (this.#request) this.#service.watch?.ended(this.#request, end, isPausing)
  }
}

const tooLarge = Buffer.alloc(1_100_000, 32)

/** No proxy is in the way. */
export class EnvHttpProxyAgent extends Pool {}
