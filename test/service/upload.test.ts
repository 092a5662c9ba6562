import { beforeEach, describe, expect, it } from 'vitest'
import type { EmulatorOptions } from '../../src/emulator/options.ts'
import { ordinalsOf } from '../../src/contract/friend-talk/uploaded.ts'
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
const carousel = [1, 2, 3].map((n) => file(Buffer.concat([goodImages['ft-carousel-feed'], Buffer.from([n])])))

describe('uploads of one image', () => {
  it.each(['FT', 'FT_WIDE'] as const)('%s', async (operation) => {
    for (const name of ['봄 "신상".png', 'a\r\nb.png', 'plain.png']) {
      const outcome = await client.uploadSingle(operation, file(goodImages[operation], name))
      expect(outcome).toMatchObject({ type: 'uploaded', url: expect.stringMatching(/^http:/) })
    }
    expect(emulator.images()).toHaveLength(3)
  })

  it('says what the service says', async () => {
    expect(await client.uploadSingle('FT', damaged)).toEqual({
      type: 'refused',
      code: 'E600',
      message: 'InvalidImageFormatException',
      meaning: { en: 'its format is not supported', ko: '지원하지 않는 형식입니다' },
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
      { type: 'refused', code: 'CE504' },
    ],
  ] as const)('%j fails', async (fault, outcome) => {
    const struck = openClient({ ...emulator, uploadUrl: wire.strike({ fault, at: 1 }) })
    expect(await struck.uploadSingle('FT', file(goodImages.FT))).toMatchObject(outcome)
    expect(await struck.uploadSingle('FT', file(goodImages.FT))).toMatchObject({ type: 'uploaded' })
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
    expect((await openClientOf(server.port).uploadSingle('FT', file(goodImages.FT))).type).toBe(type)
  })

  it('carries credentials only when it is told to', async () => {
    const own = await emulate()
    const image = file(goodImages.FT)
    await openClient(own).uploadSingle('FT', image)
    await openClient(own, { uploadAuthorization: true }).uploadSingle('FT', image)
    expect(own.requests().map(({ headers }) => 'authorization' in headers)).toEqual([false, true])
  })
})

describe('uploads of several images', () => {
  async function orderOf(options: EmulatorOptions): Promise<'in order' | 'doubt'> {
    const own = await emulate(options)
    const files = carousel.map((image, n) => file(Buffer.concat([image.content, Buffer.alloc(n)])))
    const outcomes = await openClient(own).uploadMulti('ft-carousel-feed', files)
    expect(own.requests()).toHaveLength(1)
    if (outcomes === undefined) return 'doubt'
    const images = new Map(own.images().map((image) => [image.url, image]))
    const bytes = outcomes.map((outcome) => (outcome.type === 'uploaded' ? images.get(outcome.url)?.bytes : outcome))
    expect(bytes).toEqual(files.map(({ content }) => content.length))
    return 'in order'
  }

  it.each([
    ['from-1', 'in order'],
    ['from-0', 'in order'],
    ['brackets', 'in order'],
    ['as-sent', 'doubt'],
  ] as const)('fields named "%s" are %s', async (formField, order) => {
    expect(await orderOf({ formField })).toBe(order)
  })

  it('tells the file that was refused', async () => {
    const outcomes = await client.uploadMulti('ft-carousel-feed', [
      carousel[0] ?? damaged,
      damaged,
      carousel[1] ?? damaged,
    ])
    expect(outcomes?.map(({ type }) => type)).toEqual(['uploaded', 'refused', 'uploaded'])
    expect(outcomes?.[1]).toMatchObject({ code: '2003' })
  })

  it('fails as a whole without asking again', async () => {
    emulator.faults.add({ fault: { type: 'upload-error', code: 'G900' }, at: 1 })
    const outcomes = await client.uploadMulti('ft-carousel-feed', carousel)
    expect(outcomes).toMatchObject(carousel.map(() => ({ type: 'refused', code: 'G900' })))
    expect(emulator.requests()).toHaveLength(1)
  })

  it('asks for each by itself where one of them is too large', async () => {
    emulator.faults.add({ fault: { type: 'status', status: 413 } })
    expect(await client.uploadMulti('ft-carousel-feed', carousel)).toBeUndefined()
    expect(await client.uploadMulti('ft-carousel-feed', [damaged])).toMatchObject([{ type: 'refused', code: '413' }])
  })

  it('takes as many files as the operation does', async () => {
    await expect(client.uploadMulti('ft-wide-item-list', [])).rejects.toThrow(/1 to 4/)
    await expect(
      client.uploadMulti(
        'ft-carousel-feed',
        Array.from({ length: 7 }, () => damaged),
      ),
    ).rejects.toThrow(/1 to 6/)
  })
})

describe('a URL that must not go into a message is refused', () => {
  const base = 'https://img.example.com/'
  const long = `${base}${'a'.repeat(2_000 - base.length)}`

  const urls: [url: string, fault: string | undefined][] = [
    [long, undefined],
    [`${long}a`, 'too-long'],
    [`${base}${'a'.repeat(500_000)}`, 'too-long'],
    [`${base}a b`, 'hidden-characters'],
    [`${base}a\n`, 'hidden-characters'],
    [` ${base}a`, 'hidden-characters'],
    [`${base}a\u0000b`, 'hidden-characters'],
    [`${base}a\u001b[2J`, 'hidden-characters'],
    [`${base}a\u0085`, 'hidden-characters'],
    [`${base}a\u00a0`, 'hidden-characters'],
    [`${base}\u202egnp.a`, 'hidden-characters'],
    [`${base}\u2066a`, 'hidden-characters'],
    [`${base}a\u200b`, 'hidden-characters'],
    [`${base}\ufeffa`, 'hidden-characters'],
    [`${base}\u3164a`, 'hidden-characters'],
    [`${base}a\ufe0f`, 'hidden-characters'],
    [`${base}a\u{e0041}`, 'hidden-characters'],
    [`${base}\ud800`, 'hidden-characters'],
    [`${base}#{name}`, 'variable'],
    [`${base}#{`, 'variable'],
    [`${base}?a=#{name|x}`, 'variable'],
    ['https://user:pass@img.example.com/a.png', 'credentials'],
    ['https://token@img.example.com/a.png', 'credentials'],
    ['javascript:alert(1)', 'not-web'],
    ['data:image/png;base64,AAAA', 'not-web'],
    ['file:///etc/passwd', 'not-web'],
    ['ftp://img.example.com/a', 'not-web'],
    ['//img.example.com/a', 'not-web'],
    ['https:img.example.com/a', 'not-web'],
    ['https://', 'not-web'],
    ['https:///a', 'not-web'],
    ['https://img.example.com\\a', 'not-web'],
    ['local:images/a.png', 'not-web'],
    ['', 'not-web'],
    ['http://img.example.com/%EA%B0%80#a?b={c}', undefined],
    ['HTTPS://img.example.com/가.png', undefined],
  ]
  const outcomeOf = (url: string, fault: string | undefined): object =>
    fault === undefined ? { type: 'uploaded', url } : { type: 'failed', reason: 'unusable-url', urlViolation: fault }

  it.each(urls.map(([url, fault]) => ({ url, fault, shown: JSON.stringify(url.slice(0, 60)), units: url.length })))(
    '$shown of $units characters: $fault',
    async ({ url, fault }) => {
      const single = JSON.stringify({ data: { url }, errcode: '0000' })
      const bodies = [
        single,
        JSON.stringify({ code: '0000', result: { success: [{ formField: 'image1', url }] } }),
        single,
      ]
      const server = await startBareServer({ onRequest: ({ socket }) => answer(socket, bodies.shift() ?? '') })
      const own = openClientOf(server.port)
      const image = file(goodImages.FT)
      expect(await own.uploadSingle('FT_WIDE', image)).toEqual(outcomeOf(url, fault))
      expect(await own.uploadMulti('ft-carousel-feed', [image])).toEqual([outcomeOf(url, fault)])
      expect(await own.uploadMulti('ft-wide-item-list', [image])).toEqual([outcomeOf(url, fault)])
    },
  )

  it('beside others that may', async () => {
    const success = [`${base}1`, `${base}#{2}`, `${base}3`].map((url, n) => ({ formField: `image${n}`, url }))
    const body = JSON.stringify({ code: '0000', result: { success } })
    const server = await startBareServer({ onRequest: ({ socket }) => answer(socket, body) })
    const outcomes = await openClientOf(server.port).uploadMulti('ft-carousel-feed', carousel)
    expect(outcomes?.map(({ type }) => type)).toEqual(['uploaded', 'failed', 'uploaded'])
  })

  it('when it holds a secret', async () => {
    const secret = 'sender-key-canary-5c1f'
    const url = `${base}?key=${Buffer.from(`shop;${secret}`).toString('base64url')}`
    const body = JSON.stringify({ data: { url } })
    const server = await startBareServer({ onRequest: ({ socket }) => answer(socket, body) })
    const own = openClientOf(server.port, { secrets: [secret] })
    expect(await own.uploadSingle('FT', file(goodImages.FT))).toEqual(outcomeOf(url, 'secret'))
  })
})

describe('form fields', () => {
  it.each<[string[], number[] | undefined]>([
    [
      ['image1', 'image2'],
      [0, 1],
    ],
    [
      ['image2', 'image1'],
      [1, 0],
    ],
    [
      ['image0', 'image1'],
      [0, 1],
    ],
    [
      ['image[1]', 'image[0]'],
      [1, 0],
    ],
    [['image', 'image'], undefined],
    [['image1', 'image1'], undefined],
    [['image1', 'image3'], undefined],
    [['image1'], undefined],
    [['image1', 'image2', 'image3'], undefined],
    [['image1', 'photo2'], undefined],
  ])('%j of two files means %j', (names, ordinals) => {
    expect(ordinalsOf(names, 2)).toEqual(ordinals)
  })
})
