import { addInboxPages } from '../web/inbox/inbox.ts'
import { serveOnLoopback } from '../web/local-server.ts'
import { createApp } from './app.ts'
import { addControl } from './control.ts'
import { changeSettings, type Controls, createControls, type EmulatorSettings } from './controls.ts'
import { type Credentials, defaultAppKey, defaultSecretKey, defaultUserId } from './credentials.ts'
import { type EmulatorOptions, checkOptions } from './options.ts'
import { createService, type EmulatorSecrets } from './service.ts'
import { deliveryOf, emulatedContracts, hasCode, ownDefaults } from './services.ts'
import { defaultSettings } from './settings.ts'

/** A running emulator. */
export interface Emulator extends Controls, Credentials {
  /** The address of the inbox; the base addresses of the interfaces are the same. */
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
  const { $schema: _, port = 0, lang, clock, faults, ...stated } = checkOptions('options', options)
  const { userId = defaultUserId, appKey = defaultAppKey, secretKey = defaultSecretKey, ...settings } = stated
  const credentials = { userId, appKey, secretKey }
  const first: EmulatorSettings = changeSettings({ ...defaultSettings, ...ownDefaults }, settings)
  const service = createService(credentials, first, { ...secrets, hasCode, deliveryOf })
  const app = createApp(service)
  const controls = createControls(service, clock, faults)
  for (const { addRoutes } of emulatedContracts) addRoutes(app, service)
  addControl(app, controls)
  addInboxPages(app, service, lang)
  const served = await serveOnLoopback(app, port)
  const { url } = served
  service.url = url
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
