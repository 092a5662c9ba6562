import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { WebhookSettings } from '../../src/emulator/settings.ts'
import { deadPort } from '../service/bare-server.ts'
import { emulate, send } from './client.ts'
import { textMessage } from './messages.ts'

const emulator = await emulate()
let received: { readonly whole: boolean; readonly text: string }[] = []
let statuses: number[] = []
let held: Promise<void> = Promise.resolve()

const callback: Server = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  request.on('close', () => {
    received.push({ whole: request.complete, text })
  })
  request.on('end', () => {
    void held.then(() => response.writeHead(statuses.shift() ?? 200).end())
  })
})
await new Promise<void>((resolve) => {
  callback.listen(0, '127.0.0.1', resolve)
})
const url = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/results`

afterAll(() => {
  callback.close()
  callback.closeAllConnections()
})

beforeEach(() => {
  emulator.reset()
  received = []
  statuses = []
})

/** Sends messages with a webhook set, and waits for so many attempts. */
async function deliver(
  settings: Partial<WebhookSettings>,
  messages: readonly unknown[],
  attempts: number,
): Promise<void> {
  emulator.change({ webhooks: { 'friend-talk': { url, retryDelayMs: 1, ...settings } } })
  await send(emulator, 'ft-text', messages)
  await expect.poll(() => emulator.webhookAttempts().length).toBe(attempts)
}

type WebhookResult = { readonly [field: string]: unknown }

const resultsOf = (index: number): WebhookResult[] =>
  (JSON.parse(received[index]?.text ?? '{}') as { results: WebhookResult[] }).results

it('makes Node.js warn of nothing, however many deliveries are under way', async () => {
  const warnings: Error[] = []
  const onWarning = (warning: Error): number => warnings.push(warning)
  process.on('warning', onWarning)
  let answer = (): void => {}
  held = new Promise((resolve) => (answer = resolve))
  emulator.change({ webhooks: { 'friend-talk': { url } } })
  const ten = Array.from({ length: 10 }, () => textMessage())
  for (let request = 0; request < 13; request++) await send(emulator, 'ft-text', ten)
  answer()
  await expect.poll(() => emulator.webhookAttempts().flatMap(({ results }) => results).length).toBe(130)
  process.off('warning', onWarning)
  expect(warnings).toEqual([])
})

it('delivers the results of accepted messages alone, in the shape of the public page', async () => {
  emulator.clock.change({ set: '2026-07-01T12:00:00.123+09:00', frozen: true })
  const messages = [
    textMessage({ echo_to_webhook: 'order 7' }),
    textMessage({ msg: '' }),
    textMessage({ msg_key: 'b' }),
  ]
  await deliver({}, messages, 1)
  const times = { request_date: '2026-07-01 12:00:00.123', done_date: '2026-07-01 12:00:00.123' }
  expect(resultsOf(0)).toEqual([
    { code: '0', desc: 'delivered', msg_key: 'text-1', echo_to_webhook: 'order 7', ...times },
    { code: '0', desc: 'delivered', msg_key: 'b', echo_to_webhook: null, ...times },
  ])
})

it('gives chosen recipients other codes, and says what became of the fallback', async () => {
  const failback = { msg: '문자', api_unique_id: 'lms-standard', secret_key: 'emulator_failback' }
  const blocked = textMessage({ receiver_number: '01099998888', failback_data: failback })
  await deliver({ codes: { '01099998888': 'B' } }, [textMessage(), blocked], 1)
  expect(resultsOf(0)).toMatchObject([
    { code: '0' },
    {
      code: 'B',
      desc: 'the recipient has blocked the channel',
      failback: { code: '0', dest: '01099998888', api_unique_id: 'lms-standard', message_type: 'lms' },
    },
  ])
})

it('tries again until it is answered with 2xx', async () => {
  statuses = [500, 302, 204]
  await deliver({}, [textMessage()], 3)
  expect(emulator.webhookAttempts().map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
    [1, 500],
    [2, 302],
    [3, 204],
  ])
})

it('gives up after ten tries more', async () => {
  statuses = Array.from({ length: 20 }, () => 503)
  await deliver({}, [textMessage()], 11)
  expect(received).toHaveLength(11)
})

it('says why a callback was not reached', async () => {
  await deliver({ url: `http://127.0.0.1:${await deadPort()}/`, maxRetries: 0 }, [textMessage()], 1)
  expect(emulator.webhookAttempts()[0]?.outcome).toBe('ECONNREFUSED')
})

it('delays results', async () => {
  await deliver({ delayMs: 600_000 }, [textMessage({ msg_key: 'later' })], 0)
  await deliver({ delayMs: 0 }, [textMessage({ msg_key: 'now' })], 1)
  expect(resultsOf(0).map(({ msg_key: key }) => key)).toEqual(['now'])
})

it('puts at most ten results into one delivery', async () => {
  const messages = Array.from({ length: 10 }, (_, index) => textMessage({ msg_key: String(index + 1) }))
  await deliver({}, messages, 1)
  expect(resultsOf(0).map(({ msg_key: key }) => key)).toEqual(messages.map(({ msg_key: key }) => key))
})
