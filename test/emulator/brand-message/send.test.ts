import { beforeEach, describe, expect, it } from 'vitest'
import { kinds } from '../../../src/contract/brand-message/kinds.ts'
import type { Fault } from '../../../src/emulator/faults.ts'
import type { SettingsChange } from '../../../src/emulator/options.ts'
import { emulate, send, control } from '../client.ts'
import { changed, textMessage } from '../messages.ts'
import { bodiesFor, type Body, call, codesOf, recipient, sendBody } from './client.ts'

const emulator = await emulate()
let bodies: Awaited<ReturnType<typeof bodiesFor>>

beforeEach(async () => {
  emulator.reset()
  bodies = await bodiesFor(emulator)
})

const bodyOf = (bubble: string): Body => bodies[bubble] ?? { recipientList: [] }
const toNumbers = (...numbers: readonly unknown[]): Body => ({
  ...bodyOf('TEXT'),
  recipientList: numbers.map((recipientNo, index) => ({
    ...recipient,
    recipientNo,
    recipientGroupingKey: `k${index}`,
  })),
})

it('takes a good body of each kind', async () => {
  for (const bubble of Object.keys(bodies)) {
    const answer = await sendBody(emulator, bodyOf(bubble))
    expect([bubble, answer.header, codesOf(answer)]).toEqual([
      bubble,
      { resultCode: 0, resultMessage: 'success', isSuccessful: true },
      [0, 0],
    ])
  }
  expect(Object.keys(emulator.counts().kinds).toSorted()).toEqual(kinds.toSorted())
})

it('takes a thousand people with one body, each a message in the inbox', async () => {
  const numbers = Array.from({ length: 1_000 }, (_, index) => `010${String(index).padStart(8, '0')}`)
  const answer = await sendBody(emulator, toNumbers(...numbers))
  expect(answer.message?.sendResults.map(({ recipientSeq }) => recipientSeq)).toEqual(numbers.map((_, at) => at + 1))
  expect(emulator.counts()).toMatchObject({ messages: 1_000, accepted: 1_000 })
  const [found] = emulator.messages({ msgKey: 'k7' })
  expect(found).toMatchObject({
    kind: 'bm-text',
    receiverNumber: numbers[7],
    index: 7,
    record: { content: expect.stringContaining('원두') as string },
  })
})

it('shows messages in the inbox as a phone does, with what became of them', async () => {
  await sendBody(emulator, toNumbers('01011112222', '021'))
  const shown = await Promise.all(
    [1, 2].map(async (n) => (await fetch(`${emulator.url}/_emulator/inbox/messages/${n}?lang=ko`)).text()),
  )
  for (const [html, texts] of [
    [shown[0], ['새 원두가 도착했어요.', '예약', '2000원 할인 쿠폰', '전달', 'recipientList[0]']],
    [shown[1], ['-5000', 'recipientList[1]']],
  ] as const) {
    for (const text of texts) expect(html).toContain(text)
  }
})

it('answers each recipient alone', async () => {
  const mixed = await sendBody(emulator, toNumbers('01011112222', '0212345678', '01033334444'))
  expect(codesOf(mixed)).toEqual([0, 0, -5000, 0])
  const refused = await sendBody(emulator, toNumbers('0212345678', 7))
  expect([codesOf(refused), refused.header.isSuccessful]).toEqual([[-1031, -5000, -5000], false])
  expect(emulator.counts()).toMatchObject({ messages: 5, accepted: 2, codes: { '-5000': 3 } })
})

const fallback = { isResend: true, resendType: 'LMS', resendContent: '(광고)안내[무료 수신거부]0801234567' }

it.each<[path: string, value: unknown, code: number, settings?: SettingsChange]>([
  ['targeting', undefined, -3298],
  ['targeting', 'X', -3298],
  ['recipientNo', '010-1234-5678', -5000],
  ['recipientGroupingKey', 'k'.repeat(101), -2000],
  ['recipientGroupingKey', 'k'.repeat(100), 0],
  ['resendParameter', undefined, 0],
  ['resendParameter', { isResend: 'no' }, -4200],
  ['resendParameter', fallback, -1003],
  ['resendParameter', { ...fallback, resendSendNo: '0212345678' }, 0],
  ['resendParameter', { ...fallback, resendSendNo: '0212345678' }, -1003, { senderNumbers: ['0311112222'] }],
  ['resendParameter', { ...fallback, resendSendNo: '0212345678', resendContent: '안내' }, -4200],
])('a recipient with another %s (%j) is %i', async (path, value, code, settings = {}) => {
  emulator.change(settings)
  const body = { ...bodyOf('TEXT'), recipientList: [recipient, changed(recipient, path, value)] }
  expect(codesOf(await sendBody(emulator, body))).toEqual([0, 0, code])
})

