import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { Element, ElementContent } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { describe, expect, it } from 'vitest'
import { kinds, type Kind } from '../../src/contract/contracts.ts'
import { phone } from '../../src/web/phone/phone.ts'

const drawn = (kind: Kind, record: unknown): Element =>
  phone({
    kind,
    record,
    time: '오후 3:00',
    channel: { name: '우리 채널' },
    date: '2026년 7월 1일',
    lang: 'ko',
    id: 'p',
    image: (url) => (url.startsWith('local:') ? `/${url.slice('local:'.length)}` : undefined),
  })

const shown = (kind: Kind, record: unknown): string => toHtml(drawn(kind, record))

/** What a phone shows, each line with its JSON Pointer, its element and its text; what a tap opens is left out. */
function linesOf(kind: Kind, record: unknown): readonly string[] {
  const lines: string[] = []
  const textOf = (node: ElementContent): string =>
    node.type === 'text' ? node.value : node.type === 'element' ? node.children.map(textOf).join('') : ''
  const walk = ({ tagName, properties, children }: Element): void => {
    const [className = tagName] = [properties['className'] ?? []].flat().map(String)
    if (className === 'ph-sheet') return
    const text = children.some(({ type }) => type === 'text') ? children.map(textOf).join('') : ''
    const image = tagName === 'img' ? String(properties['src']) : ''
    if (text + image !== '' || properties['dataPointer'] !== undefined)
      lines.push([properties['dataPointer'] ?? '-', className, text + image].join(' ').trim())
    for (const child of children) if (child.type === 'element') walk(child)
  }
  walk(drawn(kind, record))
  const from = lines.findIndex((line) => line.startsWith('- ph-name'))
  return lines.slice(
    from + 1,
    lines.findIndex((line) => line.startsWith('- ph-time')),
  )
}

const link = { linkMo: 'https://m.example/a' }
const buttons = [{ name: '구매하기', type: 'WL', ...link }]
const coupon = { title: '배송비 할인 쿠폰', description: '오늘만', ...link }
const ad = '- ph-ad (광고)'
const optOut = '- ph-opt-out 수신거부 | 홈 > 채널 차단'
const tapped = (at: string): readonly string[] => [`${at}/buttons ph-buttons`, `${at}/buttons/0 ph-button 구매하기`]
const couponAt = (at: string): readonly string[] => [
  `${at}/coupon ph-coupon`,
  `${at}/coupon/title strong 배송비 할인 쿠폰`,
  `${at}/coupon/description span 오늘만`,
]
const steps = ['- ph-step ‹', '- ph-step ›']
const card = { imageUrl: 'local:a.png', buttons, coupon }
const first = '/carousel/list/0'

