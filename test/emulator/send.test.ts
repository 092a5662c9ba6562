import { beforeEach, describe, expect, it } from 'vitest'
import { kinds, kindFacts } from '../../src/contract/friend-talk/kinds.ts'
import type { Emulator } from '../../src/emulator/emulator.ts'
import { emulate, send, sendBody, uploadedUrl } from './client.ts'
import { changed, goodMessage, messageOf, textMessage } from './messages.ts'

const emulator: Emulator = await emulate()

beforeEach(() => {
  emulator.reset()
})

describe('accepted messages', () => {
  it.each(kinds)('takes a good message of kind %s', async (kind) => {
    const { status, headers, body } = await send(emulator, kind, [await goodMessage(emulator, kind)])
    expect(body).toEqual({ results: [{ msg_key: expect.any(String), code: 'C100', desc: 'Success' }] })
    expect(status).toBe(200)
    expect(headers.get('x-emulator')).toBe('friendtalk')
    expect(emulator.messages()[0]).toMatchObject({ kind, code: 'C100', findings: [], ignored: [] })
  })

  it('answers one entry per message, in their order, accepted and rejected side by side', async () => {
    const messages = ['a', 'b', 'c'].map((key) => textMessage({ msg_key: key, ...(key === 'b' && { msg: '' }) }))
    const { body } = await send(emulator, 'ft-text', messages)
    expect(body.results.map(({ msg_key: key, code }) => [key, code])).toEqual([
      ['a', 'C100'],
      ['b', 'C400_3'],
      ['c', 'C100'],
    ])
    expect(emulator.counts()).toMatchObject({ messages: 3, accepted: 2, rejected: 1 })
  })

  it.each([[null], [''], ['  '], [undefined]])('assigns a msg_key where it is %j', async (key) => {
    const { body } = await send(emulator, 'ft-text', [changed(textMessage(), 'msg_key', key)])
    expect(body.results[0]).toMatchObject({ code: 'C100', msg_key: 'emulator-1-1' })
  })

  it('takes failback_data with the keys beside it and inside it', async () => {
    const keys = { secret_key: 'emulator_failback', api_unique_id: 'lms-standard' }
    const inside = textMessage({ failback_data: { msg: '문자', origin_cid: '12', ...keys } })
    const beside = textMessage({ failback_data: { msg: '문자', title: '제목' }, ...keys })
    const { body } = await send(emulator, 'ft-text', [inside, beside])
    expect(body.results.map(({ code }) => code)).toEqual(['C100', 'C100'])
  })

  it('drops an unknown field silently and says so', async () => {
    const { body } = await send(emulator, 'ft-text', [textMessage({ failback: { msg: '문자' } })])
    expect(body.results[0]?.code).toBe('C100')
    expect(emulator.messages()[0]?.ignored).toEqual(['/failback'])
  })

  it('takes the ten messages of the most that one request may have', async () => {
    const { body } = await send(
      emulator,
      'ft-text',
      Array.from({ length: 10 }, () => textMessage()),
    )
    expect(body.results).toHaveLength(10)
  })
})

