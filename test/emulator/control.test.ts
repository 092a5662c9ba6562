import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { deadlineMs } from '../deadline.ts'
import { emulate, control, goodImages, send, uploadedUrl, uploadFiles } from './client.ts'
import { textMessage } from './messages.ts'

const emulator = await emulate()

beforeEach(() => {
  emulator.reset()
})

const sendKeys = async (...keys: readonly string[]): Promise<void> => {
  await send(
    emulator,
    'ft-text',
    keys.map((key) => textMessage({ msg_key: key, receiver_number: `0101111${key.padStart(4, '0')}` })),
  )
}

interface Messages {
  readonly counts: { readonly messages: number; readonly kept: number }
  readonly messages: readonly { readonly msgKey: string; readonly sequence: number }[]
}

describe('messages', () => {
  it.each([
    ['?kind=zz', '/kind', 'must be one of: ft-text'],
    ['?verdict=reject', '/verdict', 'must be one of: accepted, rejected'],
    ['?code=ZZ', '/code', 'must be one of: C100'],
    ['?limit=x', '/limit', 'must be integer'],
    ['?recieverNumber=1', '', 'does not have "recieverNumber"'],
    ['/wait?count=ten', '/count', 'must be integer'],
    ['/wait?timeoutMs=', '/timeoutMs', 'must be integer'],
    ['/wait?limit=1', '', 'does not have "limit"'],
  ])('are not listed for a query that is not understood: "%s"', async (query, pointer, message) => {
    const { status, body } = await control(emulator, 'GET', `/messages${query}`)
    expect([status, body['faults']]).toEqual([400, [{ pointer, message: expect.stringContaining(message) }]])
  })

  it.each([
    ['', ['3', '2', '1']],
    ['?limit=1&offset=1', ['2']],
    ['?msgKey=2', ['2']],
    ['?receiverNumber=01011110003', ['3']],
    ['?search=010-1111-0001', ['1']],
    ['?search=c100', ['3', '2', '1']],
    ['?search=nothing', []],
    ['?code=G141', []],
    ['?kind=ft-wide', []],
    ['?verdict=rejected', []],
    ['?after=2', ['3']],
  ])('lists them, the newest first, for "%s"', async (query, keys) => {
    await sendKeys('1', '2', '3')
    const { body } = await control<Messages>(emulator, 'GET', `/messages${query}`)
    expect(body.messages.map(({ msgKey }) => msgKey)).toEqual(keys)
  })

  it('waits until there are enough, and says so when there are not', async () => {
    const waiting = control(emulator, 'GET', `/messages/wait?count=2&timeoutMs=${deadlineMs}`)
    await sendKeys('1', '2')
    expect((await waiting).body).toMatchObject({ messages: 2 })
    const late = await control(emulator, 'GET', '/messages/wait?count=3&timeoutMs=20')
    expect([late.status, late.body]).toEqual([408, expect.objectContaining({ error: expect.any(String) as string })])
    await expect(emulator.waitForMessages(1, { code: 'G141', timeoutMs: 20 })).rejects.toThrow(/2 messages/)
    await expect(emulator.waitForMessages(2, { code: 'C100' })).resolves.toMatchObject({ accepted: 2 })
  })

  it('waits for those that match a filter', async () => {
    const waiting = control(emulator, 'GET', `/messages/wait?receiverNumber=01011110002&timeoutMs=${deadlineMs}`)
    await sendKeys('1', '2')
    expect((await waiting).body).toMatchObject({ messages: 2 })
    const late = await control(emulator, 'GET', '/messages/wait?msgKey=3&timeoutMs=20')
    const error = 'After 20 ms there are 0 of 2 messages (2 accepted) that match, not 1.'
    expect([late.status, late.body]).toEqual([408, expect.objectContaining({ error })])
  })

  it('are forgotten all at once: a filter is refused', async () => {
    await sendKeys('1', '2')
    const { status, body } = await control(emulator, 'DELETE', '/messages?receiverNumber=01011110002')
    expect([status, body['faults']]).toMatchObject([400, [{ message: 'does not have "receiverNumber"' }]])
    expect(emulator.counts()).toMatchObject({ messages: 2, kept: 2 })
    expect((await control<Messages>(emulator, 'DELETE', '/messages')).body.counts).toMatchObject({ messages: 0 })
  })
})

it('shows images and lets one expire', async () => {
  const url = await uploadedUrl(emulator, 'FT')
  const { body } = await control(emulator, 'GET', '/images')
  expect(body['images']).toMatchObject([{ url, upload: 'FT', widthPx: 720, heightPx: 720, format: 'png' }])
  expect((await control(emulator, 'POST', '/images/expire', { url })).status).toBe(200)
  expect((await fetch(url)).status).toBe(410)
  expect((await control(emulator, 'POST', '/images/expire', { url: 'none' })).status).toBe(404)
})

it('shows requests as they came, with what became of them', async () => {
  await sendKeys('1')
  await uploadFiles(emulator, 'FT', [{ name: 'a.png', data: goodImages.FT }])
  const { body } = await control(emulator, 'GET', '/requests')
  expect(body['requests']).toMatchObject([
    { number: 1, operation: { type: 'send', kind: 'ft-text' }, path: '/ft-text/v2/send', status: 200, code: 'C100' },
    { number: 2, operation: { type: 'upload', upload: 'FT' }, path: '/file/v1/FT/image/emulator', status: 200 },
  ])
  expect(body['requests']).toMatchObject([
    { headers: { authorization: '***' }, body: { msg_data: [{ msg_key: '1' }] } },
    { body: [{ field: 'image', name: 'a.png', bytes: goodImages.FT.length }] },
  ])
})

