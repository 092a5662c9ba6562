import { Hono } from 'hono'
import { addInboxPages } from '../web/inbox/inbox.ts'
import { type LocalApp, type LocalEnv, loopbackGuard, pageHeaders, serveOnLoopback } from '../web/local-server.ts'
import { addControl } from './control.ts'
import { changeSettings, type Controls, createControls, type EmulatorSettings } from './controls.ts'
import { type Credentials, defaultAppKey, defaultSecretKey, defaultUserId } from './credentials.ts'
import { addRoutes } from './exchange.ts'
import { type EmulatorOptions, checkOptions } from './options.ts'
import { EmulatorOptionsError } from './options-error.ts'
import { createService, type EmulatedService, type EmulatorSecrets } from './service.ts'
import { emulatedContracts, ownDefaults } from './services.ts'
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
  const service = createService(credentials, first, secrets)
  const app = createApp(service)
  const controls = createControls(service, clock, faults)
  for (const emulated of emulatedContracts) addRoutes(app, service, emulated)
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

/**
 * Makes the server without its routes. It marks every answer as the emulator's, and refuses whatever does not come
 * from this machine's own pages. A path of a service is refused as that service does it.
 */
function createApp({ clock, images }: EmulatedService): LocalApp {
  const app: LocalApp = new Hono<LocalEnv>()
  const refusal = (path: string, status: 403 | 404, description: string): object => {
    const service = emulatedContracts.find(({ paths }) => paths.test(path))
    return service?.refusal(status, description) ?? { error: description }
  }
  app.use(async (c, next) => {
    // Everything of this service says that it is not the real one.
    c.env.outgoing.setHeader('x-emulator', 'friendtalk')
    if (!clock.isMachineTime()) c.env.outgoing.setHeader('date', new Date(clock.now()).toUTCString())
    await next()
  })
  app.use(
    loopbackGuard((header, path) => {
      const what = header === 'Host' ? 'the loopback address of the emulator' : 'the emulator itself'
      return refusal(path, 403, `${header} is not ${what}.`)
    }),
  )
  app.notFound((c) => c.json(refusal(c.req.path, 404, 'There is no such path.'), 404, pageHeaders()))
  app.onError((error, c) => {
    if (!(error instanceof EmulatorOptionsError)) return c.json({ error: 'a defect of the emulator' }, 500)
    const faults = error.faults.map(({ pointer, message }) => ({ pointer, message: message.en }))
    return c.json({ error: 'This cannot be set.', faults }, 400)
  })
  // Images, at the URLs that uploads returned.
  app.get('/images/:file', (c) => {
    const found = images.byFile(c.req.param('file'))
    if (!found || images.isExpired(found.image)) return c.text('', found ? 410 : 404, pageHeaders())
    const type = found.image.format === 'png' ? 'image/png' : 'image/jpeg'
    return c.body(Uint8Array.from(found.data), 200, { ...pageHeaders(), 'content-type': type })
  })
  return app
}
