import { describe, expect, it } from 'vitest'
import { fileUploadCodes, multiUploadCodes, singleUploadCodes } from '../../src/contract/friend-talk/responses.ts'
import { sendCodes } from '../../src/contract/friend-talk/codes.ts'
import { kinds, kindFacts } from '../../src/contract/friend-talk/kinds.ts'
import { imageLimits, limits, times, type Upload } from '../../src/contract/friend-talk/limits.ts'
import type { ImageOperation } from '../../src/contract/contract.ts'
import { friendTalk } from '../../src/contract/friend-talk/friend-talk.ts'
import { limitVectors } from '../compile-source.ts'

interface VectorRow {
  readonly field: string
  readonly kinds?: readonly string[]
  readonly min?: number
  readonly max?: number
  readonly unit?: string
  readonly values?: readonly string[]
}

interface VectorImage extends Omit<ImageOperation, 'recommendedPx' | 'source' | 'images' | 'answer'> {
  readonly upload: Upload
  readonly kinds: readonly string[]
  readonly recommended?: string
  readonly note?: string
}

const vectorRows: readonly VectorRow[] = limitVectors.limits
const vectorImages: readonly VectorImage[] = limitVectors.images

const counting = /characters|bytes|buttons|items|cards/

/** The places of a field in the notation of the interface: what it says of a button holds in a message and in a card. */
function placesOf(field: string): readonly string[] {
  const path = `/${field.replaceAll('.', '/')}`
    .replaceAll('[1//3]', '/1+')
    .replaceAll(/\[(\d+)\]/g, '/$1')
    .replaceAll('[]', '/*')
  if (path === '/attachment/button') return [path, '/carousel/list/*/attachment/button']
  return field.startsWith('button') ? [`/attachment${path}`, `/carousel/list/*/attachment${path}`] : [path]
}

interface Stated {
  readonly place: string
  readonly kind: string
  readonly unit: string
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/** Each place with each kind that has it, in one order. */
function stated(rows: readonly Stated[]): readonly string[] {
  const has = ({ place, kind }: Stated): boolean =>
    place.startsWith('/carousel')
      ? kind === 'ft-carousel-feed'
      : kind !== 'ft-carousel-feed' || !/attachment/.test(place)
  const list = ({ place, kind }: Stated): boolean => !/^.header|item/.test(place) || kind === 'ft-wide-item-list'
  const bounds = rows
    .filter((row) => has(row) && list(row))
    .flatMap(({ place, kind, unit, min, max }) => [
      ...(min === undefined ? [] : [`${kind} ${place} at least ${min} ${unit}`]),
      ...(max === undefined ? [] : [`${kind} ${place} at most ${max} ${unit}`]),
    ])
  return bounds.toSorted()
}

describe('the limits table', () => {
  it('says what the interface says of lengths and counts, and no more', () => {
    const rows = limits.filter(({ tier }) => tier === 'interface')
    const found = rows.flatMap(({ at, kinds: of = kinds, unit, min, max }) =>
      at.flatMap((place) => of.map((kind) => ({ place, kind, unit, min, max }))),
    )
    const expected = vectorRows.flatMap(({ field, kinds: of = kinds, unit = '', min, max }) => {
      const [name] = counting.exec(unit) ?? []
      const places = name === undefined ? [] : placesOf(field)
      return places.flatMap((place) => of.map((kind) => ({ place, kind, unit: name ?? '', min, max })))
    })
    expect(stated(found)).toEqual(stated(expected))
    expect(limits.filter(({ source }) => source === '')).toEqual([])
  })

  it('leaves the number of messages and the values of fields to the contract', () => {
    const of = (field: string): VectorRow | undefined => vectorRows.find((row) => row.field === field)
    expect(friendTalk.batch.max).toBe(of('msg_data')?.max)
    expect(friendTalk.settings.ad_flag.schema.enum).toEqual(of('ad_flag')?.values)
    expect(Object.keys(friendTalk.buttonTypes)).toEqual(of('button[].type')?.values)
  })
})

describe('the limits of images', () => {
  it('have the uploads of the interface and no others', () => {
    expect(Object.keys(imageLimits).toSorted()).toEqual(vectorImages.map(({ upload }) => upload).toSorted())
  })

  it.each(vectorImages)('say of $upload what the interface says', ({ upload, kinds: of, recommended, ...rest }) => {
    const { source, recommendedPx, images: _, answer: __, ...limit }: ImageOperation = imageLimits[upload]
    expect({ ...limit, ...(rest.note && { note: rest.note }) }).toEqual(rest)
    expect(recommendedPx && `${recommendedPx.width}x${recommendedPx.height}`).toBe(recommended)
    expect(kinds.filter((kind) => kindFacts[kind].upload === upload)).toEqual(of)
    expect(source).not.toBe('')
  })

  it('leave ft-text without an upload', () => {
    expect(kindFacts['ft-text'].upload).toBeUndefined()
  })
})

describe('the times', () => {
  it('are those of the interface', () => {
    const { restrictedFrom, restrictedUntil, imageRetentionMonths, ...others } = times
    expect({
      restrictedFrom,
      restrictedUntil,
      zone: 'KST, UTC+9',
      imageRetention: `${imageRetentionMonths} months`,
      ...others,
    }).toEqual(limitVectors.times)
  })
})

describe('the codes', () => {
  it.each([
    { of: 'the send operation', codes: sendCodes, expected: limitVectors.sendCodes },
    { of: 'a single-image upload', codes: singleUploadCodes, expected: limitVectors.uploadCodes.single },
    { of: 'a multi-image upload', codes: multiUploadCodes, expected: limitVectors.uploadCodes.multi },
    { of: 'a file of a multi-image upload', codes: fileUploadCodes, expected: limitVectors.uploadCodes.file },
  ])('of $of are those of the interface', ({ codes, expected }) => {
    expect(Object.keys(codes).toSorted()).toEqual(expected.toSorted())
  })
})
