import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'
import { addControl } from './control.ts'
import type { Controls } from './controls.ts'
import { createControls } from './create-controls.ts'
import { defaultSecretKey, defaultUserId } from './credentials.ts'
import type { EmulatorOptions } from './emulator-options.ts'
import { loopbackHost } from '../loopback/guard.ts'
import { addGuard } from './guard.ts'
import { addInboxPages } from './inbox/routes.ts'
import { addOperations } from './operations.ts'
import { defaultKept } from './kept.ts'
import { OptionsCheck } from './options-check.ts'
import { Refusals } from './refusals.ts'
import { Service } from './service.ts'
import { changeSettings, defaultSettings } from './settings.ts'

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
  const service = new Service({ userId, secretKey }, first, { kept: { ...defaultKept, ...kept }, seed })
  const app = await createApp(service)
  const refusals = new Refusals(app.server, service.faults)
  const controls = createControls({ service, check, refusals, firstFaults: faults, firstClock: clock })
  let url = ''
  addGuard(app, service.clock, () => url)
  addOperations(app, { service, refusals, urlOf: (file) => `${url}/images/${file}` })
  addControl(app, controls)
  addInboxPages(app, service, lang)
  const close = async (): Promise<void> => {
    refusals.close()
    await app.close()
    await service.webhook.close()
  }
  try {
    await app.listen({ port, host: loopbackHost })
  } catch (error) {
    await close()
    throw error
  }
  const address = { host: loopbackHost, port: (app.server.address() as AddressInfo).port }
  url = `http://${address.host}:${address.port}`
  refusals.listening(address)
  controls.reset()
  return { ...controls, url, uploadUrl: url, baseUrl: url, userId, secretKey, close }
}

type StartOption = 'port' | 'userId' | 'secretKey' | 'lang' | 'seed' | 'faults' | '$schema'

function withoutStart(options: EmulatorOptions & { readonly $schema?: string }): Omit<EmulatorOptions, StartOption> {
  const { port: _port, userId: _userId, secretKey: _secretKey, seed: _seed, faults: _faults, ...rest } = options
  const { $schema: _schema, lang: _lang, ...settings } = rest
  return settings
}
