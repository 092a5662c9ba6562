import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { messageOutcomes, type RequestOutcome } from '../../src/service/send.ts'
import { openClientOf, texts } from './client.ts'

/** What the server says to the next request. */
export interface Said {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export const keys = ['key-1', 'key-2', 'key-3'] as const

/** A service that says what it is told to say, and a client of it. */
export interface Answering {
  readonly outcomeOf: (answer: Said) => Promise<RequestOutcome>
  readonly close: () => Promise<void>
}

export async function startAnswering(): Promise<Answering> {
  let said: Said = { status: 200, headers: {}, body: new Uint8Array() }
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(said.status, { ...said.headers, 'content-length': said.body.length })
      response.end(said.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = openClientOf((server.address() as AddressInfo).port, { requestTimeoutMs: 20_000 })
  return {
    async outcomeOf(answer) {
      said = answer
      return messageOutcomes(keys, await client.sendMessages('ft-text', texts(...keys)))
    },
    async close() {
      await client.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The keys that an answer accepts, read without the code under test: what its words say, and nothing else. */
export function acceptedBy({ status, body }: Said): string[] {
  let data: unknown
  try {
    data = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return []
  }
  if (status < 200 || status === 429 || status >= 500 || (status >= 300 && status < 400)) return []
  if (!isRecord(data) || !Array.isArray(data['results'])) return []
  // Beside an error of the whole request no result is believed.
  const { code, name, description } = data
  const isError =
    typeof code === 'string' && [name, description].every((text) => text === undefined || typeof text === 'string')
  if (isError && /^(?:C400_[123]|C404_1|C500_1|G1[146]0|G14[12]|G150)$/.test(code)) return []
  const results = data['results'] as unknown[]
  const isWhole = results.every(
    (result) =>
      isRecord(result) &&
      typeof result['msg_key'] === 'string' &&
      (result['desc'] === undefined || typeof result['desc'] === 'string'),
  )
  if (!isWhole) return []
  // What is wrong with a code is about its message alone.
  const read = results as { msg_key: string; code?: unknown }[]
  return keys.filter((key) => {
    const own = read.filter((result) => result.msg_key === key)
    return own.length === 1 && own[0]?.code === 'C100'
  })
}

const statuses = fc.oneof(
  { weight: 4, arbitrary: fc.constant(200) },
  fc.constantFrom(201, 206, 301, 400, 401, 404, 409, 429, 500, 503),
  fc.integer({ min: 200, max: 599 }).filter((status) => status !== 204 && status !== 304),
)
const codes = fc.oneof(
  { weight: 5, arbitrary: fc.constant('C100') },
  fc.constantFrom(
    'C400_1',
    'C500_1',
    'G150',
    'G160',
    'G141',
    'c100',
    ' C100',
    'C100 ',
    'C1000',
    'Ｃ１００',
    'C\u200b100',
    '',
    '__proto__',
    'toString',
  ),
  fc.string(),
  fc.constantFrom(100, null, true),
)
const someKeys = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<unknown>(...keys) },
  fc.constantFrom<unknown>('KEY-1', 'key-1 ', 'key-', 'key-\u0031\u0000', '__proto__', 1, null),
  fc.string(),
)
const results = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record(
        { msg_key: someKeys, code: codes, desc: fc.oneof(fc.string(), fc.constant(5)) },
        { requiredKeys: ['msg_key', 'code'] },
      ),
    },
    fc.jsonValue(),
  ),
  { maxLength: 6 },
)
const wellFormed = fc
  .shuffledSubarray([...keys, ...keys], { minLength: 1 })
  .chain((list) =>
    fc.tuple(
      ...list.map((msg_key) =>
        fc.record({ msg_key: fc.constant(msg_key), code: codes.filter((code) => typeof code === 'string') }),
      ),
    ),
  )
const bodies = fc.oneof(
  { weight: 4, arbitrary: wellFormed.map((list) => JSON.stringify({ results: list })) },
  { weight: 4, arbitrary: results.map((list) => JSON.stringify({ results: list })) },
  {
    weight: 2,
    arbitrary: fc
      .record(
        { results, code: codes, name: fc.string(), description: fc.oneof(fc.string(), fc.constant(null)) },
        { requiredKeys: ['results', 'code'] },
      )
      .map((data) => JSON.stringify(data)),
  },
  { weight: 1, arbitrary: fc.record({ code: codes, description: fc.string() }).map((data) => JSON.stringify(data)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string() },
  // Whole answers with a piece missing, at the end or anywhere.
  {
    weight: 1,
    arbitrary: fc
      .tuple(wellFormed, fc.nat(80))
      .map(([list, cut]) => JSON.stringify({ results: list }).slice(0, -1 - cut)),
  },
)
/** Answers that are right, nearly right, cut off, and none. */
export const answers: fc.Arbitrary<Said> = fc.record({
  status: statuses,
  headers: fc.record(
    {
      'content-type': fc.constantFrom('application/json', 'text/html', 'application/json;charset=euc-kr'),
      date: fc.constantFrom('yesterday', '', new Date(0).toUTCString(), new Date().toUTCString()),
      location: fc.constantFrom('/elsewhere', 'http://127.0.0.1:1/'),
      'retry-after': fc.constantFrom('0', '9999999', '-1', 'soon'),
      'x-anything': fc.string().map((text) => encodeURIComponent(text.toWellFormed())),
    },
    { requiredKeys: [] },
  ),
  body: fc.oneof(
    { weight: 6, arbitrary: bodies.map((text) => new TextEncoder().encode(text)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    {
      weight: 1,
      arbitrary: fc.tuple(bodies, fc.nat(40)).map(([text, at]) => broken(new TextEncoder().encode(text), at)),
    },
  ),
})

/** With a byte that is no UTF-8. */
function broken(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes)
  if (copy.length > 0) copy[at % copy.length] = 0xff
  return copy
}
