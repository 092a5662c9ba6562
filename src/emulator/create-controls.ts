import type { ClockChange } from './clock.ts'
import type { ActiveFault, FaultRule } from './faults.ts'
import type { Counts, Inbox } from './inbox.ts'
import type { OptionsCheck } from './options-check.ts'
import type { EmulatedService } from './service.ts'
import { type Controls, MessagesLate, type MessageWait } from './controls.ts'
import type { Refusals } from './refusals.ts'

// Apart from the type, which is part of the library: a program that compiles against that needs no types of Node.js.

interface Parts {
  readonly service: EmulatedService
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

const defaultTimeoutMs = 10_000

/** Waits until an inbox has counted so many messages. Rejects with MessagesLate. */
function waitForMessages(inbox: Inbox, count: number, wait: MessageWait = {}): Promise<Counts> {
  const { code, timeoutMs = defaultTimeoutMs } = wait
  return new Promise((resolve, reject) => {
    if (inbox.countOf(code) >= count) {
      resolve(inbox.counts())
      return
    }
    const timer = setTimeout(() => {
      stop()
      reject(new MessagesLate(count, timeoutMs, inbox.counts()))
    }, timeoutMs)
    const stop = inbox.listen(() => {
      if (inbox.countOf(code) < count) return
      clearTimeout(timer)
      stop()
      resolve(inbox.counts())
    })
  })
}
