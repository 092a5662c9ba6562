import fc from 'fast-check'
import type { Kind as BrandKind } from '../../src/contract/brand-message/kinds.ts'
import type { Kind } from '../../src/contract/friend-talk/kinds.ts'

/** What means something in a message file when it stands in the right place, or nearly does. */
const fragments = [
  '- [보기](https://a.example.com)',
  '[더보기](https://a.example.com)',
  '![그림](images/a.png)',
  '[![그림](images/a.png)](https://a.example.com)',
  '```',
  '---',
  '***',
  '# 제목',
  '#{이름}',
  '#{이름|고객}',
  '#{',
  '#{잘못된 이름}',
  '{{이름}}',
  '%이름%',
  '[이름]',
  '${이름}',
  '\\',
  '\\#{이름}',
  '\\*',
  'name: 보기',
  '<b>굵게</b>',
  '&lt;b&gt;',
  '**할인**',
  '`코드`',
  '> 인용',
  '| 표 |',
  '1. 첫째',
  '- 배송비 무료',
  '(광고)',
  '“인용”',
  'https://a.example.com/?a=1&b=[2]',
  '😀',
  '👨‍👩‍👧',
  'é',
  '\u200B',
] as const

const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('안녕하세요', '봄 세일', ' ', ' ', 'a', '3,000원', '!', '.') },
  { weight: 3, arbitrary: fc.constantFrom(...fragments) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 4 }) },
)

/** Text that a message can hold on a line: see what `convert` says of the rest. `https://a:b@c` is a password. */
const line = fc.array(word, { maxLength: 6 }).map((words) =>
  words
    .join('')
    .normalize('NFC')
    .replaceAll(/[\r\n@]/g, '')
    .replace(/[ \t]+$/, ''),
)

const inLine = (maxBytes: number): fc.Arbitrary<string> =>
  line
    .map((text) => within(text.trim(), maxBytes))
    .map((text) => text.trim().normalize('NFC'))
    .filter((text) => text.replaceAll(/\s/gu, '') !== '' && !text.includes('#{') && !/(?:^|\s)#+$/.test(text))

function within(text: string, maxBytes: number): string {
  let result = ''
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (Buffer.byteLength(result + segment) > maxBytes) break
    result += segment
  }
  return result
}

const text = (maxBytes: number): fc.Arbitrary<string> =>
  fc
    .array(line, { minLength: 1, maxLength: 8 })
    .map((lines) => within(lines.join('\n'), maxBytes))
    .map((whole) => whole.replaceAll(/[ \t]+$/gm, '').replaceAll(/^(?:[ \t]*\n)+|\n+$/g, ''))
    .filter((whole) => whole.trim() !== '')

/** Where a backslash stands before a variable, YAML has no way to say so. */
const quoted = (maxBytes: number): fc.Arbitrary<string> =>
  text(maxBytes).filter((whole) => !whole.includes(String.raw`\#{이름`))

const host = fc.constantFrom('https://a.example.com', 'http://m.shop.example.com/봄', 'https://a.example.com/#{이름}')
const rest = fc.constantFrom('', '/a', '/a(b)', '/?q=1&r=#top', '/a"b', "/it's", '/[x]', '/a_b*c', '/~x', '/x', '/a\\b')
const web = fc.tuple(host, rest).map((parts) => parts.join(''))
const app = fc.constantFrom('shop://open', 'kakao-shop://item/1?x=(2)', 'intent://a#Intent;end', 'shop://#{이름}')

function optional<T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> {
  return fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>
}

const targets = { url_mobile: web, url_pc: web, scheme_android: app, scheme_ios: app }

