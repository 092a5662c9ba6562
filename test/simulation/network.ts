// In the place of undici: connections of a simulated network, and the service at their end.
import type { Dispatcher } from 'undici'
import { theService } from './service.ts'
import { Crashed, theWorld } from './world.ts'

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

/** Requests to one address. */
export class Pool {
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const world = theWorld()
    const { random } = world
    world.step('request')
    const service = theService()
    const fault = service.nextFault()
    const to = handler as Handler
    let isAborted = false
    const controller = {
      abort: () => {
        isAborted = true
      },
    } as unknown as Controller
    const later = (ms: number, run: () => void): void => {
      world.after(ms, () => {
        if (!isAborted) run()
      })
    }
    const fail = (ms: number, code: string): void => later(ms, () => to.onResponseError(controller, failure(code)))
    const connectMs = random.latency(1, 200)
    const code = connectErrors[fault]
    if (code !== undefined) {
      fail(connectMs, code)
      return true
    }
    later(fault === 'connects-late' ? service.timeoutMs + random.between(-50, 200) : connectMs, () => {
      to.onRequestStart(controller, undefined)
      if (isAborted) return
      world.tell(`writes a request${fault === 'none' ? '' : `: ${fault}`}`)
      world.step('wait for an answer')
      if (fault === 'reset-before-arrival') {
        fail(random.latency(1, 500), 'ECONNRESET')
        return
      }
      const body = Buffer.from(options.body as Buffer)
      service.onWrite((JSON.parse(body.toString()) as { msg_data: unknown[] }).msg_data.length)
      const path = String(options.path)
      // On its way it is no longer the process's: it arrives also when that dies.
      world.after(
        random.latency(1, 300),
        () => {
          const answer = service.receive(path, body)
          const answerMs = fault === 'answer-late' ? service.timeoutMs + random.between(-20, 400) : answer.afterMs
          const ends = fault === 'reset-after-arrival' ? 'ECONNRESET' : 'UND_ERR_SOCKET'
          const send = (run: () => void): void =>
            void world.after(answerMs, () => {
              if (!isAborted) run()
            }, origin)
          if (fault === 'answer-never') return
          send(() => {
            if (fault === 'reset-after-arrival' || fault === 'ends-after-arrival') {
              to.onResponseError(controller, failure(ends))
              return
            }
            to.onResponseStart(controller, answer.status, { ...answer.headers }, '')
            if (isAborted) return
            const text = fault === 'answer-garbage' ? Buffer.from('<html>502') : answer.body
            const cut = fault === 'answer-cut' ? random.between(0, text.length - 1) : text.length
            const given = fault === 'answer-too-large' ? Buffer.alloc(1_100_000, 32) : text.subarray(0, cut)
            to.onResponseData(controller, given)
            if (isAborted) return
            if (fault === 'answer-cut' && random.chance(0.5)) to.onResponseError(controller, failure('UND_ERR_SOCKET'))
            else {
              if (fault === 'none') service.onConfirm(answer.confirmed)
              to.onResponseEnd(controller, {})
            }
          })
        },
        null,
      )
    })
    const origin = world.current ?? null
    return true
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  destroy(): Promise<void> {
    return Promise.resolve()
  }
}

export const ProxyAgent: typeof Pool = Pool

export { Crashed }
