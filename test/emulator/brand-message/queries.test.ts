import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { startEmulator } from '../../../src/emulator/start-emulator.ts'
import { until } from '../../deadline.ts'
import { emulate } from '../client.ts'
import { bodiesFor, type Body, call, recipient, sendBody } from './client.ts'

const emulator = await emulate()
let text: Body = { recipientList: [] }

beforeEach(async () => {
  emulator.reset()
  emulator.clock.change({ set: '2027-03-10T12:00:00+09:00', frozen: true })
  text = (await bodiesFor(emulator))['TEXT'] ?? text
})

/** Sends one body to these numbers, with keys of their own. */
async function sendTo(senderGroupingKey: string, ...numbers: readonly string[]): Promise<string> {
  const recipientList = numbers.map((recipientNo) => ({
    ...recipient,
    recipientNo,
    recipientGroupingKey: `${senderGroupingKey}-${recipientNo.slice(-4)}`,
  }))
  const { message } = await sendBody(emulator, { ...text, senderGroupingKey, recipientList })
  return message?.requestId ?? ''
}

const day = 'startRequestDate=2027-03-10 00:00&endRequestDate=2027-03-10 23:59'
const keysFor = async (query: string): Promise<readonly unknown[]> => {
  const { messageSearchResultResponse: found } = await call(emulator, `messages?${encodeURI(query)}`)
  return [found.totalCount, ...found.messages.map(({ recipientGroupingKey: key }) => key)]
}

it('lists what was taken, by every filter and page', async () => {
  await sendTo('a', '01011110001', '01011110002', '021')
  emulator.clock.change({ moveMs: 3_600_000 })
  const requestId = await sendTo('b', '01011110003')
  for (const [query, keys] of [
    [day, [3, 'b-0003', 'a-0002', 'a-0001']],
    [`requestId=${requestId}`, [1, 'b-0003']],
    [`${day}&senderGroupingKey=a`, [2, 'a-0002', 'a-0001']],
    [`${day}&recipientGroupingKey=a-0001`, [1, 'a-0001']],
    [`${day}&recipientNo=01011110003`, [1, 'b-0003']],
    [`${day}&messageStatus=FAILED`, [0]],
    [`${day}&resultCode=MRC01&senderKey=emulator-sender`, [3, 'b-0003', 'a-0002', 'a-0001']],
    [`${day}&templateCode=x`, [0]],
    [`${day}&pageSize=2&pageNum=2`, [3, 'a-0001']],
    ['startRequestDate=2027-03-10 12:00&endRequestDate=2027-03-10 12:00', [2, 'a-0002', 'a-0001']],
    ['startRequestDate=2027-03-10 12:01&endRequestDate=2027-03-10 12:59', [0]],
  ] as const) {
    expect([query, await keysFor(query)]).toEqual([query, keys])
  }
})

it.each<[query: string, code: number]>([
  ['', -4103],
  ['recipientGroupingKey=a', -4103],
  ['startRequestDate=2027-03-10&endRequestDate=2027-03-10', -4103],
  ['startRequestDate=2027-02-06 12:00&endRequestDate=2027-03-10 12:00', -4003],
  ['startRequestDate=2026-12-09 12:00&endRequestDate=2026-12-10 12:00', -4017],
  [`${day}&pageSize=1001`, -4000],
  [`${day}&pageNum=0`, -4000],
])('is not asked "%s"', async (query, code) => {
  expect((await call(emulator, `messages?${encodeURI(query)}`)).header.resultCode).toBe(code)
})

it('shows one message with its body', async () => {
  const requestId = await sendTo('a', '01011110001')
  const { message } = await call(emulator, `messages/${requestId}/1`)
  expect(message).toMatchObject({ content: text['content'], recipientNo: '01011110001', resultCode: '1000' })
  expect((await call(emulator, `messages/${requestId}/2`)).header.resultCode).toBe(-1016)
})

it('says what became of each, once that is known', async () => {
  const codes = { '01011110002': '3018' }
  emulator.change({ webhooks: { 'brand-message': { delayMs: 60_000, codes } } })
  await sendTo('a', '01011110001', '01011110002')
  const rows = async (): Promise<unknown> => {
    const { messageSearchResultResponse: found } = await call(emulator, `messages?${encodeURI(day)}`)
    return found.messages.map((row) => [row['messageStatus'], row['resultCode'], row['receiveDate']])
  }
  expect(await rows()).toEqual([
    ['READY', null, null],
    ['READY', null, null],
  ])
  emulator.clock.change({ moveMs: 60_000 })
  expect(await rows()).toEqual([
    ['FAILED', '3018', '2027-03-10 12:01:00'],
    ['COMPLETED', '1000', '2027-03-10 12:01:00'],
  ])
})

it('delivers nothing at night', async () => {
  emulator.change({ restrictedHours: true })
  emulator.clock.change({ set: '2027-03-10T20:50:00+09:00', frozen: true })
  const requestId = await sendTo('a', '01011110001')
  expect((await call(emulator, `messages/${requestId}/1`)).message).toMatchObject({ resultCode: '3022' })
})

it('posts results to the webhook, with its signature', async () => {
  const posts: { readonly headers: IncomingHttpHeaders; readonly body: unknown }[] = []
  const callback = createServer(async (request, response) => {
    posts.push({ headers: request.headers, body: await json(request) })
    response.end()
  })
  await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/hook`
  const own = await startEmulator({ webhooks: { 'brand-message': { url } } }, { webhookToken: 'the-signature' })
  onTestFinished(async () => {
    await own.close()
    callback.close()
  })
  const recipientList = [{ ...recipient, recipientGroupingKey: 'k1' }]
  const { message } = await sendBody(own, { ...text, senderGroupingKey: 'r1', recipientList })
  await until(
    () => 'a post of results',
    () => posts.length > 0,
  )
  expect(posts[0]?.headers['x-toast-webhook-signature']).toBe('the-signature')
  expect(posts[0]?.body).toMatchObject({
    appKey: own.appKey,
    event: 'MESSAGE_RESULT_UPDATE',
    hooks: [
      {
        requestId: message?.requestId,
        recipientSeq: 1,
        recipientNo: '01012345678',
        resultCode: '1000',
        senderGroupingKey: 'r1',
        recipientGroupingKey: 'k1',
        isAddedChannel: true,
        _links: { self: { href: expect.stringContaining(`${own.url}/brand-message/v1.0/appkeys/`) as string } },
      },
    ],
  })
})
