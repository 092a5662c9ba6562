import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { toHtml } from 'hast-util-to-html'
import { describe, expect, it } from 'vitest'
import { kinds } from '../../src/contract/friend-talk/kinds.ts'
import { phone } from '../../src/web/phone/phone.ts'

const shown = (kind: (typeof kinds)[number], record: unknown): string =>
  toHtml(
    phone({
      kind,
      record,
      time: '오후 3:00',
      channel: '우리 채널',
      date: '2026년 7월 1일',
      lang: 'ko',
      id: 'p',
      image: (url) => (url.startsWith('local:') ? `/${url.slice('local:'.length)}` : undefined),
    }),
  )

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
      fc.constantFrom('msg', 'header', 'attachment', 'carousel', 'ad_flag'),
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
