import { isSendCode } from '../contract/responses.ts'
import { kinds } from '../contract/kinds.ts'
import { openQuestions } from './assumptions.ts'
import type { ClockChange } from './clock.ts'
import { type Controls, MessagesLate } from './controls.ts'
import type { FaultRule } from './faults.ts'
import type { MessageFilter } from './received.ts'
import type { EmulatorSettings, SettingsChange } from './options.ts'
import type { HttpReply } from '../web/http/exchange.ts'
import type { HttpApp } from '../web/http/http-app.ts'

const maxWaitMs = 120_000
const defaultPage = 100
const maxPage = 10_000

/** Adds the control API: what `Controls` does, over HTTP. */
export function addControl(app: HttpApp, controls: Controls): void {
  const base = '/_emulator'
  app.get(base, () => ({
    emulator: 'friendtalk',
    counts: controls.counts(),
    clock: controls.clock.state(),
    settings: labelled(controls.settings()),
    faults: controls.faults.list(),
  }))
  app.get(`${base}/messages`, ({ query }, reply) => {
    const wrong = wrongIn(query, ofMessages)
    if (wrong !== undefined) return reply.code(400).send({ error: wrong })
    const filter = filterOf(query)
    return { counts: controls.counts(), messages: controls.messages(filter) }
  })
  app.get(`${base}/messages/wait`, async ({ query }, reply) => {
    const wrong = wrongIn(query, ofWait)
    if (wrong !== undefined) return reply.code(400).send({ error: wrong })
    const { code } = filterOf(query)
    const timeoutMs = Math.min(numberIn(query, 'timeoutMs') ?? 10_000, maxWaitMs)
    try {
      return await controls.waitForMessages(numberIn(query, 'count') ?? 1, { timeoutMs, ...(code && { code }) })
    } catch (error) {
      if (!(error instanceof MessagesLate)) throw error
      return reply.code(408).send({ error: error.message, counts: error.counts })
    }
  })
  app.get(`${base}/images`, () => ({ images: controls.images() }))
  app.post(`${base}/images/expire`, (request, reply) => {
    const { url } = (request.body ?? {}) as { readonly url?: unknown }
    return typeof url === 'string' && controls.expireImage(url)
      ? { expired: url }
      : absent(reply, 'no image has this URL')
  })
  app.get(`${base}/requests`, () => ({ requests: controls.requests() }))
  app.get(`${base}/webhook`, () => ({ attempts: controls.webhookAttempts() }))
  app.post(`${base}/reset`, () => {
    controls.reset()
    return { counts: controls.counts() }
  })
  app.get(`${base}/clock`, () => controls.clock.state())
  app.post(`${base}/clock`, (request) => controls.clock.change(request.body as ClockChange))
  app.get(`${base}/settings`, () => labelled(controls.settings()))
  app.post(`${base}/settings`, (request) => labelled(controls.change(request.body as SettingsChange)))
  app.get(`${base}/faults`, () => ({ faults: controls.faults.list() }))
  app.post(`${base}/faults`, (request) => controls.faults.add(request.body as FaultRule))
  app.delete(`${base}/faults`, () => {
    controls.faults.clear()
    return { faults: [] }
  })
  app.delete(`${base}/faults/:id`, (request, reply) => {
    return controls.faults.remove(Number(request.params['id']))
      ? { faults: controls.faults.list() }
      : absent(reply, 'no fault has this id')
  })
}

/** EmulatorSettings as they are shown: what the interface leaves open is labelled as assumed. */
function labelled(settings: EmulatorSettings): object {
  const assumptions = Object.entries(openQuestions).map(([name, { question, answers }]) => {
    const answer = settings.assumptions[name as keyof typeof openQuestions]
    const texts: Readonly<Record<string, string>> = answers
    return [name, { assumed: answer, means: texts[answer], question, answers: Object.keys(answers) }]
  })
  return { ...settings, assumptions: Object.fromEntries(assumptions) }
}

const verdicts = ['accepted', 'rejected'] as const

/** What a value of a query may be; `undefined` is any text. */
type Takes = 'number' | 'code' | readonly string[] | undefined

const ofMessages: Readonly<Record<keyof MessageFilter, Takes>> = {
  search: undefined,
  receiverNumber: undefined,
  msgKey: undefined,
  code: 'code',
  kind: kinds,
  verdict: verdicts,
  after: 'number',
  offset: 'number',
  limit: 'number',
}
const ofWait: Readonly<Record<string, Takes>> = { count: 'number', timeoutMs: 'number', code: 'code' }

/** Says what is wrong in a query: a filter that is not understood would let every message through, and a test pass. */
function wrongIn(query: unknown, known: Readonly<Record<string, Takes>>): string | undefined {
  for (const [name, value] of Object.entries(query as object)) {
    const takes = known[name]
    if (!Object.hasOwn(known, name)) return `there is no "${name}"; there are ${Object.keys(known).join(', ')}`
    if (takes === 'number' ? numberIn(query, name) === undefined : takes === 'code' && !isSendCode(value)) {
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
    ...(isSendCode(code) && { code }),
    ...(isOf(kinds, kind) && { kind }),
    ...(isOf(verdicts, verdict) && { verdict }),
  }
}

function numberIn(query: unknown, name: string): number | undefined {
  const value = (query as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : undefined
}

function absent(reply: HttpReply, error: string): HttpReply {
  return reply.code(404).send({ error })
}

function isOf<const T>(names: readonly T[], name: unknown): name is T {
  return (names as readonly unknown[]).includes(name)
}
