import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../src/diagnostic.ts'
import type { ImageFacts } from '../../src/message/message.ts'
import { compileSource } from '../compile-source.ts'
import { card, carousel, list, pictured } from './limits-fields.ts'

type Facts = Partial<Omit<ImageFacts, 'sha256'>>

interface Upload {
  readonly upload: string
  readonly source: string
  readonly pointer: string
  readonly maxBytes: number
  readonly size: { readonly width: number; readonly height: number }
}

/** One image of each upload, its path marked, and what the interface says of it. */
const uploads: readonly Upload[] = [
  {
    upload: 'FT',
    source: pictured('ft-image', 'x').replace('b.png', '«b.png»'),
    pointer: '/attachment/image/img_url',
    maxBytes: 500_000,
    size: { width: 720, height: 720 },
  },
  {
    upload: 'FT_WIDE',
    source: pictured('ft-wide', 'x').replace('b.png', '«b.png»'),
    pointer: '/attachment/image/img_url',
    maxBytes: 2_000_000,
    size: { width: 800, height: 600 },
  },
  {
    upload: 'ft-wide-item-list',
    source: list({ titles: ['a', '\\[각'.normalize('NFD'), 'c'] }).replace('1.png', '«1.png»'),
    pointer: '/attachment/item/list/1/img_url',
    maxBytes: 2_000_000,
    size: { width: 800, height: 400 },
  },
  {
    upload: 'ft-carousel-feed',
    source: carousel([card(), card({ header: '😀' }).replace('b.png', '<«2 각.png»>')]),
    pointer: '/carousel/list/1/attachment/image/img_url',
    maxBytes: 2_000_000,
    size: { width: 720, height: 720 },
  },
]

const uploadOf = (name: string): Upload => {
  const found = uploads.find(({ upload }) => upload === name)
  if (found === undefined) throw new Error(name)
  return found
}

/** The errors of a message whose marked image has some facts; the others fit. */
function errorsWith({ source, size }: Upload, facts: Facts): readonly Diagnostic[] {
  const marked = /«(.*)»/.exec(source)?.[1]
  const fitting = { sha256: 'a'.repeat(64), bytes: 1000, format: 'png', ...size } as const
  const { diagnostics } = compileSource(source.replaceAll(/[«»]/g, ''), {
    image: (path) => ({ type: 'found', facts: path === marked ? { ...fitting, ...facts } : fitting }),
  })
  return diagnostics.filter(({ severity }) => severity === 'error')
}

function expectFault(upload: Upload, facts: Facts, expected: Partial<Diagnostic>): void {
  const { source, pointer } = upload
  const found = errorsWith(upload, facts)
  expect(found).toMatchObject([{ ...expected, pointer }])
  const span = [source.indexOf('«'), source.indexOf('»') - 1]
  expect(found.map(({ start, end }) => [start.offset, end.offset])).toEqual([span])
}

describe.each(uploads)('an image of $upload', (upload) => {
  const { maxBytes } = upload

  it.each(['png', 'jpg'] as const)('may have its most bytes as %s', (format) => {
    expect(errorsWith(upload, { bytes: maxBytes, format })).toEqual([])
    const expected = { rule: 'image-too-heavy', actual: maxBytes + 1, limit: maxBytes, unit: 'bytes' } as const
    expectFault(upload, { bytes: maxBytes + 1, format }, expected)
  })

  it('stands at the same line with CRLF and a byte order mark', () => {
    const changed = { ...upload, source: `\uFEFF${upload.source.replaceAll('\n', '\r\n')}` }
    const place = (of: Upload): unknown =>
      errorsWith(of, { bytes: maxBytes + 1 }).map(({ start }) => [start.line, start.column])
    expect(place(changed)).toEqual(place(upload))
    expect(place(changed)).toHaveLength(1)
  })
})

const shaped = (text: string): { readonly width: number; readonly height: number } => {
  const [width = 0, height = 0] = text.split('x').map(Number)
  return { width, height }
}

describe('the size of an image', () => {
  it.each([
    [
      'FT',
      ['500x500', '500x250', '500x666', '720x720', '1000x500', '1500x750', '750x1000', '4000x3000', '20000x10000'],
    ],
    ['FT_WIDE', ['800x600']],
    ['ft-wide-item-list', ['400x400', '401x400', '600x400', '799x400', '800x400']],
    ['ft-carousel-feed', ['500x500', '500x250', '500x666', '1500x750', '750x1000', '4000x3000', '20000x10000']],
  ] as const)('fits %s', (name, sizes) => {
    for (const size of sizes) expect(errorsWith(uploadOf(name), shaped(size)), size).toEqual([])
  })

  it.each([
    ['FT', '499x499', 499, 500],
    ['FT', '499x400', 499, 500],
    ['FT_WIDE', '799x600', 799, 800],
    ['FT_WIDE', '801x600', 801, 800],
    ['FT_WIDE', '800x599', 599, 600],
    ['FT_WIDE', '800x601', 601, 600],
    ['FT_WIDE', '1600x1200', 1600, 800],
    ['ft-wide-item-list', '399x400', 399, 400],
    ['ft-wide-item-list', '801x400', 801, 800],
    ['ft-wide-item-list', '800x399', 399, 400],
    ['ft-wide-item-list', '800x401', 401, 400],
    ['ft-wide-item-list', '400x399', 399, 400],
    ['ft-carousel-feed', '499x499', 499, 500],
  ] as const)('does not fit %s: %s', (name, size, actual, limit) => {
    const expected = { rule: 'image-size-not-allowed', actual, limit, unit: 'pixels' } as const
    expectFault(uploadOf(name), shaped(size), expected)
  })

  it.each(['FT', 'ft-carousel-feed'])('has a shape that does not fit %s', (name) => {
    const rule = 'image-ratio-not-allowed'
    for (const [size, actual, limit] of [
      ['1502x750', 2.003, 2],
      ['20001x10000', 2, 2],
      ['3000x500', 6, 2],
      ['750x1001', 0.749, 0.75],
      ['500x667', 0.75, 0.75],
      ['600x3000', 0.2, 0.75],
    ] as const) {
      expectFault(uploadOf(name), shaped(size), { rule, actual, limit, unit: 'ratio' })
    }
  })

  it('and the shape and the bytes are each reported', () => {
    const facts = { width: 400, height: 100, bytes: 2_000_001 }
    const rules = (name: string): readonly string[] => errorsWith(uploadOf(name), facts).map(({ rule }) => rule)
    expect(rules('FT')).toEqual(['image-ratio-not-allowed', 'image-size-not-allowed', 'image-too-heavy'])
    expect(rules('FT_WIDE')).toEqual(['image-size-not-allowed', 'image-too-heavy'])
    expect(rules('ft-wide-item-list')).toEqual(['image-size-not-allowed', 'image-too-heavy'])
  })
})
