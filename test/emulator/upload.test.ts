import { beforeEach, describe, expect, it } from 'vitest'
import { imageLimits, type Upload, uploads } from '../../src/contract/friend-talk/limits.ts'
import type { Emulator } from '../../src/emulator/emulator.ts'
import { gifBytes, jpegBytes, jpegMetadata, pngBytes } from '../project/image-bytes.ts'
import { emulate, goodImages, uploadedUrl, uploadFiles } from './client.ts'

const emulator: Emulator = await emulate()

beforeEach(() => {
  emulator.reset()
})

const png = (width: number, height: number): Buffer => pngBytes({ width, height })
const heavyJpeg = (bytes: number): Buffer => jpegBytes({ width: 800, height: 600, metadata: jpegMetadata(bytes) })

describe('good images', () => {
  it.each(['FT', 'FT_WIDE'] as const)('%s: the single-image result, and the image back at its URL', async (upload) => {
    emulator.clock.change({ set: '2026-12-31T23:30:00Z', frozen: true })
    const { status, headers, body } = await uploadFiles(emulator, upload, [
      { name: '봄.png', data: goodImages[upload] },
    ])
    expect(status).toBe(200)
    expect(headers.get('x-emulator')).toBe('friendtalk')
    const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/images\/.*\.png$/) as string
    const data = { image_key: expect.any(String) as string, request_date: '20270101', name: '봄.png', url }
    expect(body).toEqual({ data, errcode: '0000', errmsg: 'success' })
    const image = await fetch(body.data?.url ?? '')
    expect(image.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await image.arrayBuffer()).equals(goodImages[upload])).toBe(true)
  })

  it.each(['ft-wide-item-list', 'ft-carousel-feed'] as const)('%s: the multi-image result', async (upload) => {
    const data = goodImages[upload]
    const { body } = await uploadFiles(emulator, upload, [{ data }, { data }])
    expect(body).toMatchObject({
      code: '0000',
      result: { success: [{ formField: 'image1' }, { formField: 'image2' }], failure: [] },
    })
    expect(emulator.images()).toHaveLength(2)
  })

  it('names the fields as they were sent where they differ', async () => {
    const data = goodImages['ft-carousel-feed']
    const { body } = await uploadFiles(emulator, 'ft-carousel-feed', [
      { field: 'image7', data },
      { field: 'image3', data: png(300, 300) },
    ])
    expect(body.result?.success?.map(({ formField }) => formField)).toEqual(['image7'])
    expect(body.result?.failure?.map(({ formField }) => formField)).toEqual(['image3'])
  })

  it('forgets an image when its retention is over', async () => {
    const url = await uploadedUrl(emulator, 'FT')
    emulator.clock.change({ moveMs: 100 * 86_400_000 })
    expect((await fetch(url)).status).toBe(410)
  })
})

