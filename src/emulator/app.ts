import { Hono } from 'hono'
import { type LocalApp, type LocalEnv, loopbackGuard, pageHeaders } from '../web/local-server.ts'
import { EmulatorOptionsError } from './options-error.ts'
import type { EmulatedService } from './service.ts'
import { emulatedContracts } from './services.ts'

/**
 * Makes the server without its routes. It marks every answer as the emulator's, and refuses whatever does not come
 * from this machine's own pages. A path of a service is refused as that service does it.
 */
export function createApp({ clock, images }: EmulatedService): LocalApp {
  const app: LocalApp = new Hono<LocalEnv>()
  const refusal = (path: string, status: 403 | 404, description: string): object => {
    const service = emulatedContracts.find(({ paths }) => paths.test(path))
    return service?.refusal(status, description) ?? { error: description }
  }
  app.use(async (c, next) => {
    // Everything of this service says that it is not the real one.
    c.env.outgoing.setHeader('x-emulator', 'friendtalk')
    if (!clock.isReal) c.env.outgoing.setHeader('date', new Date(clock.now()).toUTCString())
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