const button = (nameBytes: number): fc.Arbitrary<object> => {
  const name = inLine(nameBytes)
  const sign = fc.constantFrom('a', '"quoted"', 'a: b', '- x', "it's", 'x #y', '{"a":1}', '가')
  return fc.oneof(
    fc.record(
      { name, type: fc.constant('WL'), url_mobile: web, url_pc: web },
      { requiredKeys: ['name', 'type', 'url_mobile'] },
    ),
    fc.record({ name, type: fc.constant('AL'), ...targets }, { requiredKeys: ['name', 'type', 'scheme_ios'] }),
    app.map((link) => ({ name: '앱', type: 'AL', scheme_android: link, scheme_ios: link })),
    fc.record({ name, type: fc.constantFrom('BK', 'MD') }),
    fc.record({ name, type: fc.constant('BC'), chat_extra: sign }, { requiredKeys: ['name', 'type'] }),
    fc.record(
      { name, type: fc.constant('BT'), chat_extra: sign, chat_event: sign },
      { requiredKeys: ['name', 'type'] },
    ),
    fc.record({ name, type: fc.constant('BF'), biz_form_key: sign }),
  )
}

const path = fc.constantFrom(
  'images/a.png',
  'other/봄 세일.png',
  'images/a(1).png',
  "images/it's.png",
  'a[1]_*.jpg',
  'x#1.png',
)
const imageUrl = fc.oneof(
  path.map((name) => `local:${name}`),
  fc.constantFrom('https://img.example.com/a.png', 'https://img.example.com/a_(1).png?x=[2]'),
)
const image = fc.record({ img_url: imageUrl, img_link: web }, { requiredKeys: ['img_url'] })
const buttons = (nameBytes: number): fc.Arbitrary<object[]> =>
  fc.array(button(nameBytes), { minLength: 1, maxLength: 5 })

const passedThrough = fc.oneof(
  line.filter((value) => value !== '' && !value.includes('#{')),
  fc.boolean(),
  fc.constant({ nested: ['a', { b: 'c' }] }),
)
const failback = fc.record(
  {
    msg: quoted(80),
    api_unique_id: fc.constantFrom('sms-1', '007', 'true'),
    origin_cid: fc.constant('0212345678'),
    extra_field: passedThrough,
    이름: passedThrough,
  },
  { requiredKeys: ['msg', 'api_unique_id'] },
)

const shared = { ad_flag: fc.constantFrom('Y', 'N'), echo_to_webhook: quoted(200), failback_data: failback }

const kindsOf: { readonly [K in Kind]: fc.Arbitrary<object> } = {
  'ft-text': record({ msg: text(900), attachment: fc.record({ button: buttons(14) }) }, ['msg']),
  'ft-image': record(
    { msg: text(900), attachment: fc.record({ button: buttons(14), image }, { requiredKeys: ['image'] }) },
    ['msg', 'attachment'],
  ),
  'ft-wide': record(
    { msg: text(900), attachment: fc.record({ button: buttons(8), image }, { requiredKeys: ['image'] }) },
    ['msg', 'attachment'],
  ),
  'ft-wide-item-list': record(
    {
      msg: text(300),
      header: inLine(32),
      attachment: fc.record(
        {
          button: buttons(8),
          item: fc.record({
            list: fc.array(
              fc.record(
                { title: inLine(25), img_url: imageUrl, ...targets },
                { requiredKeys: ['title', 'img_url', 'url_mobile'] },
              ),
              { minLength: 3, maxLength: 4 },
            ),
          }),
        },
        { requiredKeys: ['item'] },
      ),
    },
    ['msg', 'header', 'attachment'],
  ),
  'ft-carousel-feed': record(
    {
      msg: text(300),
      carousel: fc.record(
        {
          list: fc.array(
            fc.record({
              header: inLine(20),
              message: text(180),
              attachment: fc.record(
                {
                  button: buttons(8),
                  image,
                  coupon: optional({ title: inLine(20), description: inLine(12), ...targets }).filter(
                    (coupon) => Object.keys(coupon).length > 0,
                  ),
                },
                { requiredKeys: ['image'] },
              ),
            }),
            { minLength: 2, maxLength: 6 },
          ),
          tail: optional(targets).filter((tail) => Object.keys(tail).length > 0),
        },
        { requiredKeys: ['list'] },
      ),
    },
    ['msg', 'carousel'],
  ),
}