function payloadOf(name: string): unknown {
  const file = new URL(`../vectors/examples/${name}.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { payload: unknown }).payload
}

describe('a phone', () => {
  it.each([
    ['text', 'ft-text', []],
    ['image', 'ft-image', ['src="/images/spring.png"', 'https://shop.example.com/spring', '신상품 보기']],
    ['wide', 'ft-wide', ['src="/images/wide.png"']],
    [
      'wide-item-list',
      'ft-wide-item-list',
      ['이번 주 추천', '린넨 셔츠', 'src="/images/item-3.png"', 'exampleshop-ios://p/3'],
    ],
    ['carousel-feed', 'ft-carousel-feed', ['샌들', '3000원 할인 쿠폰', '더보기', 'https://www.shop.example.com/all']],
  ] as const)('shows the payload of the example %s', (name, kind, texts) => {
    const html = shown(kind, payloadOf(name))
    for (const text of texts) expect(html).toContain(text)
  })

  it.each<readonly [string, Kind, unknown, readonly string[]]>([
    [
      'text, buttons and a coupon',
      'bm-text',
      { content: '안녕', buttons, coupon },
      [ad, '/content ph-text 안녕', optOut, ...tapped(''), ...couponAt('')],
    ],
    [
      'the number and the code for opting out',
      'bm-text',
      { unsubscribeNo: '080-123-4567', unsubscribeAuthNo: '12', content: 'a' },
      [ad, '/content ph-text a', '/unsubscribeNo ph-opt-out 무료수신거부 080-123-4567 (인증번호 12)'],
    ],
    [
      'an image',
      'bm-wide',
      { content: 'a', image: { imageUrl: 'local:a.png' } },
      ['/image ph-tap', '- ph-image /a.png', ad, '/content ph-text a', optOut],
    ],
    [
      'a header and items, of which the first needs no title',
      'bm-wide-item-list',
      {
        header: '추천',
        item: { list: [{ imageUrl: 'local:a.png' }, { title: '가방', imageUrl: 'local:b.png' }] },
        coupon,
      },
      [
        ad,
        '/header ph-header 추천',
        '/item/list ph-items',
        '/item/list/0 ph-first-item',
        '/item/list/0 ph-item-title',
        '- ph-item-image /a.png',
        '/item/list/1 ph-item',
        '/item/list/1/title ph-item-title 가방',
        '- ph-item-image /b.png',
        optOut,
        ...couponAt(''),
      ],
    ],
    [
      'a product with a discount in percent',
      'bm-commerce',
      {
        additionalContent: '무료 배송',
        commerce: { title: '컵', regularPrice: 10000, discountPrice: 9000, discountRate: 10 },
      },
      [
        ad,
        '/commerce/title ph-card-header 컵',
        '/commerce ph-price',
        '/commerce/discountRate ph-discount 10%',
        '/commerce/discountPrice strong 9,000원',
        '/commerce/regularPrice del 10,000원',
        '/additionalContent ph-text 무료 배송',
        optOut,
      ],
    ],
    [
      'cards with coupons, and what follows them',
      'bm-carousel-feed',
      { carousel: { list: [{ header: '여름', message: '할인', ...card }], tail: link } },
      [
        ad,
        `${first} ph-card`,
        `${first}/imageUrl ph-tap`,
        '- ph-card-image /a.png',
        `${first}/header ph-card-header 여름`,
        `${first}/message ph-card-text 할인`,
        ...tapped(first),
        ...couponAt(first),
        '/carousel/tail ph-tail 더보기',
        ...steps,
        optOut,
      ],
    ],
    [
      'a head as the first card, and a discount in won',
      'bm-carousel-commerce',
      {
        carousel: {
          head: { header: '기획전', content: '모았어요', imageUrl: 'local:h.png', ...link },
          list: [{ buttons, commerce: { title: '컵', regularPrice: 10000, discountPrice: 9000, discountFixed: 1000 } }],
        },
      },
      [
        ad,
        '/carousel/head ph-tap',
        '- ph-card-image /h.png',
        '/carousel/head/header ph-card-header 기획전',
        '/carousel/head/content ph-card-text 모았어요',
        `${first} ph-card`,
        `${first}/commerce/title ph-card-header 컵`,
        `${first}/commerce ph-price`,
        `${first}/commerce/discountFixed ph-discount 1,000원 할인`,
        `${first}/commerce/discountPrice strong 9,000원`,
        `${first}/commerce/regularPrice del 10,000원`,
        ...tapped(first),
        ...steps,
        optOut,
      ],
    ],
    [
      'a cover for adults before everything',
      'bm-text',
      { adult: true, content: 'a' },
      [
        '/adult ph-cover',
        '- b 19',
        '- span 연령 확인 후 볼 수 있는 메시지입니다.',
        '- ph-uncover 보기/가리기',
        ad,
        '/content ph-text a',
        optOut,
      ],
    ],
  ])('shows %s', (_name, kind, record, lines) => {
    expect(linesOf(kind, record)).toEqual(lines)
  })

  it('shows the button that adds the channel in a way of its own', () => {
    const html = shown('bm-text', { content: 'a', buttons: [...buttons, { name: '채널 추가', type: 'AC' }] })
    expect(html.match(/<li[^>]*>/g)).toEqual(['<li data-type="WL">', '<li class="add-channel" data-type="AC">'])
  })

  it('shows the label of an advertisement unless the flag takes it away', () => {
    expect(shown('ft-text', { msg: 'a' })).toContain('(광고)')
    expect(shown('ft-text', { msg: 'a', ad_flag: 'N' })).not.toContain('(광고)')
  })

  it('shows what is beyond a limit too, at its place', () => {
    const button = [1, 2, 3, 4, 5, 6].map((n) => ({ name: `버튼 ${n}`, type: 'BK' }))
    expect(shown('ft-text', { msg: 'a', attachment: { button } })).toContain('/attachment/button/5')
    const list = Array.from({ length: 7 }, (_, n) => ({ header: `카드 ${n}`, message: 'a', attachment: {} }))
    expect(shown('ft-carousel-feed', { msg: 'a', carousel: { list } })).toContain('카드 6')
    const items = Array.from({ length: 6 }, (_, n) => ({ title: `아이템 ${n}`, img_url: 'local:a.png' }))
    expect(shown('ft-wide-item-list', { msg: 'a', attachment: { item: { list: items } } })).toContain('아이템 5')
  })

  it('shows any value at all, and nothing of it as markup', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.constant('<script>alert(1)</script>'),
      fc.constant('"><img src=x onerror=y>'),
    )
    const record = fc.dictionary(
      fc.constantFrom(
        'msg',
        'content',
        'header',
        'attachment',
        'carousel',
        'commerce',
        'item',
        'buttons',
        'ad_flag',
        'adult',
      ),
      fc.letrec((tie) => ({
        value: fc.oneof(
          { maxDepth: 4 },
          texts,
          fc.integer(),
          fc.constant(null),
          fc.array(tie('value'), { maxLength: 3 }),
          fc.dictionary(
            fc.constantFrom(
              'button',
              'image',
              'item',
              'list',
              'name',
              'title',
              'img_url',
              'url_mobile',
              'coupon',
              'tail',
              'head',
              'buttons',
              'commerce',
              'regularPrice',
            ),
            tie('value'),
          ),
        ),
      })).value,
    )
    fc.assert(
      fc.property(fc.constantFrom(...kinds), record, (kind, fields) => {
        expect(shown(kind, fields)).not.toMatch(/<script|<img src=x/)
      }),
    )
  })
})
