import { beforeEach, describe, expect, it } from 'vitest'
import { type Kind, kinds, kindFacts } from '../../src/contract/friend-talk/kinds.ts'
import { messageOutcomes } from '../../src/service/send.ts'
import type { SendRecord } from '../../src/contract/contract.ts'
import { until } from '../deadline.ts'
import { emulate, uploadedUrl } from '../emulator/client.ts'
import { messageOf } from '../emulator/messages.ts'
import { holdTimers, letPass } from '../held-timers.ts'
import { answer, startBareServer } from './bare-server.ts'
import { openClient, openClientOf, texts } from './client.ts'
import { startFakeService } from './fake-service.ts'
import {
  type AnyFault,
  drip,
  html,
  cutOff,
  resultsMissing,
  resultsDoubled,
  resultsReordered,
  resultsForeignKey,
  wireBefore,
} from '../support/wire.ts'

const emulator = await emulate()
const client = openClient(emulator)
const wire = await wireBefore(emulator)
const keys = ['a', 'b', 'c']

beforeEach(() => {
  emulator.reset()
})

async function outcomes(sender = client): Promise<string[]> {
  const sent = await sender.sendMessages('ft-text', texts(...keys))
  return messageOutcomes(keys, sent).messages.map(({ outcome }) => outcome)
}

const all = (outcome: string): string[] => keys.map(() => outcome)

describe('sending', () => {
  it.each(kinds)('%s', async (kind: Kind) => {
    const upload = kindFacts[kind].upload
    const url = upload === undefined ? '' : await uploadedUrl(emulator, upload)
    const message = { ...messageOf[kind](url), msg_key: 'one' } as unknown as SendRecord
    const sent = await client.sendMessages(kind, [message])
    expect(sent).toMatchObject({ type: 'results', status: 200, results: [{ msg_key: 'one', code: 'C100' }] })
    expect(emulator.counts().accepted).toBe(1)
  })

  it('tells the clocks apart', async () => {
    const nowMs = Date.parse('2026-07-01T12:00:00Z')
    emulator.clock.change({ set: '2026-07-01T12:01:30Z', frozen: true })
    const sent = await openClient(emulator, { now: () => nowMs }).sendMessages('ft-text', texts('a'))
    expect(sent).toMatchObject({ clock: { serverMs: nowMs + 90_000, localMs: nowMs } })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['no message', () => client.sendMessages('ft-text', [])],
    ['too many', () => client.sendMessages('ft-text', texts(...Array.from({ length: 11 }, (_, i) => `k${i}`)))],
    ['a key twice', () => client.sendMessages('ft-text', texts('a', 'a'))],
    ['a blank key', () => client.sendMessages('ft-text', texts(' '))],
  ])('takes no request with %s', async (_name, send) => {
    await expect(send()).rejects.toThrow(/A request holds/)
    expect(emulator.requests()).toEqual([])
  })
})

