import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { fileSize } from '../words/phrases.ts'
import { maxBodyBytes, readJsonBody, UnreadableBody } from './app.ts'
import { codeFacts, kinds } from '../contract/contracts.ts'
import type { ClockChange } from './clock.ts'
import { type Controls, MessagesLate } from './controls.ts'
import type { FaultRule } from './faults.ts'
import type { MessageFilter } from './received.ts'
import { type SettingsChange } from './options.ts'
import { EmulatorOptionsError } from './options-error.ts'
import type { LocalApp, LocalEnv } from '../web/local-server.ts'

const maxWaitMs = 120_000
const defaultPage = 100
const maxPage = 10_000

/** Adds the control API: what `Controls` does, over HTTP. */
export function addControl(app: LocalApp, controls: Controls): void {
  const base = '/_emulator'
  // What is left of the body is not read: the connection ends with it.
  const onError = (c: Context): Response =>
    c.json({ error: `The body has more than ${fileSize(maxBodyBytes)}.` }, 413, { connection: 'close' })
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
    const query = c.req.query()
    const wrong = wrongIn(query, ofMessages)
    if (wrong !== undefined) return c.json({ error: wrong }, 400)
    return c.json({ counts: controls.counts(), messages: controls.messages(filterOf(query)) })
  })
  app.delete(`${base}/messages`, (c) => {
    if (hasFilter(c)) return c.json({ error: 'this forgets every message and takes no filter; nothing was done' }, 400)
    controls.clearMessages()
    return c.json({ counts: controls.counts() })
  })
  app.get(`${base}/messages/wait`, async (c) => {
    const query = c.req.query()
    const wrong = wrongIn(query, ofWait)
    if (wrong !== undefined) return c.json({ error: wrong }, 400)
    const timeoutMs = Math.min(numberIn(query, 'timeoutMs') ?? 10_000, maxWaitMs)
    try {
      const count = numberIn(query, 'count') ?? 1
      return c.json(await controls.waitForMessages(count, { ...filterOf(query), timeoutMs }))
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
  app.post(`${base}/clock`, async (c) => c.json(controls.clock.change((await bodyOf(c)) as ClockChange)))
  app.get(`${base}/settings`, (c) => c.json(controls.settings()))
  app.post(`${base}/settings`, async (c) => c.json(controls.change((await bodyOf(c)) as SettingsChange)))
  app.get(`${base}/faults`, (c) => c.json({ faults: controls.faults.list() }))
  app.post(`${base}/faults`, async (c) => c.json(controls.faults.add((await bodyOf(c)) as FaultRule)))
  app.delete(`${base}/faults`, (c) => {
    if (hasFilter(c)) return c.json({ error: 'this ends every fault; one is DELETE /_emulator/faults/<id>' }, 400)
    controls.faults.clear()
    return c.json({ faults: [] })
  })
  app.delete(`${base}/faults/:id`, (c) => {
    return controls.faults.remove(Number(c.req.param('id')))
      ? c.json({ faults: controls.faults.list() })
      : c.json({ error: 'no fault has this id' }, 404)
  })
}

/** A filter that nothing looks at would delete everything. */
function hasFilter(c: Context<LocalEnv>): boolean {
  return Object.keys(c.req.query()).length > 0
}

/** @throws EmulatorOptionsError where it is no JSON */
async function bodyOf(c: Context<LocalEnv>): Promise<unknown> {
  const body = readJsonBody(await c.req.text())
  if (body instanceof UnreadableBody) throw new EmulatorOptionsError([{ pointer: '', message: body.reason }])
  return body
}

const verdicts = ['accepted', 'rejected'] as const

/** What a value of a query may be; `undefined` is any text. */
type Takes = 'number' | 'code' | readonly string[] | undefined

const filters: Readonly<Record<Exclude<keyof MessageFilter, 'offset' | 'limit'>, Takes>> = {
  search: undefined,
  receiverNumber: undefined,
  msgKey: undefined,
  code: 'code',
  kind: kinds,
  verdict: verdicts,
  after: 'number',
}
const ofMessages: Readonly<Record<string, Takes>> = { ...filters, offset: 'number', limit: 'number' }
const ofWait: Readonly<Record<string, Takes>> = { ...filters, count: 'number', timeoutMs: 'number' }

/** Says what is wrong in a query: a filter that is not understood would let every message through, and a test pass. */
function wrongIn(query: unknown, known: Readonly<Record<string, Takes>>): string | undefined {
  for (const [name, value] of Object.entries(query as object)) {
    const takes = known[name]
    if (!Object.hasOwn(known, name)) return `there is no "${name}"; there are ${Object.keys(known).join(', ')}`
    if (takes === 'number' ? numberIn(query, name) === undefined : takes === 'code' && !isCode(value)) {
      return `"${name}" takes ${takes === 'number' ? 'a whole number' : 'a code of the service'}`
    }
    if (Array.isArray(takes) && !isOf(takes, value)) return `"${name}" takes ${takes.join(', ')}`
  }
  return undefined
}

/** Returns the filter in a query; values that there are not filter nothing out. */
export function filterOf(query: unknown): MessageFilter {
  const { search, receiverNumber, msgKey, code, kind, verdict } = query as Readonly<Record<string, unknown>>
  const after = numberIn(query, 'after')
  return {
    offset: numberIn(query, 'offset') ?? 0,
    limit: Math.min(numberIn(query, 'limit') ?? defaultPage, maxPage),
    ...(after !== undefined && { after }),
    ...(typeof search === 'string' && { search }),
    ...(typeof receiverNumber === 'string' && { receiverNumber }),
    ...(typeof msgKey === 'string' && { msgKey }),
    ...(isCode(code) && { code }),
    ...(isOf(kinds, kind) && { kind }),
    ...(isOf(verdicts, verdict) && { verdict }),
  }
}

function numberIn(query: unknown, name: string): number | undefined {
  const value = (query as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : undefined
}

function isOf<const T>(names: readonly T[], name: unknown): name is T {
  return (names as readonly unknown[]).includes(name)
}

function isCode(code: unknown): code is string {
  return typeof code === 'string' && codeFacts(code) !== undefined
}