it('sets, moves, freezes and frees the clock', async () => {
  const set = await control(emulator, 'POST', '/clock', { set: '2026-07-01T00:00:00Z', frozen: true })
  expect(set.body).toMatchObject({ iso: '2026-07-01T00:00:00.000Z', frozen: true })
  expect((await control(emulator, 'POST', '/clock', { moveMs: 1500 })).body['iso']).toBe('2026-07-01T00:00:01.500Z')
  expect((await control(emulator, 'POST', '/clock', { frozen: false })).body['frozen']).toBe(false)
  expect((await control(emulator, 'POST', '/clock', { real: true })).body['aheadMs']).toBe(0)
  const before = Date.now()
  const { now } = emulator.clock.state()
  expect([before <= now, now <= Date.now()]).toEqual([true, true])
})

it('changes settings', async () => {
  const { body } = await control(emulator, 'POST', '/settings', { credit: 5, formField: 'brackets' })
  expect(body).toMatchObject({ credit: 5, formField: 'brackets', restrictedHours: false })
})

describe('what cannot be set', () => {
  it.each([
    ['/settings', { credits: 5 }, '', 'credits'],
    ['/settings', { credit: -1 }, '/credit', ''],
    ['/settings', { formField: 'roman' }, '/formField', 'from-1, from-0, brackets, as-sent'],
    [
      '/settings',
      { webhooks: { 'friend-talk': { url: 'https://hook.example.com/' } } },
      '/webhooks/friend-talk/url',
      'loopback',
    ],
    ['/clock', { set: 'tomorrow' }, '/set', 'no time'],
    ['/clock', {}, '', 'shapes'],
    ['/faults', {}, '', 'fault'],
    ['/faults', null, '', 'object'],
    ['/faults', { fault: { type: 'explode' } }, '/fault', 'type'],
    ['/faults', { fault: { type: 'delay' } }, '/fault', 'ms'],
    ['/faults', { fault: { type: 'drop' }, on: 'text' }, '/on', 'send:ft-text'],
    ['/faults', { fault: { type: 'drop' }, at: 0 }, '/at', ''],
  ])('%s %j is refused at "%s"', async (path, change, pointer, words) => {
    const { status, body } = await control(emulator, 'POST', path, change)
    expect(status).toBe(400)
    const faults = body['faults'] as { pointer: string; message: string }[]
    expect(faults[0]?.pointer).toBe(pointer)
    expect(faults[0]?.message).toContain(words)
  })

  it('is a body of megabytes, by what it announces', async () => {
    const headers = { 'content-length': 30_000_000 }
    const asked = request(new URL('/_emulator/clock', emulator.url), { method: 'POST', headers })
    asked.flushHeaders()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const { error } = (await json(answer)) as { readonly error: string }
    asked.destroy()
    expect([answer.statusCode, error]).toEqual([413, 'The body has more than 10 MB.'])
  })

  it('is refused by the library as well', () => {
    expect(() => emulator.change({ credit: -1 })).toThrow('/credit')
    expect(() => emulator.faults.add({ fault: { type: 'drop' }, times: 0 })).toThrow('/times')
    expect(() => emulator.clock.change({ set: 'x' })).toThrow('no time')
  })
})

it('lists, removes and clears faults', async () => {
  const added = await control(emulator, 'POST', '/faults', { fault: { type: 'drop' }, at: 5 })
  expect(added.body).toEqual({ id: 1, fault: { type: 'drop' }, at: 5, seen: 0, struck: 0 })
  await sendKeys('1')
  expect(emulator.faults.list()).toMatchObject([{ id: 1, seen: 1, struck: 0 }])
  expect((await control(emulator, 'DELETE', '/faults/1')).body).toEqual({ faults: [] })
  expect((await control(emulator, 'DELETE', '/faults/1')).status).toBe(404)
  emulator.faults.add({ fault: { type: 'drop' } })
  expect((await control(emulator, 'DELETE', '/faults?id=2')).status).toBe(400)
  await control(emulator, 'DELETE', '/faults')
  expect(emulator.faults.list()).toEqual([])
})

it('resets to how it was started', async () => {
  const own = await emulate({
    credit: 3,
    clock: { set: '2026-07-01T00:00:00Z', frozen: true },
    faults: [{ fault: { type: 'reject', code: 'G141', messages: { indexes: [0] } }, at: 2 }],
  })
  for (let round = 0; round < 2; round++) {
    const codes = []
    for (let i = 0; i < 2; i++) codes.push((await send(own, 'ft-text', [textMessage()])).body.results[0]?.code)
    expect(codes).toEqual(['C100', 'G141'])
    own.change({ credit: 0 })
    own.clock.change({ real: true })
    await control(own, 'POST', '/reset')
    expect(own.counts()).toMatchObject({ messages: 0, accepted: 0, kept: 0, codes: {} })
    expect([own.settings().credit, own.clock.state().iso]).toEqual([3, '2026-07-01T00:00:00.000Z'])
    expect([own.requests(), own.images()]).toEqual([[], []])
  }
})
