import { describe, expect, it } from 'vitest'
import { brandMessage as contract } from '../../../src/contract/brand-message/brand-message.ts'
import { redactor } from '../../../src/service/redact.ts'

const account = { appKey: 'key/1', secretKey: 'secret' }
const release = 'winter'
const payload = (resendParameter: object, targeting = 'I'): object => ({
  chatBubbleType: 'TEXT',
  adult: true,
  content: '새 원두가 도착했어요.',
  recipientList: [{ targeting, resendParameter }],
})
const send = (index: number): Parameters<typeof contract.record>[1] => ({
  sender_key: 'profile',
  sender_number: '0212345678',
  receiver_number: `0101234000${index}`,
  msg_key: `m-${index}`,
  release,
})

describe('a request', () => {
  it.each([
    ['without a fallback', { isResend: false }, { isResend: false }],
    [
      'with a fallback',
      { isResend: true, resendType: 'SMS', resendContent: '(광고)…' },
      { isResend: true, resendType: 'SMS', resendContent: '(광고)…', resendSendNo: '0212345678' },
    ],
  ])('%s has one body for all of its people', (_name, given, resendParameter) => {
    const records = [1, 2].map((index) => contract.record(payload(given), send(index), undefined))
    const made = contract.request({ kind: 'bm-text', records, account, attempt: 'once' })
    expect(made.path).toBe('/brand-message/v1.0/appkeys/key%2F1/freestyle-messages')
    expect(made.headers).toEqual({
      'x-secret-key': 'secret',
      'content-type': 'application/json;charset=UTF-8',
      'x-nc-api-idempotency-key': 'once',
    })
    expect(made.body).toEqual({
      senderKey: 'profile',
      chatBubbleType: 'TEXT',
      adult: true,
      content: '새 원두가 도착했어요.',
      recipientList: [1, 2].map((index) => ({
        recipientNo: `0101234000${index}`,
        targeting: 'I',
        resendParameter,
        recipientGroupingKey: `m-${index}`,
      })),
      senderGroupingKey: 'winter',
    })
    expect(contract.needsSenderNumber(payload(given))).toBe(given.isResend)
  })

  it.each([
    ['I', undefined],
    ['M', 'targeting M'],
    ['N', 'targeting N'],
  ])('with targeting %s needs an approval: %s', (targeting, expected) => {
    expect(contract.approvalNeeded(payload({ isResend: false }, targeting))?.en.slice(0, 11)).toBe(expected)
  })

  it('that uploads says what the image is for', () => {
    expect(contract.upload('WIDE_IMAGE', account)).toEqual({
      path: '/brand-message/v1.0/appkeys/key%2F1/images',
      headers: { 'x-secret-key': 'secret' },
      field: 'image',
      fields: { imageType: 'WIDE_IMAGE' },
    })
  })

  it.each([
    [{ key: 'm-1' }, 'recipientGroupingKey=m-1'],
    [{}, 'senderGroupingKey=winter'],
  ])('that asks for %o gives the dates that the service demands', (one, expected) => {
    const fromMs = Date.UTC(2026, 11, 1, 1, 2, 3)
    const asked = { ...one, release, fromMs, untilMs: fromMs + 3_600_000, page: 2 }
    const dates = 'startRequestDate=2026-12-01%2010%3A02&endRequestDate=2026-12-01%2011%3A02'
    const path = `/brand-message/v1.0/appkeys/key%2F1/messages?${dates}&${expected}&pageNum=2&pageSize=1000`
    expect(contract.query.request(asked, account)).toEqual({ path, headers: { 'x-secret-key': 'secret' } })
  })
})

const redact = redactor([])
const doneAt = Date.UTC(2026, 5, 12, 5, 3, 5)
const row = {
  recipientGroupingKey: 'm-1',
  resultCode: '3018',
  receiveDate: '2026-06-12 14:03:05',
  isAddedChannel: true,
}