it.each<[bubble: string, path: string, value: unknown, code: number, settings?: SettingsChange]>([
  ['TEXT', 'senderKey', undefined, -3303],
  ['TEXT', 'senderKey', 'k'.repeat(41), -2000],
  ['TEXT', 'senderKey', 'another', -2017, { senderKeys: ['emulator-sender'] }],
  ['TEXT', 'senderGroupingKey', 'r'.repeat(101), -2000],
  ['TEXT', 'createUser', 'u'.repeat(101), -8004],
  ['TEXT', 'chatBubbleType', 'VIDEO', -3304],
  ['TEXT', 'recipientList', [], -4011],
  ['TEXT', 'recipientList', Array.from({ length: 1_001 }, () => recipient), -2005],
  ['TEXT', 'requestDate', '2027-01-01 10:00', -4000],
  ['TEXT', 'content', undefined, -3303],
  ['TEXT', 'content', '', -2001],
  ['TEXT', 'content', null, -2002],
  ['TEXT', 'content', 7, -9994],
  ['TEXT', 'header', '머리글', -3305],
  ['TEXT', 'buttons.0.name', undefined, -3009],
  ['TEXT', 'buttons.0.type', 'BC', -3328],
  ['TEXT', 'coupon.description', undefined, -3314],
  ['TEXT', 'content', '가'.repeat(1_301), -2000],
  ['TEXT', 'content', `가${'\n'.repeat(100)}`, -2000],
  ['TEXT', 'buttons', Array.from({ length: 5 }, () => ({ name: 'a', type: 'BK' })), -3304],
  ['TEXT', 'buttons.0', { name: '앱', type: 'AL', schemeIos: 'a://b' }, -3309],
  ['TEXT', 'buttons.1', { name: '채널 추가', type: 'AC' }, -3311],
  ['TEXT', 'buttons.0.linkMo', undefined, -3000],
  ['TEXT', 'coupon.title', '할인', -3315],
  ['TEXT', 'unsubscribeNo', '070-1234-5678', -3340],
  ['WIDE', 'content', '가'.repeat(77), -2030],
  ['COMMERCE', 'commerce.discountRate', undefined, -3299],
  ['COMMERCE', 'commerce.regularPrice', 100_000_000, -3304],
  ['IMAGE', 'image', undefined, -3319],
  ['IMAGE', 'image.imageUrl', 'https://cdn.example.com/a.png', -8002],
  ['WIDE_ITEM_LIST', 'item.list.1.imageUrl', undefined, -3325],
  ['COMMERCE', 'buttons', undefined, -3306],
  ['COMMERCE', 'commerce.regularPrice', undefined, -3316],
  ['CAROUSEL_FEED', 'carousel.list.0.message', undefined, -3334],
  ['CAROUSEL_FEED', 'carousel.list.0.commerce', {}, -3333],
  ['CAROUSEL_COMMERCE', 'carousel.list.1.imageUrl', undefined, -3332],
  ['CAROUSEL_COMMERCE', 'carousel.tail', { linkPc: 'https://example.com' }, -3323],
])('refuses a %s with another %s (%j) as a whole: %i', async (bubble, path, value, code, settings = {}) => {
  emulator.change(settings)
  const answer = await sendBody(emulator, changed(bodyOf(bubble), path, value))
  expect(codesOf(answer)).toEqual([code])
  expect(answer.header.isSuccessful).toBe(false)
  expect(emulator.counts().messages).toBe(0)
  expect(emulator.requests().at(-1)?.code).toBe(String(code))
})

it('takes an image for the place that it was uploaded for', async () => {
  const other = (bodyOf('WIDE')['image'] as { imageUrl: string }).imageUrl
  for (const [bubble, path] of [
    ['IMAGE', 'image.imageUrl'],
    ['WIDE_ITEM_LIST', 'item.list.0.imageUrl'],
    ['CAROUSEL_FEED', 'carousel.list.1.imageUrl'],
  ] as const) {
    expect([bubble, codesOf(await sendBody(emulator, changed(bodyOf(bubble), path, other)))]).toEqual([bubble, [-8002]])
  }
})

