import type { ClockChange } from './clock.ts'
import type { Controls } from './controls.ts'
import type { ActiveFault, FaultRule } from './faults.ts'
import type { OptionsCheck } from './options-check.ts'
import type { Refusals } from './refusals.ts'
import type { Service } from './service.ts'
import { waitForMessages } from './wait.ts'

interface Parts {
  readonly service: Service
  readonly check: OptionsCheck
  readonly refusals: Refusals
  /** The rules that it is started with, which a reset brings back. */
  readonly firstFaults: readonly FaultRule[]
  readonly firstClock: ClockChange | undefined
}

/** The controls of a service that is running. */
export function createControls({ service, check, refusals, firstFaults, firstClock }: Parts): Controls {
  const add = (rule: FaultRule): ActiveFault => {
    check.check('fault', rule)
    const active = service.faults.add(rule)
    refusals.onRule(active.id)
    return active
  }
  return {
    settings: () => service.settings,
    change: (change) => {
      check.check('settings', change)
      return service.change(change)
    },
    counts: () => service.inbox.counts(),
    messages: (filter = {}) => service.inbox.find(filter).messages,
    images: () => service.images.all(),
    expireImage: (url) => service.images.expire(url, service.clock.now()),
    requests: () => service.requests.all(),
    waitForMessages: (count, wait) => waitForMessages(service.inbox, count, wait),
    reset: () => {
      service.reset()
      refusals.end()
      if (firstClock) service.clock.change(firstClock)
      for (const rule of firstFaults) add(rule)
    },
    clock: {
      state: () => service.clock.state(),
      change: (change) => {
        check.check('clock', change)
        return service.clock.change(change)
      },
    },
    faults: {
      add,
      list: () => service.faults.list(),
      remove: (id) => service.faults.remove(id),
      clear: () => {
        service.faults.clear()
        refusals.end()
      },
    },
    webhookAttempts: () => service.webhook.attempts(),
  }
}