describe('a delivery result', () => {
  it.each<[name: string, entry: unknown, expected: object]>([
    ['of the webhook', row, { key: 'm-1', code: '3018', doneAt }],
    ['with parts of seconds', { ...row, receiveDate: '2026-06-12 14:03:05.0' }, { key: 'm-1', code: '3018', doneAt }],
    [
      'to the minute',
      { ...row, receiveDate: '2026-06-12T14:03' },
      { key: 'm-1', code: '3018', doneAt: doneAt - 5_000 },
    ],
    ['without a date', { ...row, receiveDate: null }, { key: 'm-1', code: '3018' }],
    ['with another date', { ...row, receiveDate: 'yesterday' }, { key: 'm-1', code: '3018' }],
    ['with words', { ...row, resultCodeName: '01012345678' }, { key: 'm-1', code: '3018', doneAt, description: '***' }],
    ['delivered, with words', { ...row, resultCode: 1000, resultCodeName: 'ok' }, { key: 'm-1', code: '1000', doneAt }],
    [
      'with a fallback that arrived',
      { ...row, resendStatusCode: 'RSC04', resendStatusName: 'success', resendResultCode: '1' },
      { key: 'm-1', code: '3018', doneAt, fallback: { code: 'RSC04', description: 'success 1' } },
    ],
    [
      'with a fallback that failed',
      { ...row, resendStatus: 'RSC05' },
      { key: 'm-1', code: '3018', doneAt, fallback: { code: 'RSC05' } },
    ],
    ['with a fallback under way', { ...row, resendStatusCode: 'RSC03' }, { key: 'm-1', code: '3018', doneAt }],
  ])('%s', (_name, entry, result) => {
    expect(contract.results.read(entry, redact)).toEqual({ result })
  })

  it.each<[entry: unknown, fault: object]>([
    ['m-1', { type: 'not-an-object' }],
    [
      { ...row, recipientGroupingKey: null },
      { type: 'missing', field: 'recipientGroupingKey' },
    ],
    [
      { ...row, recipientGroupingKey: {} },
      { type: 'not-text', field: 'recipientGroupingKey' },
    ],
    [
      { ...row, resultCode: ' ' },
      { type: 'missing', field: 'resultCode' },
    ],
    [
      { ...row, resultCode: 'x'.repeat(65) },
      { type: 'too-long', field: 'resultCode' },
    ],
  ])('is none: %o', (entry, fault) => {
    expect(contract.results.read(entry, redact)).toEqual({ fault })
  })

  it.each<[body: unknown, expected: object]>([
    [{ hooksId: 'h', hooks: [row] }, { entries: [row] }],
    [{ messageSearchResultResponse: { messages: [row], totalCount: 1 } }, { entries: [row] }],
    [[row], { entries: [row] }],
    [{ hooks: row }, { fault: { type: 'results-not-list' } }],
    [row, { fault: { type: 'no-results' } }],
    [null, { fault: { type: 'no-results' } }],
  ])('stands in %o', (body, expected) => {
    expect(contract.results.entriesIn(body)).toEqual(expected)
  })
})

describe('a list of messages', () => {
  const header = { resultCode: 0, resultMessage: 'ok', isSuccessful: true }
  const read = (body: unknown): object => contract.query.read(Buffer.from(JSON.stringify(body)), redact)
  const place = { requestId: 'R1', recipientSeq: 3 }

  it.each<[name: string, row: object, expected: object]>([
    ['with a result', row, { key: 'm-1', isTaken: true, result: { key: 'm-1', code: '3018', doneAt } }],
    ['of another program', { resultCode: '1000' }, { key: '', isTaken: true }],
    ['under way', { ...row, resultCode: null, messageStatus: 'READY' }, { key: 'm-1', isTaken: true }],
    ['done', { ...row, resultCode: null, messageStatus: 'COMPLETED' }, { key: 'm-1', isTaken: true }],
    ['failed without a code', { ...row, resultCode: null, messageStatus: 'FAILED' }, { key: 'm-1', isTaken: false }],
    [
      'failed with a code',
      { ...row, messageStatus: 'FAILED' },
      { key: 'm-1', isTaken: true, result: { key: 'm-1', code: '3018', doneAt } },
    ],
    ['called off', { ...row, resultCode: null, messageStatus: 'CANCEL' }, { key: 'm-1', isTaken: false }],
  ])('has one %s', (_name, given, expected) => {
    const body = { header, messageSearchResultResponse: { messages: [{ ...place, ...given }], totalCount: 8 } }
    expect(read(body)).toEqual({ type: 'page', total: 8, messages: [{ request: 'R1', place: '3', ...expected }] })
  })

  it.each<[body: unknown, expected: object]>([
    [{ header: { ...header, resultCode: -4016, isSuccessful: false } }, { type: 'page', total: 0, messages: [] }],
    [
      { header: { ...header, resultCode: -1001, isSuccessful: false } },
      { type: 'refused', code: '-1001', description: 'ok' },
    ],
    [{ header }, { type: 'not-understood' }],
    [{ header, messageSearchResultResponse: { messages: [] } }, { type: 'not-understood' }],
    [
      { header: { ...header, isSuccessful: false }, messageSearchResultResponse: { messages: [], totalCount: 0 } },
      { type: 'not-understood' },
    ],
    [{ messageSearchResultResponse: { messages: [], totalCount: 0 } }, { type: 'not-understood' }],
    ['<html>', { type: 'not-understood' }],
  ])('is read: %j', (body, expected) => {
    expect(read(body)).toEqual(expected)
  })
})

