// In the place of undici: connections of a simulated network, and the service at their end.
import type { Dispatcher } from 'undici'
import type { Leaving } from './checker.ts'
import type { Answer, Service } from './service.ts'
import type { NetworkFault } from './setup.ts'
import { theWorld } from './world.ts'

/** The only part of a connector that is asked for here. */
export function buildConnector(): () => void {
  return () => {}
}

const connectErrors: Partial<Record<NetworkFault, string>> = {
  refused: 'ECONNREFUSED',
  'name-not-found': 'ENOTFOUND',
  'connect-timeout': 'UND_ERR_CONNECT_TIMEOUT',
}

/** Requests to one address. */
export class Pool {
  dispatch({ body }: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    theWorld().step('request')
    connect((body as Buffer).toString(), handler as Required<Dispatcher.DispatchHandler>)
    return true
  }

  async close(): Promise<void> {}

  async destroy(): Promise<void> {}
}

/** Makes one request, on a connection of its own. */
function connect(body: string, handler: Required<Dispatcher.DispatchHandler>): void {
  const world = theWorld()
  const { random, current: origin = null, nowMs: dispatchedMs } = world
  const service = world.service as Service
  const fault = service.nextFault()
  const { requestTimeoutMs } = service.setup
  let isAborted = false
  const controller = { abort: () => (isAborted = true) } as unknown as Dispatcher.DispatchController

  const later = (ms: number, run: () => void): void => void world.after(ms, () => !isAborted && run(), origin)
  const fail = (ms: number, code: string): void =>
    later(ms, () => handler.onResponseError(controller, Object.assign(new Error('simulated'), { code })))

  const write = (): void => {
    handler.onRequestStart(controller, undefined)
    if (isAborted) return
    world.tell(`writes a request${fault === 'none' ? '' : `: ${fault}`}`)
    const sends = service.wire.sendsIn(JSON.parse(body))
    if (origin) service.checker?.writes(origin, dispatchedMs, sends)
    if (fault === 'reset-before-arrival') fail(random.latency(1, 500), 'ECONNRESET')
    // On its way it is no longer the process's: it arrives also when that dies.
    else world.after(random.latency(1, 300), () => arrive(sends), null)
    world.step('wait for an answer')
  }

  const arrive = (sends: readonly Leaving[]): void => {
    const answer = service.receive(sends)
    if (fault === 'answer-never') return
    const answerMs = fault === 'answer-late' ? requestTimeoutMs + random.between(-20, 400) : answer.afterMs
    if (fault === 'reset-after-arrival') fail(answerMs, 'ECONNRESET')
    else if (fault === 'ends-after-arrival') fail(answerMs, 'UND_ERR_SOCKET')
    else later(answerMs, () => give(answer))
  }

  const give = ({ status, headers, body: whole, confirmed }: Answer): void => {
    const text = fault === 'answer-garbage' ? Buffer.from('<html>502') : whole
    const cut = fault === 'answer-cut' ? random.between(0, text.length - 1) : text.length
    const breaksOff = fault === 'answer-cut' && random.chance(0.5)
    handler.onResponseStart(controller, status, { ...headers }, '')
    if (isAborted) return
    handler.onResponseData(controller, fault === 'answer-too-large' ? tooLarge : text.subarray(0, cut))
    if (isAborted) return
    if (breaksOff) return fail(0, 'UND_ERR_SOCKET')
    if (fault === 'none' && origin) service.checker?.confirms(origin, confirmed)
    handler.onResponseEnd(controller, {})
  }

  const code = connectErrors[fault]
  // A connection that was kept, or another one.
  const connectMs = random.chance(0.5) ? 0 : random.latency(1, 200)
  if (code !== undefined) fail(connectMs, code)
  else later(fault === 'connects-late' ? requestTimeoutMs + random.between(-50, 200) : connectMs, write)
}

const tooLarge = Buffer.alloc(1_100_000, 32)

/** No proxy is in the way. */
export class EnvHttpProxyAgent extends Pool {}