function record(fields: Record<string, fc.Arbitrary<unknown>>, requiredKeys: readonly string[]): fc.Arbitrary<object> {
  return fc.record<Record<string, unknown>>({ ...fields, ...shared }, { requiredKeys: [...requiredKeys, 'ad_flag'] })
}

const brandTargets = { linkMo: web, linkPc: web, schemeAndroid: app, schemeIos: app }
const linked = fc.record(brandTargets, { requiredKeys: ['linkMo'] })
const stated = fc.constant('https://m.example.com/all')
const brandTail = fc.record({ linkMo: stated, linkPc: stated, schemeIos: app }, { requiredKeys: ['linkMo'] })
const brandTailOf = brandTail.filter((tail) => !JSON.stringify(tail).includes('#{'))

const brandButton = (nameBytes: number): fc.Arbitrary<object> => {
  const name = inLine(nameBytes)
  const { linkMo, linkPc, ...schemes } = brandTargets
  return fc.oneof(
    fc.record({ name, type: fc.constant('WL'), linkMo, linkPc }, { requiredKeys: ['name', 'type', 'linkMo'] }),
    fc.record(
      { name, type: fc.constant('AL'), linkMo, linkPc, ...schemes },
      { requiredKeys: ['name', 'type', 'linkMo', 'schemeIos'] },
    ),
    app.map((link) => ({ name: '앱', type: 'AL', schemeAndroid: link, schemeIos: link })),
    fc.record({ name, type: fc.constantFrom('BK', 'MD') }),
    fc.record(
      { name, type: fc.constant('BT'), chatExtra: fc.constantFrom('a: b', '"c"'), chatEvent: fc.constant('007') },
      { requiredKeys: ['name', 'type'] },
    ),
  )
}
/** Buttons below each other or side by side: what adds the channel, or opens a form, stands first or last. */
const brandButtons = (layout: 'vertical' | 'horizontal', special: readonly object[]): fc.Arbitrary<object[]> => {
  const isVertical = layout === 'vertical'
  const free = fc.array(brandButton(isVertical ? 14 : 8), { minLength: 1, maxLength: isVertical ? 3 : 1 })
  const own = special.length > 0 ? fc.option(fc.constantFrom(...special), { nil: undefined }) : fc.constant(undefined)
  return fc.tuple(free, own).map(([others, one]) => {
    if (one === undefined) return others
    return isVertical ? [one, ...others] : [...others, one]
  })
}
const addChannel = { name: '채널 추가', type: 'AC' }
const form = { name: '톡에서 예약하기', type: 'BF', bizFormKey: 'k-1' }
const vertical = brandButtons('vertical', [addChannel, form])
const horizontal = brandButtons('horizontal', [addChannel])

const brandCoupon = fc.record(
  {
    title: fc.constantFrom('2000원 할인 쿠폰', '10% 할인 쿠폰', '배송비 할인 쿠폰', '첫잔 무료 쿠폰', '사이즈 UP 쿠폰'),
    description: inLine(12),
    ...brandTargets,
  },
  { requiredKeys: ['title', 'description', 'linkMo'] },
)
const picture = { imageUrl, imageLink: web }
const brandImage = fc.record(picture, { requiredKeys: ['imageUrl'] })
const won = fc.integer({ min: 0, max: 99_999_999 })
const price = fc.oneof(
  fc.record({ regularPrice: won }),
  fc.record({ regularPrice: won, discountPrice: won, discountRate: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ regularPrice: won, discountPrice: won, discountFixed: fc.integer({ min: 0, max: 999_999 }) }),
)
const commerce = fc.tuple(inLine(20), price).map(([title, fields]) => ({ title, ...fields }))
const extra = text(34).filter((value) => value.split('\n').length <= 2)

const resend = fc.oneof(
  fc.constant({ isResend: false }),
  fc.record(
    {
      isResend: fc.constant(true),
      resendType: fc.constantFrom('SMS', 'LMS'),
      resendTitle: quoted(20),
      resendContent: inLine(30).map((said) => `(광고)${said}[무료 수신거부]0801234567`),
      resendUnsubscribeNo: fc.constant('0801234567'),
    },
    { requiredKeys: ['isResend', 'resendContent'] },
  ),
)
const common = {
  pushAlarm: fc.boolean(),
  unsubscribeNo: fc.constant('080-123-4567'),
  unsubscribeAuthNo: fc.constant('0012'),
  adult: fc.boolean(),
}

