import fc from 'fast-check'
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

/** A valid payload of a kind, with texts that look like anything a message file can say. */
export function payloadOf(kind: Kind): fc.Arbitrary<object> {
  return kindsOf[kind]
}
