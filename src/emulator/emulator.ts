import { addGuard, createApp } from './app.ts'
import { addControl, filterOf } from './control.ts'
import type { Controls } from './controls.ts'
import { createControls } from './create-controls.ts'
import { defaultSecretKey, defaultUserId } from './credentials.ts'
import { defaultKept, type EmulatorOptions } from './options.ts'
import { listenOnLoopback } from '../web/guard.ts'
import { addInboxPages } from '../web/inbox/routes.ts'
import { addOperations } from './operations.ts'
import { OptionsCheck } from './options-check.ts'
import { Refusals } from './refusals.ts'
import { EmulatedService } from './service.ts'
import { changeSettings, defaultSettings } from './settings.ts'
import type { InboxSource } from '../web/inbox/page-data.ts'

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
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const check = new OptionsCheck()
  check.check('options', options)
  const { port = 0, userId = defaultUserId, secretKey = defaultSecretKey, seed = 1, faults = [], lang } = options
  const { clock, kept, ...settings } = withoutStart(options)
  const first = changeSettings(defaultSettings, settings)
  const service = new EmulatedService({ userId, secretKey }, first, { kept: { ...defaultKept, ...kept }, seed })
  const app = await createApp(service)
  const refusals = new Refusals(app.server, service.faults)
  const controls = createControls({ service, check, refusals, firstFaults: faults, firstClock: clock })
  let url = ''
  addGuard(app, service.clock, () => url)
  addOperations(app, { service, refusals, urlOf: (file) => `${url}/images/${file}` })
  addControl(app, controls)
  addInboxPages(app, inboxSource(service), lang)
  const close = async (): Promise<void> => {
    refusals.close()
    await app.close()
    await service.webhook.close()
  }
  try {
    const address = await listenOnLoopback(app, port)
    url = address.url
    refusals.listening(address)
  } catch (error) {
    await close()
    throw error
  }
  controls.reset()
  return { ...controls, url, uploadUrl: url, baseUrl: url, userId, secretKey, close }
}

type StartOption = 'port' | 'userId' | 'secretKey' | 'lang' | 'seed' | 'faults' | '$schema'

function withoutStart(options: EmulatorOptions & { readonly $schema?: string }): Omit<EmulatorOptions, StartOption> {
  const { port: _port, userId: _userId, secretKey: _secretKey, seed: _seed, faults: _faults, ...rest } = options
  const { $schema: _schema, lang: _lang, ...settings } = rest
  return settings
}

/** What the inbox page shows of the service. */
function inboxSource(service: EmulatedService): InboxSource {
  const { credentials, inbox, requests, images, clock } = service
  return {
    credentials,
    news: () => ({ ...inbox.counts(), refusal: service.lastRefusal }),
    listen: (listener) => inbox.listen(listener),
    find: (query) => ({ ...inbox.find(filterOf(query)), last: inbox.countOf(undefined) }),
    message: (sequence) => inbox.get(sequence),
    request: (number) => requests.get(number),
    hasImage(url) {
      const image = images.find(url)
      return image !== undefined && image.expiresAt > clock.now()
    },
  }
}