describe('rejected messages', () => {
  const long = (count: number): string => '가'.repeat(count)
  const name = 'attachment.button.0.name'
  const card = 'carousel.list.0'
  const rows: [kind: (typeof kinds)[number], path: string, value: unknown, code: string, pointer: string][] = [
    ['ft-text', 'sender_key', undefined, 'C400_3', '/sender_key'],
    ['ft-text', 'sender_key', 5, 'C400_1', '/sender_key'],
    ['ft-text', 'msg', undefined, 'C400_3', '/msg'],
    ['ft-text', 'msg', ' \n', 'C400_3', '/msg'],
    ['ft-text', 'msg', long(1001), 'C400_2', '/msg'],
    ['ft-text', 'receiver_number', '0212345678', 'G141', '/receiver_number'],
    ['ft-text', 'receiver_number', '010-1234-5678', 'G141', '/receiver_number'],
    ['ft-text', 'receiver_number', 1012345678, 'C400_1', '/receiver_number'],
    ['ft-text', 'sender_number', 'shop', 'G140', '/sender_number'],
    ['ft-text', 'msg_key', 7, 'C400_1', '/msg_key'],
    ['ft-text', 'echo_to_webhook', long(86), 'G142', '/echo_to_webhook'],
    ['ft-text', 'echo_to_webhook', 1, 'G142', '/echo_to_webhook'],
    ['ft-text', 'ad_flag', 'X', 'C400_2', '/ad_flag'],
    ['ft-text', 'header', '머리글', 'C400_2', '/header'],
    ['ft-text', 'attachment', [], 'C400_1', '/attachment'],
    [
      'ft-text',
      'attachment.button',
      Array.from({ length: 6 }, () => ({ name: 'a', type: 'BK' })),
      'C400_2',
      '/attachment/button',
    ],
    ['ft-text', name, long(15), 'C400_2', '/attachment/button/0/name'],
    ['ft-text', 'attachment.button.0.type', 'XX', 'C400_2', '/attachment/button/0/type'],
    ['ft-text', 'attachment.button.0.url_mobile', undefined, 'C400_3', '/attachment/button/0/url_mobile'],
    [
      'ft-text',
      'attachment.button.1',
      { name: 'a', type: 'AL', url_pc: 'https://a' },
      'C400_3',
      '/attachment/button/1',
    ],
    ['ft-text', 'attachment.button.2.url_mobile', 'https://a', 'C400_2', '/attachment/button/2/url_mobile'],
    ['ft-text', 'attachment.button.4.chat_event', long(17), 'C400_2', '/attachment/button/4/chat_event'],
    ['ft-text', 'attachment.button.2', { name: 'a', type: 'BF' }, 'C400_3', '/attachment/button/2/biz_form_key'],
    ['ft-text', 'failback_data', { msg: 'a', secret_key: 'emulator_x' }, 'C400_3', '/failback_data/api_unique_id'],
    [
      'ft-text',
      'failback_data',
      { msg: 'a', secret_key: 'emulator_x', api_unique_id: 'fax' },
      'G110',
      '/failback_data/api_unique_id',
    ],
    ['ft-image', 'attachment.image', undefined, 'C400_3', '/attachment/image'],
    ['ft-image', 'attachment.image.img_url', 'https://cdn.example.com/a.png', 'C404_1', '/attachment/image/img_url'],
    ['ft-image', 'attachment', undefined, 'C400_3', '/attachment'],
    ['ft-wide', 'attachment.button', [{ name: long(9), type: 'BK' }], 'C400_2', '/attachment/button/0/name'],
    ['ft-wide-item-list', 'header', undefined, 'C400_3', '/header'],
    ['ft-wide-item-list', 'header', long(11), 'C400_2', '/header'],
    ['ft-wide-item-list', 'attachment.item.list', [], 'C400_2', '/attachment/item/list'],
    ['ft-wide-item-list', 'attachment.item.list.0.title', long(26), 'C400_2', '/attachment/item/list/0/title'],
    ['ft-wide-item-list', 'attachment.item.list.1.title', long(31), 'C400_2', '/attachment/item/list/1/title'],
    [
      'ft-wide-item-list',
      'attachment.item.list.2.url_mobile',
      undefined,
      'C400_3',
      '/attachment/item/list/2/url_mobile',
    ],
    ['ft-carousel-feed', 'carousel', undefined, 'C400_3', '/carousel'],
    ['ft-carousel-feed', 'carousel.list', [{}], 'C400_2', '/carousel/list'],
    ['ft-carousel-feed', `${card}.header`, long(7), 'C400_2', '/carousel/list/0/header'],
    ['ft-carousel-feed', `${card}.message`, long(61), 'C400_2', '/carousel/list/0/message'],
    [
      'ft-carousel-feed',
      `${card}.attachment.button.0.name`,
      long(3),
      'C400_2',
      '/carousel/list/0/attachment/button/0/name',
    ],
    [
      'ft-carousel-feed',
      `${card}.attachment.coupon.description`,
      long(13),
      'C400_2',
      '/carousel/list/0/attachment/coupon/description',
    ],
    ['ft-carousel-feed', `${card}.attachment.image`, undefined, 'C400_3', '/carousel/list/0/attachment/image'],
    ['ft-carousel-feed', 'attachment', { button: [] }, 'C400_2', '/attachment'],
    ['ft-carousel-feed', 'carousel.tail', 'more', 'C400_1', '/carousel/tail'],
  ]

  it.each(rows)('%s with another %s (%j) is %s', async (kind, path, value, code, pointer) => {
    const message = changed(await goodMessage(emulator, kind), path, value)
    const { body } = await send(emulator, kind, [message])
    expect(body.results[0]?.code).toBe(code)
    expect(emulator.messages()[0]?.findings[0]).toMatchObject({ code, pointer })
  })

  it.each(['msg', 5, null, []])('rejects a message that is %j', async (message) => {
    const { body } = await send(emulator, 'ft-text', [message])
    expect(body.results[0]?.code).toBe('C400_1')
  })

  it('takes every text at its limit', async () => {
    const text = changed(await goodMessage(emulator, 'ft-text'), name, long(14))
    const full = { ...text, msg: long(1000), echo_to_webhook: `${long(85)}a` }
    expect((await send(emulator, 'ft-text', [full])).body.results[0]?.code).toBe('C100')
    const list = await goodMessage(emulator, 'ft-wide-item-list', { header: `${long(10)}ab` })
    const titled = changed(
      changed(list, 'attachment.item.list.0.title', long(25)),
      'attachment.item.list.1.title',
      long(30),
    )
    expect((await send(emulator, 'ft-wide-item-list', [titled])).body.results[0]?.code).toBe('C100')
    const carousel = changed(await goodMessage(emulator, 'ft-carousel-feed'), `${card}.message`, long(60))
    expect((await send(emulator, 'ft-carousel-feed', [carousel])).body.results[0]?.code).toBe('C100')
  })

  it('reports everything that is wrong, not only what decides the code', async () => {
    await send(emulator, 'ft-text', [textMessage({ receiver_number: '1', sender_number: 'x', msg: undefined })])
    expect(emulator.messages()[0]?.findings.map(({ code }) => code)).toEqual(['C400_3', 'G141', 'G140'])
  })

  it('reads bytes and characters as it is set to', async () => {
    const carousel = changed(await goodMessage(emulator, 'ft-carousel-feed'), `${card}.header`, long(10))
    expect((await send(emulator, 'ft-carousel-feed', [carousel])).body.results[0]?.code).toBe('C400_2')
    emulator.change({ limits: { bytes: 'euc-kr' } })
    expect((await send(emulator, 'ft-carousel-feed', [carousel])).body.results[0]?.code).toBe('C100')
  })
})

