import type { SendFields } from '../../src/contract/payload.ts'
import type { Service } from '../../src/service/service.ts'

export type Sent = readonly SendFields[]

/** A service that tells of each send before it is made, from 1. */
export function watched(service: Service, onSend: (request: number, messages: Sent) => unknown): Service {
  let requests = 0
  return {
    ...service,
    sendMessages: async (kind, messages) => {
      await onSend(++requests, messages)
      return service.sendMessages(kind, messages)
    },
  }
}
