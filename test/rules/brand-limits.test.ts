import { describe, expect, it } from 'vitest'
import { compileSource } from '../compile-source.ts'

/** An image that fits its place, unless its name says its width and height. */
function factsOf(path: string): { readonly width: number; readonly height: number } {
  const [, width, height] = /(\d+)x(\d+)\.png$/.exec(path) ?? []
  return { width: Number(width ?? 800), height: Number(height ?? 800) }
}

/** What is found in a source: rules with their pointers. */
function found(source: string): readonly string[] {
  const { diagnostics } = compileSource(source, {
    image: (path) => ({
      type: 'found',
      facts: {
        sha256: 'a'.repeat(64),
        bytes: Number(/(\d+)b\.png$/.exec(path)?.[1] ?? 5_000_000),
        format: 'png',
        ...factsOf(path),
      },
    }),
  })
  return diagnostics.map(({ rule, pointer = '' }) => `${rule} ${pointer}`)
}

const of = (count: number): string => '가'.repeat(count)
const lines = (breaks: number): string => Array.from({ length: breaks + 1 }, () => '가').join('\n')
const block = (name: string, text: string): string => `\`\`\`${name}\n${text}\n\`\`\`\n`
const each = (count: number, made: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => made(index)).join('\n')
const buttons = (count: number): string => each(count, (index) => `- [보기${index}](https://m.example/${index})`)
const coupon = (description = '주말'): string =>
  block('coupon', `title: 첫잔 무료 쿠폰\ndescription: ${description}\nlinkMo: https://m.example/c`)
const price = (text = 'regularPrice: 30000'): string => block('price', text)

const written = (kind: string, body: string): string => `---\nkind: ${kind}\n---\n${body}\n`
const text = (body: string): string => written('bm-text', body)
const wide = (body: string): string => written('bm-wide', `![a](a.png)\n${body}`)
const list = (header: string, count: number, titles: readonly string[] = [], rest = ''): string => {
  const item = (index: number): string =>
    `## ${titles[index] ?? '원두'}\n[![a](${index === 0 ? '800x400' : '800x800'}.png)](https://m.example/${index})`
  return written('bm-wide-item-list', `# ${header}\n${each(count, item)}\n---\n${rest}`)
}
const product = (title: string, body = '', prices = price(), rest = buttons(1)): string =>
  written('bm-commerce', `# ${title}\n${body}\n![a](a.png)\n${prices}${rest}`)
const feed = (count: number, title = '성수점', body = '열어요.', rest = buttons(1)): string =>
  written(
    'bm-carousel-feed',
    each(count, () => `## ${title}\n![a](a.png)\n${body}\n${rest}`),
  )
const products = (count: number, head = '', title = '원두', body = ''): string =>
  written(
    'bm-carousel-commerce',
    `${head}${each(count, () => `## ${title}\n${body}\n![a](a.png)\n${price()}${buttons(1)}\n`)}`,
  )
const head = (header: string, body = '선물로 좋아요.'): string => `# ${header}\n${body}\n![a](a.png)\n`

const optOut = (digits: number): string =>
  text('가').replace('\n---\n', `\nunsubscribeNo: "080-123-4567"\nunsubscribeAuthNo: "${'1'.repeat(digits)}"\n---\n`)

type Edge = readonly [what: string, made: (value: number) => string, last: number, over: string]