describe('a body in JSON', () => {
  it.each<[kinds: string, body: object]>([
    ['bm-text', { content: 'a' }],
    ['bm-image bm-wide', { content: 'a', image: {} }],
    ['bm-wide', { chatBubbleType: 'WIDE', image: {} }],
    ['bm-wide-item-list', { item: { list: [] } }],
    ['bm-commerce', { image: {}, commerce: {} }],
    ['bm-carousel-feed', { chatBubbleType: 'CAROUSEL_FEED' }],
    ['bm-carousel-commerce', { recipientList: [], carousel: { list: [{ commerce: {} }] } }],
    ['', { chatBubbleType: 'PREMIUM_VIDEO' }],
  ])('is of the kinds "%s": %j', (kinds, body) => {
    for (const [pointer, data] of [
      ['', body],
      ['/1', [null, body]],
    ] as const) {
      const found = contract.recordsIn(data)
      expect(found.length).toBe(Array.isArray(data) ? 2 : 1)
      expect([found.at(-1)?.pointer, found.at(-1)?.kinds.join(' ')]).toEqual([pointer, kinds])
    }
  })

  it.each([{ msg: 'a', attachment: {} }, { msg_data: [{ msg: 'a' }] }, [], 'content', null])('is none: %j', (data) => {
    expect(contract.recordsIn(data)).toEqual([])
  })

  const none = { isResend: false }
  it.each<[name: string, people: readonly object[] | undefined, expected: object, said: readonly string[]]>([
    [
      'one',
      [{ recipientNo: '010', targeting: 'N', recipientGroupingKey: 'k' }],
      { targeting: 'N', resendParameter: none },
      ['/recipientList/0'],
    ],
    [
      'alike',
      [
        { recipientNo: '010', targeting: 'M', resendParameter: none },
        { recipientNo: '011', targeting: 'M', resendParameter: { isResend: false, resendSendNo: '02' } },
      ],
      { targeting: 'M', resendParameter: none },
      [],
    ],
    [
      'different',
      [{ resendParameter: none }, { targeting: 'I', resendParameter: none }, { targeting: 'M', resendParameter: none }],
      { targeting: 'I', resendParameter: none },
      ['/recipientList/2'],
    ],
    [
      'with a fallback',
      [{ resendParameter: { isResend: true, resendSendNo: '02', resendType: 'SMS' } }],
      { targeting: 'I', resendParameter: { isResend: true, resendType: 'SMS' } },
      [],
    ],
    ['none', [], { targeting: 'I', resendParameter: none }, []],
    ['not there', undefined, { targeting: 'I', resendParameter: none }, []],
  ])(
    'loses what a send adds, and tells what else it loses; its recipients are %s',
    (_name, recipientList, expected, said) => {
      const sent = { senderKey: 's', requestDate: '2026-12-01 10:00', groupTagKey: 'a', senderGroupingKey: 'g' }
      const body = { ...sent, content: 'a', recipientList }
      expect(contract.withoutSend(body)).toEqual({ content: 'a', recipientList: [expected] })
      expect(contract.unsaid?.(body).map(({ pointer }) => pointer)).toEqual(['/requestDate', '/groupTagKey', ...said])
    },
  )

  it.each([
    ['buttons[0].name is too long', '/buttons/0/name'],
    ['check /recipientList/2/targeting', '/recipientList/2/targeting'],
    ['unsubscribeAuthNo', '/unsubscribeAuthNo'],
    ['nothing of it', undefined],
  ])('has the field that is meant by "%s"', (description, expected) => {
    expect(contract.fieldIn(description)).toBe(expected)
  })
})
