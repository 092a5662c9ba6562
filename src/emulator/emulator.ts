import { addInboxPages } from '../web/inbox/inbox.ts'
import type { InboxSource } from '../web/inbox/page-data.ts'
import { serveOnLoopback } from '../web/local-server.ts'
import { createApp } from './app.ts'
import { addControl } from './control.ts'
import { changeSettings, type Controls, createControls, type EmulatorSettings } from './controls.ts'
import { type Credentials, defaultAppKey, defaultSecretKey, defaultUserId } from './credentials.ts'
import { type EmulatorOptions, OptionsCheck } from './options.ts'
import { EmulatedService, type EmulatorSecrets } from './service.ts'
import { deliveryOf, emulatedContracts, hasCode, ownDefaults } from './services.ts'
import { defaultSettings } from './settings.ts'

/** A running emulator. */
export interface Emulator extends Controls, Credentials {
  /** Where the inbox is; the base addresses of the interfaces are the same. */
  readonly url: string
  readonly uploadUrl: string
  readonly baseUrl: string
  /** Ends the connections that are open, and then the server. */
  readonly close: () => Promise<void>
}

/**
 * Starts the services on the loopback address, with an inbox at its URL.
 *
 * @throws EmulatorOptionsError for options that it cannot start with, and what the system says when the port is taken
 */
export async function startEmulator(options: EmulatorOptions = {}, secrets: EmulatorSecrets = {}): Promise<Emulator> {
  const check = new OptionsCheck()
  const { $schema: _, port = 0, lang, clock, faults, ...stated } = check.check('options', options)
  const { userId = defaultUserId, appKey = defaultAppKey, secretKey = defaultSecretKey, ...settings } = stated
  const credentials = { userId, appKey, secretKey }
  let url = ''
  const service = new EmulatedService<EmulatorSettings>({
    credentials,
    settings: changeSettings({ ...defaultSettings, ...ownDefaults }, settings),
    url: () => url,
    hasCode,
    deliveryOf,
    secrets,
  })
  const app = createApp(service)
  const controls = createControls(service, check, clock, faults)
  for (const { addRoutes } of emulatedContracts) addRoutes(app, service)
  addControl(app, controls, check)
  addInboxPages(app, inboxSource(service, secrets.channelOf ?? (() => ({}))), lang)
  const served = await serveOnLoopback(app, port)
  url = served.url
  const close = async (): Promise<void> => {
    service.connections.close()
    await served.close()
    await service.webhook.close()
  }
  try {
    service.connections.listening(served)
    controls.reset()
  } catch (error) {
    await close()
    throw error
  }
  return { ...controls, ...credentials, url, uploadUrl: url, baseUrl: url, close }
}

/** Returns what the inbox page shows of the service. */
function inboxSource(service: EmulatedService, channelOf: InboxSource['channelOf']): InboxSource {
  const { credentials, inbox, requests, images } = service
  return {
    credentials,
    channelOf,
    news: (lang) => {
      const { lastRefusal: last } = service
      return { ...inbox.counts(), refusal: last && { ...last, description: last.reason[lang] } }
    },
    listen: (listener) => inbox.listen(listener),
    find: (filter) => inbox.find(filter),
    message: (sequence) => inbox.get(sequence),
    request: (number) => requests.get(number),
    hasImage(url) {
      const image = images.find(url)
      return image !== undefined && !images.isExpired(image)
    },
  }
}
