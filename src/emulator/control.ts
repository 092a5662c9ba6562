import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { LocalApp, LocalEnv } from '../web/local-server.ts'
import { maxBodyBytes, readJson } from './body.ts'
import { type Controls, MessagesLate } from './controls.ts'
import { type Checked, checkOptions } from './options.ts'
import { EmulatorOptionsError } from './options-error.ts'
import { refusals } from './refusals.ts'

const maxWaitMs = 120_000
const defaultPage = 100
const maxPage = 10_000

/** Adds the control API: what `Controls` does, over HTTP. */
export function addControl(app: LocalApp, controls: Controls): void {
  const base = '/_emulator'
  // The rest of the body is not read, so the connection ends with it.
  const onError = (c: Context): Response => c.json({ error: refusals.tooLarge.en }, 413, { connection: 'close' })
  // A filter that is not understood would let every message through, and a test pass.
  const query = <W extends 'messages' | 'wait' | 'nothing'>(what: W, c: Context<LocalEnv>): Checked[W] =>
    checkOptions(what, c.req.query())
  app.use(`${base}/*`, bodyLimit({ maxSize: maxBodyBytes, onError }))
  app.get(base, (c) =>
    c.json({
      emulator: 'friendtalk',
      counts: controls.counts(),
      clock: controls.clock.state(),
      settings: controls.settings(),
      faults: controls.faults.list(),
    }),
  )
  app.get(`${base}/messages`, (c) => {
    const { limit = defaultPage, ...filter } = query('messages', c)
    const messages = controls.messages({ ...filter, limit: Math.min(limit, maxPage) })
    return c.json({ counts: controls.counts(), messages })
  })
  app.delete(`${base}/messages`, (c) => {
    query('nothing', c)
    controls.clearMessages()
    return c.json({ counts: controls.counts() })
  })
  app.get(`${base}/messages/wait`, async (c) => {
    const { count = 1, timeoutMs = 10_000, ...filter } = query('wait', c)
    try {
      return c.json(await controls.waitForMessages(count, { ...filter, timeoutMs: Math.min(timeoutMs, maxWaitMs) }))
    } catch (error) {
      if (!(error instanceof MessagesLate)) throw error
      return c.json({ error: error.message, counts: error.counts }, 408)
    }
  })
  app.get(`${base}/images`, (c) => c.json({ images: controls.images() }))
  app.post(`${base}/images/expire`, async (c) => {
    const { url } = ((await bodyOf(c)) ?? {}) as { readonly url?: unknown }
    return typeof url === 'string' && controls.expireImage(url)
      ? c.json({ expired: url })
      : c.json({ error: 'no image has this URL' }, 404)
  })
  app.get(`${base}/requests`, (c) => c.json({ requests: controls.requests() }))
  app.get(`${base}/webhook`, (c) => c.json({ attempts: controls.webhookAttempts() }))
  app.post(`${base}/reset`, (c) => {
    controls.reset()
    return c.json({ counts: controls.counts() })
  })
  app.get(`${base}/clock`, (c) => c.json(controls.clock.state()))
  app.post(`${base}/clock`, async (c) => c.json(controls.clock.change((await bodyOf(c)) as Checked['clock'])))
  app.get(`${base}/settings`, (c) => c.json(controls.settings()))
  app.post(`${base}/settings`, async (c) => c.json(controls.change((await bodyOf(c)) as Checked['settings'])))
  app.get(`${base}/faults`, (c) => c.json({ faults: controls.faults.list() }))
  app.post(`${base}/faults`, async (c) => c.json(controls.faults.add((await bodyOf(c)) as Checked['fault'])))
  app.delete(`${base}/faults`, (c) => {
    query('nothing', c)
    controls.faults.clear()
    return c.json({ faults: [] })
  })
  app.delete(`${base}/faults/:id`, (c) => {
    return controls.faults.remove(Number(c.req.param('id')))
      ? c.json({ faults: controls.faults.list() })
      : c.json({ error: 'no fault has this id' }, 404)
  })
}

/** @throws EmulatorOptionsError where it is no JSON */
async function bodyOf(c: Context<LocalEnv>): Promise<unknown> {
  const body = readJson(await c.req.text())
  if (body === undefined) throw new EmulatorOptionsError([{ pointer: '', message: refusals.noJson }])
  return body.value
}