function body(
  chatBubbleType: string,
  fields: Record<string, fc.Arbitrary<unknown>>,
  requiredKeys: readonly string[],
): fc.Arbitrary<object> {
  const parts = fc.record<Record<string, unknown>>({ ...common, ...fields }, { requiredKeys: [...requiredKeys] })
  const recipient = fc.record({ targeting: fc.constantFrom('I', 'M', 'N'), resendParameter: resend })
  return fc.tuple(parts, recipient).map(([said, one]) => {
    const { unsubscribeAuthNo: code, ...others } = said
    const own = others['unsubscribeNo'] === undefined || code === undefined ? others : said
    return { chatBubbleType, ...own, recipientList: [one] }
  })
}

const brandItem = fc
  .tuple(inLine(25), imageUrl, linked)
  .map(([title, url, targets_]) => ({ title, imageUrl: url, ...targets_ }))
const firstItem = fc
  .tuple(brandItem, fc.boolean())
  .map(([{ title, ...item }, isTitled]) => (isTitled ? { title, ...item } : item))
const cardParts = { ...picture, buttons: brandButtons('horizontal', []), coupon: brandCoupon }
const carousel = (card: fc.Arbitrary<object>, head: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
  fc.record(
    { ...head, list: fc.array(card, { minLength: 2, maxLength: 5 }), tail: brandTailOf },
    { requiredKeys: ['list'] },
  )

const brandKindsOf: { readonly [K in BrandKind]: fc.Arbitrary<object> } = {
  'bm-text': body('TEXT', { content: text(900), buttons: vertical, coupon: brandCoupon }, ['content']),
  'bm-image': body('IMAGE', { content: text(900), image: brandImage, buttons: vertical, coupon: brandCoupon }, [
    'content',
    'image',
  ]),
  'bm-wide': body(
    'WIDE',
    {
      content: text(76).filter((value) => value.split('\n').length <= 6),
      image: brandImage,
      buttons: horizontal,
      coupon: brandCoupon,
    },
    ['content', 'image'],
  ),
  'bm-wide-item-list': body(
    'WIDE_ITEM_LIST',
    {
      header: inLine(20),
      item: fc
        .tuple(firstItem, fc.array(brandItem, { minLength: 2, maxLength: 3 }))
        .map(([first, others]) => ({ list: [first, ...others] })),
      buttons: horizontal,
      coupon: brandCoupon,
    },
    ['header', 'item'],
  ),
  'bm-commerce': body(
    'COMMERCE',
    { additionalContent: extra, image: brandImage, commerce, buttons: horizontal, coupon: brandCoupon },
    ['image', 'commerce', 'buttons'],
  ),
  'bm-carousel-feed': body(
    'CAROUSEL_FEED',
    {
      carousel: carousel(
        fc.record(
          { header: inLine(20), message: text(180), ...cardParts },
          { requiredKeys: ['header', 'message', 'imageUrl', 'buttons'] },
        ),
        {},
      ),
    },
    ['carousel'],
  ),
  'bm-carousel-commerce': body(
    'CAROUSEL_COMMERCE',
    {
      carousel: carousel(
        fc.record(
          { additionalContent: extra, commerce, ...cardParts },
          { requiredKeys: ['commerce', 'imageUrl', 'buttons'] },
        ),
        {
          head: fc
            .tuple(inLine(20), text(50), imageUrl, fc.option(linked, { nil: {} }))
            .map(([header, content, url, links]) => ({ header, content, imageUrl: url, ...links })),
        },
      ),
    },
    ['carousel'],
  ),
}

/** A valid payload of a kind, with texts that look like anything a message file can say. */
export function payloadOf(kind: Kind | BrandKind): fc.Arbitrary<object> {
  return { ...kindsOf, ...brandKindsOf }[kind]
}