describe('whole requests', () => {
  it.each<[what: string, body: unknown, headers: { [name: string]: string }, status: number, code: number]>([
    ['what is no JSON', '{', {}, 200, -3002],
    ['what is no object', '[]', {}, 200, -9994],
    ['another type', '{}', { 'content-type': 'text/plain' }, 200, -9996],
    ['another secret', '{}', { 'x-secret-key': 'rT9-real' }, 401, -1001],
    ['no secret', '{}', { 'x-secret-key': '' }, 401, -1001],
  ])('refuses %s', async (_what, body, headers, status, code) => {
    const answer = await sendBody(emulator, body, headers)
    expect([answer.status, answer.header.resultCode]).toEqual([status, code])
  })

  it('keeps nothing of another app key or secret', async () => {
    const foreign = { ...emulator, appKey: 'rT9-real-app', secretKey: 'rT9-real-secret' }
    expect((await sendBody(foreign, bodyOf('TEXT'))).header.resultCode).toBe(-1000)
    expect((await call(foreign, 'messages?requestId=1')).header.resultCode).toBe(-1000)
    const { body } = await control(emulator, 'GET', '/requests')
    expect(JSON.stringify(body)).toContain('/appkeys/***/freestyle-messages')
    expect(JSON.stringify(body)).not.toContain('rT9')
  })

  it('keeps no sender key that is not registered', async () => {
    await sendBody(emulator, changed(bodyOf('TEXT'), 'senderKey', 'rT9-real-profile'))
    await sendBody(emulator, changed(bodyOf('TEXT'), 'content', 7))
    const kept = await Promise.all(['/requests', '/messages'].map((path) => control(emulator, 'GET', path)))
    expect(emulator.counts().accepted).toBe(1)
    expect(JSON.stringify(kept)).not.toContain('rT9-real')
  })

  it('answers 429 above a rate', async () => {
    emulator.change({ maxRequestsPerSecond: 1 })
    emulator.clock.change({ set: '2027-01-01T12:00:00+09:00', frozen: true })
    const statuses = []
    for (let i = 0; i < 2; i++) statuses.push((await sendBody(emulator, bodyOf('TEXT'))).status)
    expect(statuses).toEqual([200, 429])
  })

  it('answers wrong paths and hosts as this service does', async () => {
    const lost = await call(emulator, 'nothing')
    expect([lost.status, lost.header]).toEqual([404, expect.objectContaining({ resultCode: -9998 })])
    const foreign = await call(emulator, 'messages', { headers: { origin: 'https://shop.example.com' } })
    expect([foreign.status, foreign.header.resultCode]).toEqual([403, -9997])
  })
})

describe('faults', () => {
  it.each<[Fault, codes: readonly number[]]>([
    [{ type: 'reject', code: '-3301', messages: { indexes: [1] } }, [0, 0, -3301]],
    [{ type: 'reject', code: '-3301', messages: { receiverNumbers: ['01011112222'] } }, [0, -3301, 0]],
    [{ type: 'reject', code: '-3301' }, [-1031, -3301, -3301]],
    [{ type: 'request-error', code: '-9999' }, [-9999]],
    [{ type: 'reject', code: 'G150' }, [0, 0, 0]],
  ])('%j answers %j', async (fault, codes) => {
    emulator.faults.add({ fault, on: 'send' })
    expect(codesOf(await sendBody(emulator, toNumbers('01011112222', '01033334444')))).toEqual(codes)
  })

  it('strike the kind and the service that they name', async () => {
    emulator.faults.add({ on: 'send:bm-wide', fault: { type: 'status', status: 503 } })
    emulator.faults.add({ on: 'send', fault: { type: 'reject', code: '-3301' } })
    expect(codesOf(await sendBody(emulator, bodyOf('TEXT')))).toEqual([-1031, -3301])
    expect((await sendBody(emulator, bodyOf('WIDE'))).status).toBe(503)
    const { body } = await send(emulator, 'ft-text', [textMessage()])
    expect(body.results[0]?.code).toBe('C100')
  })

  it.each<[Fault, taken: number]>([
    [{ type: 'reset-after-reading' }, 1],
    [{ type: 'drop' }, 0],
    [{ type: 'drop', processed: true }, 1],
  ])('%j leaves no answer, and %i messages', async (fault, taken) => {
    emulator.faults.add({ fault })
    await expect(sendBody(emulator, bodyOf('TEXT'))).rejects.toThrow()
    expect(emulator.counts().messages).toBe(taken)
  })
})
