import type { ClockState } from './clock.ts'
import type { ActiveFault, FaultRule } from './faults.ts'
import type { StoredImage } from './images.ts'
import { checkOptions, type SettingsChange } from './options.ts'
import type { Counts, ReceivedMessage, ReceivedMessages, ReceivedRequest } from './received.ts'
import type { EmulatedService } from './service.ts'
import type { ownDefaults } from './services.ts'
import type { ClockChange, CommonSettings, MessageFilter, MessageWait } from './settings.ts'
import type { WebhookAttempt } from './webhook.ts'

/** The settings of all services together. */
export type EmulatorSettings = CommonSettings & typeof ownDefaults

/** Returns settings with a change made. */
export function changeSettings(settings: EmulatorSettings, change: SettingsChange): EmulatorSettings {
  return {
    ...settings,
    ...change,
    limits: { ...settings.limits, ...change.limits },
    webhooks: { ...settings.webhooks, ...change.webhooks },
  }
}

/** The controls of an emulator; the control API at `/_emulator` does the same. */
export type Controls = ReturnType<typeof createControls>

/** Returns the controls of a service; a reset brings back how it was started. */
export function createControls(
  service: EmulatedService<EmulatorSettings>,
  firstTime: ClockChange | undefined,
  firstFaults: readonly FaultRule[] = [],
) {
  const { clock, connections, images, inbox, requests, webhook } = service
  const add = (rule: FaultRule): ActiveFault => {
    const active = service.faults.add(checkOptions('fault', rule))
    connections.onRule(active.id)
    return active
  }
  return {
    settings: (): EmulatorSettings => service.settings,
    /** @throws EmulatorOptionsError for settings that there are not */
    change: (change: SettingsChange): EmulatorSettings =>
      (service.settings = changeSettings(service.settings, checkOptions('settings', change))),
    counts: (): Counts => inbox.counts(),
    /** The newest first. */
    messages: (filter: MessageFilter = {}): readonly ReceivedMessage[] => inbox.find(filter).messages,
    /** The oldest first. */
    images: (): readonly StoredImage[] => images.all(),
    /** @returns whether there is such an image */
    expireImage: (url: string): boolean => images.expire(url),
    /** The oldest first. */
    requests: (): readonly ReceivedRequest[] => requests.all(),
    /** Resolves once so many messages arrived since the last reset; rejects when that takes too long. */
    waitForMessages: (count: number, wait: MessageWait = {}): Promise<Counts> => waitForMessages(inbox, count, wait),
    /** Forgets the messages and their counts; images, faults and settings stay. */
    clearMessages: (): void => service.clearMessages(),
    /** Back to how it was started. */
    reset: (): void => {
      service.reset()
      connections.end()
      if (firstTime) clock.change(firstTime, '/clock')
      for (const rule of firstFaults) add(rule)
    },
    clock: {
      state: (): ClockState => clock.state(),
      /** @throws EmulatorOptionsError for a time that cannot be read */
      change: (change: ClockChange): ClockState => clock.change(checkOptions('clock', change)),
    },
    faults: {
      /** @throws EmulatorOptionsError for a rule that there is not */
      add,
      list: (): readonly ActiveFault[] => service.faults.list(),
      /** @returns whether there was such a rule */
      remove: (id: number): boolean => service.faults.remove(id),
      /** Also listens again where connections are refused. */
      clear: (): void => {
        service.faults.clear()
        connections.end()
      },
    },
    webhookAttempts: (): readonly WebhookAttempt[] => webhook.attempts(),
    /** Resolves once no result waits to be delivered, or after that time. */
    webhookIdle: (timeoutMs: number): Promise<void> => webhook.idle(timeoutMs),
  }
}

/** Waited in vain for messages. */
export class MessagesLate extends Error {
  override readonly name = 'MessagesLate'
  readonly counts: Counts

  constructor(count: number, { came, timeoutMs, counts }: { came: number; timeoutMs: number; counts: Counts }) {
    const all = `${counts.messages} messages (${counts.accepted} accepted)`
    super(
      `After ${timeoutMs} ms there are ${came === counts.messages ? all : `${came} of ${all} that match`}, not ${count}.`,
    )
    this.counts = counts
  }
}

/** Waits until an inbox has counted so many messages. Rejects with MessagesLate. */
function waitForMessages(
  inbox: ReceivedMessages,
  count: number,
  { timeoutMs = 10_000, ...filter }: MessageWait,
): Promise<Counts> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (inbox.countOf(filter) < count) return
      clearTimeout(timer)
      stop()
      resolve(inbox.counts())
    }
    const stop = inbox.listen(look)
    const timer = setTimeout(() => {
      stop()
      reject(new MessagesLate(count, { came: inbox.countOf(filter), timeoutMs, counts: inbox.counts() }))
    }, timeoutMs)
    look()
  })
}
