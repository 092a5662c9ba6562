import { beforeEach, expect, it } from 'vitest'
import { imageLimits, uploads } from '../../../src/contract/brand-message/limits.ts'
import { gifBytes, jpegBytes, jpegMetadata, pngBytes } from '../../project/image-bytes.ts'
import { emulate } from '../client.ts'
import { uploadImage } from './client.ts'

const emulator = await emulate()

beforeEach(() => {
  emulator.reset()
})

const good = { IMAGE: [800, 400], WIDE_IMAGE: [800, 600], MAIN_WIDE_ITEMLIST_IMAGE: [800, 400] } as const
const sizeOf = (upload: string): readonly [number, number] => good[upload as keyof typeof good] ?? [600, 600]

it.each(uploads)('takes an image as %s and shows it', async (imageType) => {
  const [width, height] = sizeOf(imageType)
  const data = pngBytes({ width, height })
  const { status, header, image } = await uploadImage(emulator, imageType, data)
  expect([status, header.resultCode, image.imageSeq, image.imageName]).toEqual([200, 0, 1, 'a.png'])
  expect(Buffer.from(await (await fetch(image.imageUrl)).arrayBuffer()).equals(data)).toBe(true)
  expect(emulator.images()).toMatchObject([{ upload: imageType, widthPx: width, heightPx: height }])
})

it.each<[what: string, imageType: string, data: Buffer, code: number, field?: string]>([
  ['a GIF', 'IMAGE', gifBytes({ width: 800, height: 400 }), -4009],
  ['a file that breaks off', 'IMAGE', pngBytes({ width: 800, height: 400 }).subarray(0, 200), -4009],
  ['a narrow image', 'IMAGE', pngBytes({ width: 499, height: 400 }), -8010],
  ['a high image', 'WIDE_IMAGE', pngBytes({ width: 800, height: 801 }), -8010],
  ['an image that is not 2:1', 'MAIN_WIDE_ITEMLIST_IMAGE', pngBytes({ width: 800, height: 401 }), -8010],
  ['an unknown type', 'VIDEO', pngBytes({ width: 800, height: 400 }), -8011],
  ['no image', 'IMAGE', pngBytes({ width: 800, height: 400 }), -9993, 'picture'],
  [
    'a heavy image',
    'IMAGE',
    jpegBytes({ width: 800, height: 400, metadata: jpegMetadata(imageLimits.IMAGE.maxBytes) }),
    -4007,
  ],
])('refuses %s', async (_what, imageType, data, code, field) => {
  expect((await uploadImage(emulator, imageType, data, field)).header).toMatchObject({ resultCode: code })
  expect(emulator.images()).toEqual([])
})

it('fails where a fault says so', async () => {
  emulator.faults.add({ on: 'upload', fault: { type: 'upload-error', code: '-4018' }, times: 1 })
  const codes = []
  for (let i = 0; i < 2; i++) {
    codes.push((await uploadImage(emulator, 'IMAGE', pngBytes({ width: 800, height: 400 }))).header.resultCode)
  }
  expect(codes).toEqual([-4018, 0])
})