describe('429, where the operator states that it is not taken', () => {
  it.each<[string, unknown, string]>([
    ['an empty object', {}, 'not-taken'],
    ['a page', '<html></html>', 'not-taken'],
    ['a refusal of the interface', { code: 'C400_2', name: 'x', description: 'too many' }, 'not-taken'],
    ['a code of its own', { code: '429', name: 'x', description: 'too many' }, 'not-taken'],
    ['results', { results: [{ msg_key: 'a', code: 'C100', desc: '' }] }, 'unknown'],
    ['results that cannot be read', { results: 3 }, 'unknown'],
    ['an internal error', { code: 'C500_1', name: 'x', description: 'x' }, 'unknown'],
    ['success', { code: 'C100', name: 'x', description: 'x' }, 'unknown'],
  ])('with %s', async (_name, body, outcome) => {
    const service = await startFakeService(() => ({ status: 429, headers: { 'retry-after': ' 7 ' }, body }))
    const sent = await openClientOf(Number(new URL(service.url).port)).sendMessages('ft-text', texts(...keys))
    expect(sent).toMatchObject({ retryAfterMs: 7_000 })
    expect(messageOutcomes(keys, sent, 'not-taken').messages.map((message) => message.outcome)).toEqual(all(outcome))
    expect(messageOutcomes(keys, sent).messages.map((message) => message.outcome)).toEqual(all('unknown'))
  })

  it.each([
    ['-1', undefined],
    ['soon', undefined],
    ['1e9', undefined],
    ['99999999999999999999', 3_600_000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ])('waits for no Retry-After that is none or too long: %s', async (retryAfter, retryAfterMs) => {
    const service = await startFakeService(() => ({ status: 429, headers: { 'retry-after': retryAfter }, body: {} }))
    const sent = await openClientOf(Number(new URL(service.url).port)).sendMessages('ft-text', texts('a'))
    expect('retryAfterMs' in sent ? sent.retryAfterMs : undefined).toBe(retryAfterMs)
  })
})

describe('a code that is no text', () => {
  it.each(['100', 'null', 'true', '["C100"]', '{"C100":1}', '{"__proto__":"C100"}', undefined])(
    '%s leaves its message unknown and the others as they are',
    async (code) => {
      const entry = code === undefined ? '{"msg_key":"b"}' : `{"msg_key":"b","code":${code}}`
      const body = `{"results":[{"msg_key":"a","code":"C100"},${entry},{"msg_key":"c","code":"G141"}]}`
      const server = await startBareServer({ onRequest: ({ socket }) => answer(socket, body) })
      const sent = await openClientOf(server.port).sendMessages('ft-text', texts(...keys))
      const { messages } = messageOutcomes(keys, sent)
      expect(messages).toEqual([
        { key: 'a', outcome: 'accepted', code: 'C100' },
        { key: 'b', outcome: 'unknown' },
        { key: 'c', outcome: 'rejected', code: 'G141' },
      ])
    },
  )

  it.each([
    [`C100${' '.repeat(5_000)}`, 'unknown'],
    [`${'\u200b'.repeat(5_000)}C100`, 'unknown'],
    [`C100${'0'.repeat(5_000)}`, 'rejected'],
  ])('and one that is too long to be shown is judged as a whole', async (code, outcome) => {
    const body = JSON.stringify({ results: [{ msg_key: 'a', code }] })
    const server = await startBareServer({ onRequest: ({ socket }) => answer(socket, body) })
    const sent = await openClientOf(server.port).sendMessages('ft-text', texts('a'))
    const [message] = messageOutcomes(['a'], sent).messages
    expect(message?.outcome).toBe(outcome)
    expect((message?.code ?? '').length).toBeLessThanOrEqual(64)
  })
})

describe('faults of the service', () => {
  const rows: [fault: AnyFault, outcomes: string[], taken: number][] = [
    [{ type: 'reset-after-reading' }, all('unknown'), 3],
    [{ type: 'drop' }, all('unknown'), 0],
    [{ type: 'drop', processed: true }, all('unknown'), 3],
    [{ type: 'delay', ms: 2 }, all('accepted'), 3],
    [drip({ chunkBytes: 40, everyMs: 1 }), all('accepted'), 3],
    [{ type: 'status', status: 500, processed: true }, all('unknown'), 3],
    [{ type: 'status', status: 302 }, all('unknown'), 0],
    [{ type: 'status', status: 429 }, all('unknown'), 0],
    [{ type: 'status', status: 400 }, all('unknown'), 0],
    [html(), all('unknown'), 0],
    [html({ status: 502, processed: true }), all('unknown'), 3],
    [cutOff(), all('unknown'), 3],
    [cutOff(0), all('unknown'), 3],
    [resultsMissing(), ['unknown', 'accepted', 'accepted'], 3],
    [resultsDoubled, ['unknown', 'accepted', 'accepted'], 3],
    [resultsReordered, all('accepted'), 3],
    [resultsForeignKey(), all('accepted'), 3],
    [resultsForeignKey('first'), ['unknown', 'accepted', 'accepted'], 3],
    [{ type: 'reject', code: 'G150', messages: { indexes: [1] } }, ['accepted', 'deferred', 'accepted'], 3],
    [{ type: 'request-error', code: 'C400_1' }, all('rejected'), 0],
    [{ type: 'request-error', code: 'C500_1' }, all('unknown'), 0],
  ]

  it.each(rows)('%j', async (fault, expected, taken) => {
    const struck = openClient({ ...emulator, baseUrl: wire.strike({ fault, at: 2 }) })
    expect(await outcomes(struck)).toEqual(all('accepted'))
    expect(await outcomes(struck)).toEqual(expected)
    expect(emulator.requests()).toHaveLength(2)
    expect(emulator.counts().messages).toBe(3 + taken)
    expect(await outcomes(struck)).toEqual(all('accepted'))
  })

  it.each<AnyFault>([{ type: 'delay', ms: 10_000 }, drip({ chunkBytes: 1, everyMs: 100 })])(
    '%j takes too long',
    async (fault) => {
      holdTimers()
      const baseUrl = wire.strike({ fault, at: 2 })
      const impatient = openClient({ ...emulator, baseUrl }, { requestTimeoutMs: 5_000 })
      expect(await outcomes(impatient)).toEqual(all('accepted'))
      const late = outcomes(impatient)
      await until(
        () => 'the messages in the inbox',
        () => emulator.counts().messages === 6,
      )
      letPass(5_000)
      expect(await late).toEqual(all('unknown'))
      expect(await outcomes(impatient)).toEqual(all('accepted'))
      expect(emulator.requests()).toHaveLength(3)
    },
  )

  it('proves that a refused request was not written', async () => {
    emulator.faults.add({ fault: { type: 'refuse', forMs: 3_000_000 }, at: 2 })
    expect(await outcomes()).toEqual(all('accepted'))
    expect(await outcomes()).toEqual(all('not-written'))
    emulator.faults.clear()
    expect(await outcomes()).toEqual(all('accepted'))
    expect(emulator.requests()).toHaveLength(2)
  })

  it('takes wrong credentials for what they are', async () => {
    const own = await emulate()
    const stranger = openClient({ ...own, secretKey: 'emulator_wrong' })
    const { messages, pauses } = messageOutcomes(['a'], await stranger.sendMessages('ft-text', texts('a')))
    expect(messages).toMatchObject([{ key: 'a', outcome: 'deferred', code: 'C400_2' }])
    expect(pauses).toEqual(['authentication'])
  })
})
