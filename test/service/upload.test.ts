import { beforeEach, describe, expect, it } from 'vitest'
import type { UploadFile } from '../../src/service/upload.ts'
import { emulate, goodImages } from '../emulator/client.ts'
import { answer, startBareServer } from './bare-server.ts'
import { openClient, openClientOf } from './client.ts'
import { html, wireBefore } from '../support/wire.ts'

const emulator = await emulate()
const client = openClient(emulator)
const wire = await wireBefore(emulator)

beforeEach(() => {
  emulator.reset()
})

const file = (content: Uint8Array, name = 'image.png'): UploadFile => ({ name, format: 'png', content })
const damaged = file(Buffer.from('no image'))

describe('uploads of one image', () => {
  it.each(['FT', 'FT_WIDE'] as const)('%s', async (operation) => {
    for (const name of ['봄 "신상".png', 'a\r\nb.png', 'plain.png']) {
      const outcome = await client.upload(operation, file(goodImages[operation], name))
      expect(outcome).toMatchObject({ type: 'uploaded', url: expect.stringMatching(/^http:/) })
    }
    expect(emulator.images()).toHaveLength(3)
  })

  it('says what the service says', async () => {
    expect(await client.upload('FT', damaged)).toEqual({
      type: 'refused',
      code: 'E600',
      message: 'InvalidImageFormatException',
      meaning: { en: 'its format is not supported', ko: '지원하지 않는 형식입니다' },
      mayPass: false,
    })
  })

  it.each([
    [
      { type: 'status', status: 503 },
      { type: 'failed', reason: 'status', status: 503 },
    ],
    [
      { type: 'status', status: 413 },
      { type: 'refused', code: '413' },
    ],
    [html(), { type: 'failed', reason: 'not-json', status: 200 }],
    [{ type: 'reset-after-reading' }, { type: 'failed', reason: 'reset', errorCode: 'ECONNRESET' }],
    [
      { type: 'upload-error', code: 'CE504' },
      { type: 'refused', code: 'CE504', mayPass: true },
    ],
  ] as const)('%j fails', async (fault, outcome) => {
    const struck = openClient({ ...emulator, uploadUrl: wire.strike({ fault, at: 1 }) })
    expect(await struck.upload('FT', file(goodImages.FT))).toMatchObject(outcome)
    expect(await struck.upload('FT', file(goodImages.FT))).toMatchObject({ type: 'uploaded' })
  })

  it.each([
    ['{"data":{"url":"https://img.example.com/a"},"errcode":"0000"}', 'uploaded'],
    ['{"data":{"url":"https://img.example.com/a"}}', 'uploaded'],
    ['{"data":{"url":"https://img.example.com/a"},"errcode":"G900"}', 'refused'],
    ['{"data":{"url":"javascript:alert(1)"},"errcode":"0000"}', 'failed'],
    ['{"data":{"url":""},"errcode":"0000"}', 'failed'],
    ['{"data":{},"errcode":"0000"}', 'failed'],
    ['{"data":{"url":7}}', 'failed'],
    ['{}', 'failed'],
  ])('%s is %s', async (body, type) => {
    const server = await startBareServer({ onRequest: ({ socket }) => answer(socket, body) })
    expect((await openClientOf(server.port).upload('FT', file(goodImages.FT))).type).toBe(type)
  })

  it('carries credentials only when it is told to', async () => {
    const own = await emulate()
    const image = file(goodImages.FT)
    await openClient(own).upload('FT', image)
    await openClient(own, { uploadAuthorization: true }).upload('FT', image)
    expect(own.requests().map(({ headers }) => 'authorization' in headers)).toEqual([false, true])
  })
})

describe('an upload to an operation that takes several images', () => {
  it.each(['from-1', 'from-0', 'brackets', 'as-sent'] as const)('is one image, named "%s"', async (formField) => {
    const own = await emulate({ formField })
    const outcome = await openClient(own).upload('ft-carousel-feed', file(goodImages['ft-carousel-feed']))
    expect(outcome).toEqual({ type: 'uploaded', url: own.images()[0]?.url })
  })

  it.each([
    [undefined, '2003'],
    [{ type: 'upload-error', code: 'G900' }, 'G900'],
    [{ type: 'status', status: 413 }, '413'],
  ] as const)('is refused with its code: %j', async (fault, code) => {
    if (fault) emulator.faults.add({ fault, at: 1 })
    expect(await client.upload('ft-carousel-feed', damaged)).toMatchObject({ type: 'refused', code })
    expect(emulator.requests()).toHaveLength(1)
  })
})

describe('a URL that must not go into a message is refused', () => {
  const base = 'https://img.example.com/'
  const long = `${base}${'a'.repeat(2_000 - base.length)}`

  const usable = [long, 'http://img.example.com/%EA%B0%80#a?b={c}', 'HTTPS://img.example.com/가.png']
  const unusable = [
    `${long}a`,
    `${base}${'a'.repeat(500_000)}`,
    `${base}a b`,
    `${base}a\n`,
    ` ${base}a`,
    `${base}a\u0000b`,
    `${base}a\u001b[2J`,
    `${base}a\u0085`,
    `${base}a\u00a0`,
    `${base}\u202egnp.a`,
    `${base}\u2066a`,
    `${base}a\u200b`,
    `${base}\ufeffa`,
    `${base}\u3164a`,
    `${base}a\ufe0f`,
    `${base}a\u{e0041}`,
    `${base}\ud800`,
    `${base}#{name}`,
    `${base}#{`,
    `${base}?a=#{name|x}`,
    'https://user:pass@img.example.com/a.png',
    'https://token@img.example.com/a.png',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    'ftp://img.example.com/a',
    '//img.example.com/a',
    'https:img.example.com/a',
    'https://',
    'https:///a',
    'https://img.example.com\\a',
    'local:images/a.png',
    '',
  ]

  it.each([...usable, ...unusable].map((url) => ({ url, shown: JSON.stringify(url.slice(0, 60)), units: url.length })))(
    '$shown of $units characters',
    async ({ url }) => {
      const single = JSON.stringify({ data: { url }, errcode: '0000' })
      const several = JSON.stringify({ code: '0000', result: { success: [{ formField: 'image1', url }] } })
      const bodies = [single, several, single]
      const server = await startBareServer({ onRequest: ({ socket }) => answer(socket, bodies.shift() ?? '') })
      const own = openClientOf(server.port)
      const image = file(goodImages.FT)
      const expected = usable.includes(url) ? { type: 'uploaded', url } : { type: 'failed', reason: 'unusable-url' }
      for (const operation of ['FT_WIDE', 'ft-carousel-feed', 'ft-wide-item-list'] as const)
        expect(await own.upload(operation, image)).toMatchObject(expected)
    },
  )

  it('when it holds a secret', async () => {
    const secret = 'sender-key-canary-5c1f'
    const url = `${base}?key=${Buffer.from(`shop;${secret}`).toString('base64url')}`
    const body = JSON.stringify({ data: { url } })
    const server = await startBareServer({ onRequest: ({ socket }) => answer(socket, body) })
    const own = openClientOf(server.port, { secrets: [secret] })
    expect(await own.upload('FT', file(goodImages.FT))).toEqual({
      type: 'failed',
      reason: 'unusable-url',
      url: `${base}?key=c2hvcDt***`,
    })
  })
})
