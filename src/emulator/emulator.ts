import { createApp, Refusals } from './app.ts'
import type { ClockChange } from './clock.ts'
import { addControl, filterOf } from './control.ts'
import { type Controls, MessagesLate, type MessageWait } from './controls.ts'
import { defaultSecretKey, defaultUserId } from './credentials.ts'
import type { ActiveFault, FaultRule } from './faults.ts'
import type { Counts, Inbox } from './received.ts'
import { OptionsCheck } from './options-check.ts'
import { changeSettings, defaultSettings, type EmulatorOptions, type EmulatorSecrets } from './options.ts'
import { EmulatorOptionsError } from './options-error.ts'
import { EmulatedService } from './service.ts'
import { faultChoices, pendingFaults } from './fault-choices.ts'
import { emulatedContracts } from './services.ts'
import { serveOnLoopback } from '../web/local-server.ts'
import type { InboxNews, InboxSource } from '../web/inbox/page-data.ts'
import type { Language } from '../words/language.ts'
import { addInboxPages } from '../web/inbox/inbox.ts'

/** A running emulator. */
export interface Emulator extends Controls {
  /** Where the inbox is; the two base addresses of the interface are the same. */
  readonly url: string
  readonly uploadUrl: string
  readonly baseUrl: string
  readonly userId: string
  readonly secretKey: string
  /** Ends the connections that are open, and then the server. */
  readonly close: () => Promise<void>
}

/**
 * Starts the whole service on the loopback address, with an inbox at its URL.
 *
 * @throws EmulatorOptionsError for options that it cannot start with, and what the system says when the port is taken
 */
export async function startEmulator(
  options: EmulatorOptions = {},
  { webhookToken, groupOf, kept, channelOf = () => ({}) }: EmulatorSecrets = {},
): Promise<Emulator> {
  const [{ delivery, refusal }] = emulatedContracts
  const check = new OptionsCheck()
  check.check('options', options)
  const { port = 0, userId = defaultUserId, secretKey = defaultSecretKey, lang, ...rest } = options
  const { clock, faults, $schema: _, ...settings } = rest as typeof rest & { readonly $schema?: string }
  const first = changeSettings(defaultSettings, settings)
  let url = ''
  const service = new EmulatedService({ userId, secretKey }, first, {
    webhookToken,
    groupOf,
    kept,
    delivery,
    urlOf: (file) => `${url}/images/${file}`,
  })
  const app = createApp(service, refusal)
  const refusals = new Refusals(service.faults)
  const controls = createControls({ service, check, refusals, first: { clock, faults } })
  for (const { addRoutes } of emulatedContracts) addRoutes(app, service, refusals)
  addControl(app, controls)
  addInboxPages(app, inboxSource(service, channelOf), lang)
  const served = await serveOnLoopback(app, port)
  url = served.url
  const close = async (): Promise<void> => {
    refusals.close()
    await served.close()
    await service.webhook.close()
  }
  try {
    refusals.listening(served)
    controls.reset()
  } catch (error) {
    await close()
    throw error
  }
  return { ...controls, url, uploadUrl: url, baseUrl: url, userId, secretKey, close }
}

/** Returns what the inbox page shows of the service. */
function inboxSource(service: EmulatedService, channelOf: InboxSource['channelOf']): InboxSource {
  const { credentials, inbox, requests, images, clock } = service
  return {
    credentials,
    channelOf,
    news: (lang) => {
      const { lastRefusal: last } = service
      return {
        ...inbox.counts(),
        refusal: last && refusalIn(last, lang),
        faults: pendingFaults(service.faults.list(), lang),
      }
    },
    faultChoices,
    listen: (listener) => inbox.listen(listener),
    find: (query) => inbox.find(filterOf(query)),
    message: (sequence) => inbox.get(sequence),
    request: (number) => requests.get(number),
    hasImage(url) {
      const image = images.find(url)
      return image !== undefined && image.expiresAt > clock.now()
    },
  }
}

function refusalIn(
  { reason, ...refusal }: NonNullable<EmulatedService['lastRefusal']>,
  lang: Language,
): InboxNews['refusal'] {
  return { ...refusal, description: reason[lang] }
}

interface Parts {
  readonly service: EmulatedService
  readonly check: OptionsCheck
  readonly refusals: Refusals
  /** What it is started with, and a reset brings back. */
  readonly first: { readonly clock: ClockChange | undefined; readonly faults: readonly FaultRule[] | undefined }
}

/** Returns the controls of a service that is running. */
function createControls({ service, check, refusals, first }: Parts): Controls {
  const add = (rule: FaultRule): ActiveFault => {
    check.check('fault', rule)
    const active = service.faults.add(rule)
    refusals.onRule(active.id)
    service.inbox.announce()
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
    clearMessages: () => service.clearMessages(),
    reset: () => {
      service.reset()
      refusals.end()
      if (first.clock) setClock(service.clock, first.clock)
      for (const rule of first.faults ?? []) add(rule)
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
      remove(id) {
        const wasThere = service.faults.remove(id)
        service.inbox.announce()
        return wasThere
      },
      clear() {
        service.faults.clear()
        refusals.end()
        service.inbox.announce()
      },
    },
    webhookAttempts: () => service.webhook.attempts(),
    webhookIdle: (timeoutMs) => service.webhook.idle(timeoutMs),
  }
}

/** @throws EmulatorOptionsError with the place among all options */
function setClock(clock: EmulatedService['clock'], change: ClockChange): void {
  try {
    clock.change(change)
  } catch (error) {
    if (!(error instanceof EmulatorOptionsError)) throw error
    throw new EmulatorOptionsError(error.faults.map((one) => ({ ...one, pointer: `/clock${one.pointer}` })))
  }
}

const defaultTimeoutMs = 10_000

/** Waits until an inbox has counted so many messages. Rejects with MessagesLate. */
function waitForMessages(inbox: Inbox, count: number, wait: MessageWait = {}): Promise<Counts> {
  const { timeoutMs = defaultTimeoutMs, ...filter } = wait
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