const most: readonly Edge[] = [
  ['the text', (n) => text(of(n)), 1300, 'msg-too-long /content'],
  ['the text of bm-wide', (n) => wide(of(n)), 76, 'msg-too-long /content'],
  ['the text of a product', (n) => product('원두', of(n)), 34, 'msg-too-long /additionalContent'],
  ['the text of a head', (n) => products(1, head('기획', of(n))), 50, 'msg-too-long /carousel/head/content'],
  ['the header of a list', (n) => list(of(n), 3), 20, 'header-too-long /header'],
  ['the header of a head', (n) => products(1, head(of(n))), 20, 'header-too-long /carousel/head/header'],
  ['the name of a product', (n) => product(of(n)), 20, 'header-may-be-cut /commerce/title'],
  ['the first item', (n) => list('원두', 3, [of(n)]), 25, 'item-title-too-long /item/list/0/title'],
  ['the second item', (n) => list('원두', 3, ['가', of(n)]), 30, 'item-title-too-long /item/list/1/title'],
  ['a card of two', (n) => feed(2, of(n)), 20, 'card-header-too-long /carousel/list/0/header'],
  ['the text of a card', (n) => feed(2, '점', of(n)), 180, 'card-message-too-long /carousel/list/0/message'],
  ['a product of two', (n) => products(2, '', of(n)), 30, 'card-header-too-long /carousel/list/0/commerce/title'],
  [
    'the text of a product of two',
    (n) => products(2, '', '원두', of(n)),
    34,
    'card-message-too-long /carousel/list/0/additionalContent',
  ],
  ['line breaks', (n) => text(lines(n)), 99, 'too-many-line-breaks /content'],
  ['line breaks of bm-wide, by others', (n) => wide(lines(n)), 1, 'many-line-breaks /content'],
  ['line breaks of a product', (n) => product('원두', lines(n)), 1, 'too-many-line-breaks /additionalContent'],
  ['line breaks of a card, by others', (n) => feed(2, '점', lines(n)), 2, 'many-line-breaks /carousel/list/0/message'],
  ['buttons', (n) => text(`가\n${buttons(n)}`), 5, 'too-many-buttons /buttons'],
  ['buttons beside a coupon', (n) => text(`가\n${buttons(n)}\n${coupon()}`), 4, 'too-many-buttons /buttons'],
  ['buttons of bm-wide', (n) => wide(`가\n${buttons(n)}`), 2, 'too-many-buttons /buttons'],
  ['buttons of a product', (n) => product('원두', '', price(), buttons(n)), 2, 'too-many-buttons /buttons'],
  ['buttons of a card', (n) => feed(2, '점', '가', buttons(n)), 2, 'too-many-buttons /carousel/list/0/buttons'],
  ['a name', (n) => text(`가\n- [${of(n)}](https://m.example)`), 14, 'button-name-too-long /buttons/0/name'],
  ['a name of bm-wide', (n) => wide(`가\n- [${of(n)}](https://m.example)`), 8, 'button-name-too-long /buttons/0/name'],
  ['a coupon', (n) => text(`가\n${coupon(of(n))}`), 12, 'coupon-description-too-long /coupon/description'],
  ['a coupon of bm-wide', (n) => wide(`가\n${coupon(of(n))}`), 18, 'coupon-description-too-long /coupon/description'],
  ['items', (n) => list('원두', n), 4, 'too-many-items /item/list'],
  ['cards', (n) => feed(n), 6, 'too-many-cards /carousel/list'],
  ['cards behind a head', (n) => products(n, head('기획')), 5, 'too-many-cards /carousel/list'],
  [
    'the regular price',
    (n) => product('원두', '', price(`regularPrice: ${n}`)),
    99_999_999,
    'price-out-of-range /commerce/regularPrice',
  ],
  [
    'a fixed discount',
    (n) => product('원두', '', price(`regularPrice: ${n}\ndiscountPrice: 0\ndiscountFixed: ${n}`)),
    999_999,
    'price-out-of-range /commerce/discountFixed',
  ],
  ['products', (n) => products(n), 6, 'too-many-cards /carousel/list'],
  ['the code of an opt-out number', (n) => optOut(n), 9, 'unsubscribe-code-long /unsubscribeAuthNo'],
  [
    'a coupon of a card',
    (n) => feed(2, '점', '가', `${buttons(1)}\n${coupon(of(n))}`),
    12,
    'coupon-description-too-long /carousel/list/0/coupon/description',
  ],
  [
    'a link',
    (n) => text(`가\n- [보기](https://m.example/${'a'.repeat(n - 18)})`),
    1000,
    'link-too-long /buttons/0/linkMo',
  ],
]

describe('a limit of brand messages', () => {
  it.each(most)('%s', (_, made, last, over) => {
    expect(found(made(last))).toEqual([])
    expect(new Set(found(made(last + 1)).map((one) => one.replace(/list\/\d\/(?!title)/, 'list/0/')))).toEqual(
      new Set([over]),
    )
  })

  it.each([
    ['discountPrice', 99_999_999, (n: number) => `regularPrice: 99999999\ndiscountPrice: ${n}\ndiscountFixed: 0`],
    ['discountRate', 100, (n: number) => `regularPrice: 100\ndiscountPrice: 0\ndiscountRate: ${n}`],
  ] as const)('of %s is %i, whatever else contradicts it', (field, last, made) => {
    const over = `price-out-of-range /commerce/${field}`
    expect(found(product('원두', '', price(made(last))))).toEqual([])
    expect(found(product('원두', '', price(made(last + 1))))).toContain(over)
  })

  it.each([
    ['items', () => list('원두', 2), 'too-few-items /item/list'],
    [
      'a negative price',
      () => product('원두', '', price('regularPrice: -1')),
      'price-out-of-range /commerce/regularPrice',
    ],
    [
      'a rate of nothing',
      () => product('원두', '', price('regularPrice: 100\ndiscountPrice: 100\ndiscountRate: 0')),
      'price-out-of-range /commerce/discountRate',
    ],
    ['a heavy image', () => written('bm-image', '![a](5000001b.png)\n가'), 'image-too-heavy /image/imageUrl'],
    ['cards', () => feed(1), 'too-few-cards /carousel/list'],
    ['products', () => products(1), 'too-few-cards /carousel/list'],
    ['a name of a product', () => product(of(31)), 'header-too-long /commerce/title'],
    ['line breaks of bm-wide', () => wide(lines(6)), 'too-many-line-breaks /content'],
  ] as const)('refuses %s', (_, made, over) => {
    expect(found(made())).toEqual([over])
  })

  it.each([
    ['bm-image', 'image/imageUrl', ['500x250', '1000x1333', '2000x2666'], ['501x250', '1000x1334', '499x400']],
    ['bm-wide', 'image/imageUrl', ['800x400', '800x800'], ['801x400', '800x801', '499x300']],
  ] as const)('of images of %s', (kind, pointer, fitting, others) => {
    const made = (size: string): string => written(kind, `![a](${size}.png)\n가`)
    for (const size of fitting) expect(found(made(size)), size).toEqual([])
    for (const size of others) {
      const rule = size.startsWith('499') ? 'image-size-not-allowed' : 'image-ratio-not-allowed'
      expect(found(made(size)), size).toEqual([`${rule} /${pointer}`])
    }
  })

  it('of images of a list is 2:1 for the first item and 1:1 for the others', () => {
    const made = list('원두', 3)
    expect(found(made.replace('800x400', '800x401'))).toEqual(['image-ratio-not-allowed /item/list/0/imageUrl'])
    expect(found(made.replace('800x800', '800x799'))).toEqual(['image-ratio-not-allowed /item/list/1/imageUrl'])
  })
})