describe('refused images', () => {
  const size = 'InvalidImageSizeException'
  const format = 'InvalidImageFormatException'
  const weight = 'InvalidImageMaxLengthException'
  const single: [upload: Upload, what: string, data: Buffer, message: string][] = [
    ['FT', 'a GIF', gifBytes({ width: 720, height: 720 }), format],
    ['FT', 'text', Buffer.from('<script>'), format],
    ['FT', 'an empty file', Buffer.alloc(0), format],
    ['FT', 'a PNG that is cut off', goodImages.FT.subarray(0, 200), format],
    ['FT', 'a narrow image', png(499, 499), size],
    ['FT', 'an image wider than 2:1', png(1001, 500), size],
    ['FT', 'an image higher than 3:4', png(500, 668), size],
    ['FT', 'a heavy image', heavyJpeg(imageLimits.FT.maxBytes), weight],
    ['FT_WIDE', 'another width', png(801, 600), size],
    ['FT_WIDE', 'another height', png(800, 599), size],
    ['FT_WIDE', 'a heavy image', heavyJpeg(imageLimits.FT_WIDE.maxBytes), weight],
  ]
  it.each(single)('%s refuses %s', async (upload, _what, data, message) => {
    const { status, body } = await uploadFiles(emulator, upload, [{ data }])
    expect(body).toEqual({ errcode: 'E600', errmsg: message })
    expect(status).toBe(400)
    expect(emulator.images()).toEqual([])
  })

  it('say in KB what is too heavy', async () => {
    await uploadFiles(emulator, 'FT', [{ data: heavyJpeg(imageLimits.FT.maxBytes) }])
    const descriptions = emulator.requests().map(({ description }) => description)
    expect(descriptions.join()).toMatch(/^the file has 50\d(?:\.\d)? KB; 500 KB are allowed$/)
  })

  const multi: [upload: Upload, what: string, data: Buffer, code: string][] = [
    ['ft-wide-item-list', 'a low image', png(500, 399), '2002'],
    ['ft-wide-item-list', 'a wide image', png(801, 400), '2002'],
    ['ft-wide-item-list', 'a heavy image', heavyJpeg(imageLimits.FT_WIDE.maxBytes), '2001'],
    ['ft-carousel-feed', 'a narrow image', png(499, 499), '2002'],
    ['ft-carousel-feed', 'a GIF', gifBytes({ width: 800, height: 600 }), '2003'],
    ['ft-carousel-feed', 'a file larger than the server reads', heavyJpeg(10_500_000), '413'],
  ]
  it.each(multi)('%s refuses %s and takes the other file', async (upload, _what, data, code) => {
    const { status, body } = await uploadFiles(emulator, upload, [{ data }, { data: goodImages[upload] }])
    expect(status).toBe(200)
    expect(body).toMatchObject({
      code: '6000',
      result: { success: [{ formField: 'image2' }], failure: [{ formField: 'image1', error: { code } }] },
    })
  })

  it.each([
    ['FT', 500, 250],
    ['FT', 500, 666],
    ['ft-wide-item-list', 400, 400],
    ['ft-wide-item-list', 800, 400],
    ['ft-carousel-feed', 500, 250],
  ] as const)('%s takes %i×%i, which is at its limits', async (upload, width, height) => {
    const { status } = await uploadFiles(emulator, upload, [{ data: png(width, height) }])
    expect([status, emulator.images().length]).toEqual([200, 1])
  })
})

describe('the number of files', () => {
  const carousel = 'ft-carousel-feed'
  const files = (count: number) => Array.from({ length: count }, () => ({ data: goodImages[carousel] }))

  it('refuses what is above the most, each file by itself', async () => {
    const { body } = await uploadFiles(emulator, carousel, files(7))
    expect(body.code).toBe('6000')
    expect(body.result?.success).toHaveLength(6)
    expect(body.result?.failure).toEqual([
      { formField: 'image7', error: { code: '2004', message: 'FailedToUploadImageException' } },
    ])
  })

  it.each(uploads)('%s says CE400 where the image is missing', async (upload) => {
    const { status, body } = await uploadFiles(emulator, upload, [{ field: 'picture', data: goodImages[upload] }])
    expect(status).toBe(400)
    expect(body.errcode ?? body.code).toBe('CE400')
  })

  it('says CE400 to what is no form, and to one that breaks off', async () => {
    const url = `${emulator.uploadUrl}/file/v1/FT/image/emulator`
    const json = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
    expect(await json.json()).toMatchObject({ errcode: 'CE400' })
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const body = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\nhalf'
    const cut = await fetch(url, { method: 'POST', headers, body })
    expect(await cut.json()).toMatchObject({ errcode: 'CE400' })
  })
})

describe('assumed answers', () => {
  it.each([
    ['from-0', ['image0', 'image1']],
    ['brackets', ['image[0]', 'image[1]']],
    ['as-sent', ['image', 'image']],
  ] as const)('names form fields %s', async (formField, names) => {
    emulator.change({ formField })
    const data = goodImages['ft-carousel-feed']
    const { body } = await uploadFiles(emulator, 'ft-carousel-feed', [{ data }, { data }])
    expect(body.result?.success?.map((entry) => entry.formField)).toEqual(names)
  })
})