describe('images', () => {
  it.each(kinds.filter((kind) => kindFacts[kind].upload !== undefined))(
    '%s takes only images uploaded for it',
    async (kind) => {
      const other = kindFacts[kind].upload === 'FT' ? 'FT_WIDE' : 'FT'
      const { body } = await send(emulator, kind, [messageOf[kind](await uploadedUrl(emulator, other))])
      expect(body.results[0]?.code).toBe('C400_2')
      expect(body.results[0]?.desc).toContain(`uploaded with ${other}`)
    },
  )

  it('rejects an image from the moment on that it expires', async () => {
    emulator.clock.change({ set: '2027-01-31T12:00:00+09:00', frozen: true })
    const message = await goodMessage(emulator, 'ft-image')
    emulator.clock.change({ set: '2027-04-30T11:59:59.999+09:00' })
    expect((await send(emulator, 'ft-image', [message])).body.results[0]?.code).toBe('C100')
    emulator.clock.change({ moveMs: 1 })
    expect((await send(emulator, 'ft-image', [message])).body.results[0]?.code).toBe('C404_1')
  })
})

describe('whole requests', () => {
  const rows: [what: string, body: unknown, code: string][] = [
    ['no object', [], 'C400_1'],
    ['no msg_data', {}, 'C400_3'],
    ['msg_data that is no array', { msg_data: {} }, 'C400_1'],
    ['an empty msg_data', { msg_data: [] }, 'C400_3'],
    ['eleven messages', { msg_data: Array.from({ length: 11 }, () => textMessage()) }, 'C400_2'],
  ]
  it.each(rows)('refuses %s', async (_what, request, code) => {
    const { status, body } = await sendBody(emulator, 'ft-text', JSON.stringify(request))
    expect(body).toEqual({ code, name: expect.any(String), description: expect.any(String) })
    expect(status).toBe(400)
    expect(emulator.counts().messages).toBe(0)
  })

  it('refuses what is no JSON, another content type and too large a body', async () => {
    expect((await sendBody(emulator, 'ft-text', '{"msg_data": [')).body.code).toBe('C400_1')
    const plain = await sendBody(emulator, 'ft-text', '{}', { 'content-type': 'text/plain' })
    expect(plain.body).toMatchObject({ code: 'C400_2', description: expect.stringContaining('application/json') })
    const large = await sendBody(emulator, 'ft-text', JSON.stringify({ msg_data: 'x'.repeat(11_000_000) }))
    expect([large.status, large.body.code]).toEqual([413, 'C400_2'])
  })

  it('knows five kinds', async () => {
    const response = await fetch(`${emulator.baseUrl}/ft-video/v2/send`, { method: 'POST' })
    expect([response.status, await response.json()]).toEqual([404, expect.objectContaining({ code: 'C404_1' })])
  })
})
