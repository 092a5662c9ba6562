import type { SendRecord } from '../../src/contract/contract.ts'
import type { Service } from '../../src/service/service.ts'
import type { World } from './deploy-world.ts'

export type Sent = readonly SendRecord[]

/** The service of a world, on whose clock each send takes so long. */
export function slow({ service, clock }: Pick<World, 'service' | 'clock'>, ms = 250): Service {
  return {
    ...service,
    sendMessages: async (kind, messages, onWrite) => {
      await clock.sleep(ms)
      return service.sendMessages(kind, messages, onWrite)
    },
  }
}

/** A service that tells of each send before it is made, from 1. */
export function watched(service: Service, onSend: (request: number, messages: Sent) => unknown): Service {
  let requests = 0
  return {
    ...service,
    sendMessages: async (kind, messages, onWrite) => {
      await onSend(++requests, messages)
      return service.sendMessages(kind, messages, onWrite)
    },
  }
}
