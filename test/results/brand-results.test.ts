import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { importResults, type ResultFormat } from '../../src/results/import-results.ts'
import { startReceiver } from '../../src/results/receiver.ts'
import { afterEveryTest } from '../ending.ts'
import type { SendRecord } from '../../src/ledger/ledger.ts'
import { sendsIn } from '../ledger/temp-ledger.ts'
import { type Sent, sentLedger } from './brand-ledger.ts'

const closing = new Set<() => Promise<void>>()
afterEveryTest(async () => {
  for (const close of closing) await close()
  closing.clear()
})

async function sendsOf({ store }: Sent): Promise<readonly SendRecord[]> {
  const reader = await store.read()
  const sends = await sendsIn(reader, { release: 'r1' })
  await reader.close()
  return sends
}

async function deliveriesIn(sent: Sent): Promise<(string | undefined)[]> {
  return (await sendsOf(sent)).map(({ state, delivery }) => delivery?.delivery ?? state)
}

const signature = 'signature-canary-5e1b'
const hook = (key: string, resultCode: string): object => ({
  hookId: 'h',
  kakaoMessageType: 'BRAND_MESSAGE_NORMAL',
  requestId: 'R1',
  recipientSeq: 1,
  receiveDate: '2026-06-12 14:03:05.0',
  recipientNo: '01012345678',
  resultCode,
  resultCodeName: `refused: ${signature}`,
  senderGroupingKey: 'r1',
  recipientGroupingKey: key,
  isAddedChannel: true,
})

describe("the service's webhook", () => {
  it.each<[name: string, signature: string | undefined, headers: Record<string, string>, status: number]>([
    ['signed', signature, { 'X-Toast-Webhook-Signature': signature }, 200],
    ['signed otherwise', signature, { 'X-Toast-Webhook-Signature': signature.slice(1) }, 401],
    ['signed in another case', signature, { 'X-Toast-Webhook-Signature': signature.toUpperCase() }, 401],
    ['signed in another header', signature, { Authorization: `Bearer ${signature}` }, 401],
    ['not signed', signature, {}, 401],
    ['not signed, where nothing is to be', undefined, {}, 200],
  ])('%s', async (_name, expected, headers, status) => {
    const sent = await sentLedger(3, 'unknown')
    const [first = '', second = ''] = sent.keys
    const options = { service: 'brand-message', inbox: sent.store.results(), host: '127.0.0.1', port: 0, path: '/' }
    const receiver = await startReceiver({ ...options, signature: expected })
    closing.add(receiver.close)
    const hooks = [hook(first, '1000'), hook(second, '3018'), hook('another', '1000')]
    const body = JSON.stringify({ hooksId: '1', event: 'MESSAGE_RESULT_UPDATE', hooks })
    const answer = await request(receiver.url, { method: 'POST', body, headers })
    const said = await answer.body.text()
    expect([answer.statusCode, said.includes('canary')]).toEqual([status, false])
    expect(await deliveriesIn(sent)).toEqual(
      status === 200 ? ['delivered', 'failed', 'unknown'] : ['unknown', 'unknown', 'unknown'],
    )
    // What the service says of a result is kept without the signature, where there is one.
    expect(JSON.stringify(await sendsOf(sent)).includes('canary')).toBe(expected === undefined)
  })
})

describe('an import', () => {
  const rows = (first: string, second: string): object[] => [
    hook(first, '1000'),
    { ...hook(second, '3018'), resendStatusCode: 'RSC04', resendStatusName: 'sent' },
  ]
  const csv = (first: string, second: string): string =>
    [
      'recipientNo,RecipientGroupingKey,resultcode,receiveDate,resendStatusCode',
      `01012345678,${first},1000,2026-06-12 14:03:05,`,
      `01012345678,${second},3018,2026-06-12 14:03,RSC04`,
    ].join('\n')

  it.each<[format: ResultFormat, name: string, text: (first: string, second: string) => string]>([
    ['json', 'a body of the webhook', (...keys) => JSON.stringify({ hooks: rows(...keys) })],
    [
      'json',
      'a page of the list',
      (...keys) => JSON.stringify({ messageSearchResultResponse: { messages: rows(...keys) } }),
    ],
    [
      'ndjson',
      'results',
      (...keys) =>
        rows(...keys)
          .map((row) => JSON.stringify(row))
          .join('\n'),
    ],
    ['csv', 'a table', csv],
    ['csv', 'a table with columns of its own', (...keys) => csv(...keys).replace('RecipientGroupingKey', '키')],
  ])('of %s takes %s', async (format, _name, text) => {
    const sent = await sentLedger(2, 'accepted')
    const [first = '', second = ''] = sent.keys
    const inbox = sent.store.results()
    const source = (async function* () {
      yield Buffer.from(text(first, second))
    })()
    const columns = { 키: 'recipientGroupingKey' }
    const malformed: unknown[] = []
    const onMalformed = (one: unknown): void => void malformed.push(one)
    const counts = await importResults({
      service: 'brand-message',
      source,
      format,
      columns,
      inbox,
      onMalformed,
      onProgress: () => {},
    })
    await inbox.close()
    expect([counts.recorded, malformed]).toEqual([2, []])
    expect(await deliveriesIn(sent)).toEqual(['delivered', 'fallback-delivered'])
  })

  it.each([
    ['recipientNo,resultCode\n1,1000', 'recipientGroupingKey'],
    ['recipientGroupingKey,msg_key\nm-1,m-1', 'resultCode'],
    ['', 'recipientGroupingKey'],
  ])('misses a column in %j', async (text, field) => {
    const malformed: unknown[] = []
    const source = (async function* () {
      yield Buffer.from(text)
    })()
    const inbox = { record: () => Promise.reject(new Error('Nothing is to be recorded.')) }
    await importResults({
      service: 'brand-message',
      source,
      format: 'csv',
      inbox,
      onMalformed: (one) => malformed.push(one),
      onProgress: () => {},
    })
    expect(malformed).toEqual([{ line: 1, fault: { type: 'missing', field } }])
  })
})
