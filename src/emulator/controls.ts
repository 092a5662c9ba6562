import type { ClockChange, ClockState } from './clock.ts'
import type { ActiveFault, FaultRule } from './faults.ts'
import type { StoredImage } from './images.ts'
import type { Counts, MessageFilter, ReceivedMessage } from './inbox.ts'
import type { OptionsCheck } from './options-check.ts'
import type { Refusals } from './refusals.ts'
import type { ReceivedRequest } from './requests.ts'
import type { Service } from './service.ts'
import type { Settings, SettingsChange } from './settings.ts'
import { type MessageWait, waitForMessages } from './wait.ts'
import type { WebhookAttempt } from './webhook.ts'

/** What can be asked of an emulator and told to it; the control API at `/_emulator` does the same. */
export interface Controls {
  readonly settings: () => Settings
  /** @throws EmulatorOptionsError for settings that there are not */
  readonly change: (change: SettingsChange) => Settings
  readonly counts: () => Counts
  /** The newest first. */
  readonly messages: (filter?: MessageFilter) => readonly ReceivedMessage[]
  /** The oldest first. */
  readonly images: () => readonly StoredImage[]
  /** @returns whether there is such an image */
  readonly expireImage: (url: string) => boolean
  /** The oldest first. */
  readonly requests: () => readonly ReceivedRequest[]
  /** Resolves once so many messages arrived since the last reset; rejects when that takes too long. */
  readonly waitForMessages: (count: number, wait?: MessageWait) => Promise<Counts>
  /** Back to how it was started. */
  readonly reset: () => void
  readonly clock: {
    readonly state: () => ClockState
    /** @throws EmulatorOptionsError for a time that cannot be read */
    readonly change: (change: ClockChange) => ClockState
  }
  readonly faults: {
    /** @throws EmulatorOptionsError for a rule that there is not */
    readonly add: (rule: FaultRule) => ActiveFault
    readonly list: () => readonly ActiveFault[]
    /** @returns whether there was such a rule */
    readonly remove: (id: number) => boolean
    /** Also listens again where connections are refused. */
    readonly clear: () => void
  }
  readonly webhookAttempts: () => readonly WebhookAttempt[]
}

interface Parts {
  readonly service: Service
  readonly check: OptionsCheck
  readonly refusals: Refusals
  /** The rules that it is started with, which a reset brings back. */
  readonly firstFaults: readonly FaultRule[]
  readonly firstClock: ClockChange | undefined
}

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
