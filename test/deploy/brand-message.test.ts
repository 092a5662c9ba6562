import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Run } from '../../src/deploy/run.ts'
import type { SendState } from '../../src/ledger/ledger.ts'
import type { CompiledTemplate } from '../../src/template.ts'
import { afterEachFile } from '../ending.ts'
import { sendsIn, template } from '../ledger/temp-ledger.ts'
import { deployWorld, type World } from './deploy-world.ts'

interface Recipient {
  readonly recipientNo: string
  readonly recipientGroupingKey: string
}

interface Body {
  readonly recipientList: readonly Recipient[]
  readonly [field: string]: unknown
}

interface Entry {
  readonly recipientSeq: number
  readonly recipientNo: string | null
  readonly resultCode: number
}

interface Answer {
  readonly status?: number
  readonly header?: object
  readonly entries?: readonly Entry[]
  readonly requestId?: string
  /** In place of all of it. */
  readonly text?: string
}

/** What the service does with a request; the answer is undefined where the connection breaks. */
interface Behaviour {
  readonly takes: (place: number) => boolean
  readonly answer: (entries: readonly Entry[]) => Answer | undefined
}

const success = { resultCode: 0, resultMessage: 'success', isSuccessful: true }
const failed = (resultCode: number): object => ({ resultCode, resultMessage: 'failed', isSuccessful: false })
const right: Behaviour = { takes: () => true, answer: (entries) => ({ entries }) }

let behaviour: { readonly at: number; readonly it: Behaviour }
let requests: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Body }[]
let taken: string[]

