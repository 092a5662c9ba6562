import { describe, expect, it } from 'vitest'
import { fileUploadCodes, multiUploadCodes, sendCodes, singleUploadCodes } from '../../src/contract/friend-talk/responses.ts'
import { kinds, type Upload, uploadOfKind } from '../../src/contract/friend-talk/kinds.ts'
import { type ImageLimit, imageLimits, type Limit, limits, times } from '../../src/contract/friend-talk/limits.ts'
import { limitVectors } from '../compile-source.ts'

interface VectorRow extends Omit<Limit, 'unit' | 'source'> {
  readonly what?: string
  readonly unit?: string
}

interface VectorImage extends Omit<ImageLimit, 'recommendedPx' | 'source'> {
  readonly upload: Upload
  readonly kinds: readonly string[]
  readonly recommended?: string
  readonly note?: string
}

const vectorRows: readonly VectorRow[] = limitVectors.limits
const vectorImages: readonly VectorImage[] = limitVectors.images

/** One field may have several rows, for different kinds. */
const nameOf = ({ field, kinds: of = [] }: Pick<Limit, 'field' | 'kinds'>): string => [field, ...of].join(' ')

const rows = Object.values(limits as Readonly<Record<string, Limit>>)

describe('the limits table', () => {
  it('has the rows of the interface and no others', () => {
    expect(rows.map(nameOf).toSorted()).toEqual(vectorRows.map(nameOf).toSorted())
  })

  it.each(vectorRows.map((row) => ({ name: nameOf(row), row })))(
    'says of $name what the interface says',
    ({ name, row }) => {
      const { what: _, unit, ...expected } = row
      const found = rows.filter((candidate) => nameOf(candidate) === name)
      expect(found).toHaveLength(1)
      const { source, ...limit } = found[0] ?? {}
      expect(limit).toEqual({ ...expected, ...(unit && { unit: unit.replace(', spaces included', '') }) })
      expect(source).not.toBe('')
    },
  )
})

describe('the limits of images', () => {
  it('have the uploads of the interface and no others', () => {
    expect(Object.keys(imageLimits).toSorted()).toEqual(vectorImages.map(({ upload }) => upload).toSorted())
  })

  it.each(vectorImages)('say of $upload what the interface says', ({ upload, kinds: of, recommended, ...rest }) => {
    const { source, recommendedPx, ...limit }: ImageLimit = imageLimits[upload]
    expect({ ...limit, ...(rest.note && { note: rest.note }) }).toEqual(rest)
    expect(recommendedPx && `${recommendedPx.width}x${recommendedPx.height}`).toBe(recommended)
    expect(kinds.filter((kind) => uploadOfKind[kind] === upload)).toEqual(of)
    expect(source).not.toBe('')
  })

  it('leave ft-text without an upload', () => {
    expect(uploadOfKind['ft-text']).toBeUndefined()
  })
})

describe('the times', () => {
  it('are those of the interface', () => {
    const { restrictedFrom, restrictedUntil, utcOffsetHours, imageRetentionMonths, ...others } = times
    expect({
      restrictedFrom,
      restrictedUntil,
      zone: `KST, UTC+${utcOffsetHours}`,
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
