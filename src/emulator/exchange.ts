import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Fault, Struck } from './faults.ts'
import type { OpenRequest } from './requests.ts'

/** One request to an operation while it is worked on. */
export interface ServerExchange {
  readonly open: OpenRequest
  readonly struck: readonly Struck[]
  readonly socket: Socket
}

const property = 'exchange'

/** Where fastify has to be told about it before the first request. */
export { property as exchangeProperty }

/** The exchange of a request to one of the operations; undefined for every other request. */
export function exchangeOf(request: FastifyRequest): ServerExchange | undefined {
  return request.getDecorator<ServerExchange | null>(property) ?? undefined
}

export function setExchange(request: FastifyRequest, exchange: ServerExchange): void {
  request.setDecorator(property, exchange)
}

/** The faults of one type that struck an exchange. */
export function faultsOf<T extends Fault['type']>(
  { struck }: ServerExchange,
  type: T,
): readonly Extract<Fault, { type: T }>[] {
  return struck.flatMap(({ fault }) => (fault.type === type ? [fault as Extract<Fault, { type: T }>] : []))
}

/** Whether the request is worked on, though its answer may be a fault. */
export function isProcessed({ struck }: ServerExchange): boolean {
  return struck.every(({ fault }) => {
    switch (fault.type) {
      case 'reset-after-reading':
        return fault.processed ?? true
      case 'drop':
      case 'status':
      case 'html':
        return fault.processed ?? false
      case 'request-error':
      case 'reset-before-reading':
        return false
      case 'refuse':
      case 'delay':
      case 'drip':
      case 'cut-off':
      case 'results-missing':
      case 'results-doubled':
      case 'results-reordered':
      case 'results-foreign-key':
      case 'reject':
      case 'upload-error':
      case 'expire-image':
      case 'skew-date':
        return true
    }
  })
}