const server = createServer((request, response) => {
  void text(request).then((read) => {
    const body = JSON.parse(read) as Body
    requests.push({ path: request.url ?? '', headers: request.headers, body })
    const { takes, answer } = behaviour.at === requests.length ? behaviour.it : right
    for (const [place, one] of body.recipientList.entries()) if (takes(place)) taken.push(one.recipientGroupingKey)
    const all = body.recipientList.map(({ recipientNo }, place) => ({
      recipientSeq: place + 1,
      recipientNo,
      resultCode: 0,
    }))
    const given = answer(all)
    if (given === undefined) return response.destroy()
    const { status = 200, header = success, entries, requestId = 'R1', text: other } = given
    const message = entries && { requestId, sendResults: entries }
    response.writeHead(status, { 'content-type': 'application/json' })
    return response.end(
      other ?? JSON.stringify({ header, message: message ?? (given.requestId ? { requestId } : null) }),
    )
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterEachFile(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  behaviour = { at: 0, it: right }
  requests = []
  taken = []
})

const shared = (id: string, content = '새 원두가 도착했어요.'): CompiledTemplate => {
  const payload = {
    chatBubbleType: 'TEXT',
    content,
    recipientList: [{ targeting: 'I', resendParameter: { isResend: false } }],
  }
  return { ...template(id), service_id: 'bm-text', payload } as unknown as CompiledTemplate
}
const personal = (id: string): CompiledTemplate => shared(id, '#{name}님, 새 원두가 도착했어요.')

const secrets = { appKey: 'app-key-canary', secretKey: 'secret-key-canary' }

function brandWorld(
  templates: readonly CompiledTemplate[],
  recipients: number,
  target: Partial<Run['target']> = {},
): Promise<World> {
  return deployWorld({
    templates,
    recipients,
    target: { service: 'brand-message', batch: 100, ...target },
    service: { service: 'brand-message', baseUrl: url, uploadUrl: url, account: secrets },
  })
}

const sizes = (): number[] => requests.map(({ body }) => body.recipientList.length)

interface Expected {
  readonly all: SendState
  readonly first?: SendState
  readonly end?: string
}

const nobody = { takes: () => false }
const everybody = { takes: () => true }
const others = { takes: (place: number) => place > 0 }
const entriesWith = (change: (entry: Entry, place: number) => Entry | readonly Entry[]): Behaviour => ({
  ...everybody,
  answer: (entries) => ({ entries: entries.flatMap(change) }),
})
const firstIs = (change: Partial<Entry>): Behaviour['answer'] => {
  return (entries) => ({ entries: entries.map((entry, place) => (place === 0 ? { ...entry, ...change } : entry)) })
}
const allUnknown: Expected = { all: 'unknown' }
const firstUnknown: Expected = { all: 'accepted', first: 'unknown' }

/** What an answer means has its tests in test/contract/brand-message; here is one of each that a deploy treats in its own way. */
const faults: readonly [name: string, it: Behaviour, expected: Expected][] = [
  ['a page', { ...everybody, answer: () => ({ text: '<html></html>' }) }, allUnknown],
  ['a reset', { ...everybody, answer: () => undefined }, allUnknown],
  ['400 and a whole answer', { ...everybody, answer: (entries) => ({ status: 400, entries }) }, { all: 'accepted' }],
  [
    'a header that lies',
    { ...everybody, answer: (entries) => ({ header: failed(-2018), entries }) },
    { all: 'accepted' },
  ],
  [
    'a refusal with a request ID',
    { ...everybody, answer: () => ({ header: failed(-2018), requestId: 'R9' }) },
    allUnknown,
  ],
  ['one missing', entriesWith((entry, place) => (place === 0 ? [] : entry)), firstUnknown],
  ['a stranger', { ...everybody, answer: firstIs({ recipientNo: '01099999999' }) }, firstUnknown],
  ['another order', { ...everybody, answer: (entries) => ({ entries: entries.toReversed() }) }, { all: 'accepted' }],
  [
    'everyone refused, and somebody taken',
    { ...everybody, answer: (entries) => ({ header: failed(-1031), entries }) },
    allUnknown,
  ],
  ['a bad number', { ...others, answer: firstIs({ resultCode: -5000 }) }, { all: 'accepted', first: 'rejected' }],
  [
    'an opt-out number that is gone',
    { ...others, answer: firstIs({ resultCode: -3300 }) },
    { all: 'accepted', first: 'deferred', end: 'account' },
  ],
  ['a bad button', { ...nobody, answer: () => ({ header: failed(-2018) }) }, { all: 'rejected' }],
  [
    'a bad app key',
    { ...nobody, answer: () => ({ status: 401, header: failed(-1000) }) },
    { all: 'deferred', end: 'authentication' },
  ],
  [
    'too many requests',
    { ...nobody, answer: () => ({ status: 429, header: failed(-9997) }) },
    { all: 'unknown', end: 'too-many-requests' },
  ],
]

describe.each(faults)('%s', (_name, it_, expected) => {
  it.each([
    [1, 1],
    [2, 1],
    [2, 4],
  ])('at request %i, with %i in flight', async (at, concurrency) => {
    behaviour = { at, it: it_ }
    const world = await brandWorld([shared('a')], 250, { concurrency })
    const end = await world.run()
    expect(end).toMatchObject(
      expected.end === undefined ? { type: 'done' } : { type: 'pause', reasons: [expected.end] },
    )
    const struck = requests[at - 1]?.body.recipientList.map(({ recipientGroupingKey }) => recipientGroupingKey) ?? []
    const stateOf = async (): Promise<ReadonlyMap<string, SendState>> =>
      new Map((await sendsIn(world.ledger(), { release: world.release })).map(({ key, state }) => [key, state]))
    const states = await stateOf()
    expect(struck.map((key) => states.get(key))).toEqual(
      struck.map((_, place) => (place === 0 && expected.first !== undefined ? expected.first : expected.all)),
    )
    // The first request carries one, and another one follows while nobody knows what became of it.
    expect(sizes().slice(0, at)).toEqual([1, 100].slice(0, at))
    behaviour = { at: 0, it: right }
    expect(await world.run()).toEqual({ type: 'done' })
    const after = await stateOf()
    expect(new Set(taken).size).toBe(taken.length)
    for (const [key, state] of after) {
      if (state !== 'unknown') expect([key, state]).toEqual([key, taken.includes(key) ? 'accepted' : 'rejected'])
    }
    expect([...after.values()].filter((state) => state === 'unknown')).toHaveLength(
      [...states.values()].filter((state) => state === 'unknown').length,
    )
    const shown = JSON.stringify([world.events, await sendsIn(world.ledger(), { release: world.release })])
    for (const secret of Object.values(secrets)) expect(shown).not.toContain(secret)
  })
})

describe('requests', () => {
  it.each([
    ['are shared by people who get the same', [shared('a')], [1, 100, 100, 49]],
    ['go to one person each where a variable stands in them', [personal('a')], Array.from({ length: 250 }, () => 1)],
    ['never mix messages', [shared('a'), personal('b'), shared('c')], undefined],
  ])('%s', async (_name, templates, expected) => {
    const world = await brandWorld(templates, 250, { concurrency: 3 })
    expect(await world.run()).toEqual({ type: 'done' })
    if (expected) expect(sizes()).toEqual(expected)
    const sends = await sendsIn(world.ledger(), { release: world.release })
    const messageOf = new Map(sends.map(({ key, id }) => [key, id]))
    for (const { body } of requests) {
      const messages = new Set(body.recipientList.map(({ recipientGroupingKey: key }) => messageOf.get(key)))
      expect(messages.size).toBe(1)
      if (messages.has('b')) expect(body.recipientList).toHaveLength(1)
    }
    expect(new Set(taken).size).toBe(250 * templates.length)
    for (const { path, headers, body } of requests) {
      expect(path).toBe(`/brand-message/v1.0/appkeys/${secrets.appKey}/freestyle-messages`)
      expect(headers['x-secret-key']).toBe(secrets.secretKey)
      expect(body).toMatchObject({ senderKey: 'emulator-sender', senderGroupingKey: world.release })
    }
    const attempts = requests.map(({ headers }) => headers['x-nc-api-idempotency-key'])
    expect(new Set(attempts).size).toBe(requests.length)
  })

  it.each([1, 30, 101, 200])('carry %i people in all where that is the limit', async (maxMessages) => {
    const world = await brandWorld([shared('a'), personal('b')], 120, { concurrency: 4 })
    expect(await world.run({ maxMessages })).toEqual({ type: 'limit' })
    expect(taken).toHaveLength(maxMessages)
    expect(await world.counts()).toMatchObject({ accepted: maxMessages, pending: 240 - maxMessages })
  })

  it('leave in time for the people in them, not for those who are not there', async () => {
    const world = await brandWorld([shared('a'), personal('b')], 10, { concurrency: 1, rate: 10 })
    const startMs = world.clock.now()
    expect(await world.run()).toEqual({ type: 'done' })
    expect(sizes()).toEqual([1, 9, ...Array.from({ length: 10 }, () => 1)])
    expect(world.clock.now() - startMs).toBeLessThan(13_000)
  })
})
