import { describe, expect, it } from 'vitest'
import { compileSource } from '../compile-source.ts'
import { type StyleRow, styleDiagnostics, expectStyleRow, text } from './style-diagnostics.ts'

const phone = (body: string, settings = ''): StyleRow => {
  return { rule: 'phone-number-in-message', source: text(body, settings) }
}
const email = (body: string, settings = ''): StyleRow => ({ rule: 'email-in-message', source: text(body, settings) })
const secret = (body: string, settings = ''): StyleRow => {
  return { rule: 'secret-in-message', severity: 'error', source: text(body, settings) }
}
const repeated = (body: string): StyleRow => ({ rule: 'link-repeated', source: text(`x\n${body}`) })
const unbounded = (body: string, settings: string): StyleRow => {
  return { rule: 'variable-unbounded', source: text(body, settings) }
}
const unused = (body: string, settings: string, fixed?: string): StyleRow => {
  return {
    rule: 'variable-unused',
    source: text(body, settings),
    ...(fixed !== undefined && { fixed: text(body, fixed) }),
  }
}
const block = (yaml: string): string => `\`\`\`button\n${yaml}\n\`\`\``
const hex = 'da39a3ee5e6b4b0d3255bfef95601890afd80709'

const rows: readonly StyleRow[] = [
  phone('문의 «010-1234-5678»'),
  phone('«01012345678»로 문의'),
  phone('Tel«010-1234-5678», H.P«010-1234-5678», 문의«010-1234-5678»'),
  phone('«010.1234.5678», «010 1234 5678»'),
  phone('«+82 10-1234-5678», «+821012345678»'),
  phone('«011-123-4567», «016-123-4567»'),
  phone('x\n- [전화](tel:«01012345678»)'),
  phone('x', 'meta: { 담당: "«010-1234-5678»" }\n'),
  phone('x\n<!-- 담당 «010-1234-5678» -->'),
  phone('\\*«010-1234-5678»번'),

  email('문의: «help@example.com»까지'),
  email('«a.b+c@mail.example.co.kr», «x@y.io»'),
  email('x\n- [메일](mailto:«help@example.com»)'),
  email('x', 'meta: { 담당: «minji@example.com» }\n'),
  email('x\n<!-- «minji@example.com» -->'),

  secret('x', `meta:\n  sender_key: «${hex}»\n`),
  secret('x', 'meta: { password: "«correcthorsebattery»" }\n'),
  secret('api_key=«abcdefghijkl», access_token: «abcdef.ghijkl»'),
  secret('https://user:«pass»@example.com/'),
  secret('«AKIAIOSFODNN7EXAMPLE»'),
  secret('«ghp_abcdefghijklmnopqrstuvwxyz0123456789»'),
  secret('«eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefghijkl»'),
  secret('«-----BEGIN RSA PRIVATE KEY-----»'),
  secret('«-----BEGIN PRIVATE KEY-----»'),
  secret(`x\n<!-- «${hex}» -->`),

  repeated('- [a](https://example.com)\n- [b](«https://example.com»)'),
  repeated('- [a](https://example.com)\n- [b](«https://example.com»)\n- [c](«https://example.com»)'),
  repeated('- [a](https://example.com "https://example.org")\n- [b](https://example.com "«https://example.org»")'),
  repeated('- [a](shop://a)\n- [b](«shop://a»)'),
  repeated(`- [a](https://example.com)\n${block('name: b\ntype: WL\nurl_mobile: «https://example.com»')}`),
  {
    rule: 'link-repeated',
    source:
      '---\nkind: ft-wide-item-list\n---\n# a\nx\n## a\n[![a](a.png)](https://a.kr/1)\n## b\n[![b](b.png)](https://a.kr/2)\n## c\n[![c](c.png)](«https://a.kr/1»)\n',
  },

  unbounded('#{이름}', 'vars: { «이름»: { example: 하늘 } }\n'),
  unbounded('#{이름}#{등급}', 'vars:\n  «이름»: {}\n  등급: { max: 3 }\n'),
  unbounded('x\n- [a](https://example.com/#{번호})', 'vars: { «번호»: {} }\n'),

  unused('x', 'vars:\n  «이름»: { max: 3 }\n', ''),
  unused('#{b}', 'vars:\n  «a»: { max: 3 }\n  b: { max: 3 }\n', 'vars:\n  b: { max: 3 }\n'),
  unused(
    '#{a}',
    'vars:\n  a: { max: 3 }\n  «b»:\n    max: 3\n    example: c # d\ntitle: e\n',
    'vars:\n  a: { max: 3 }\ntitle: e\n',
  ),
  unused('#{b}', 'vars: { «a»: { max: 3 }, b: { max: 3 } }\n'),
  // A name that stands in the text was likely meant to be used.
  unused('회원 〘등급〙 안내', 'vars:\n  «등급»: { max: 3 }\n'),
]

describe('a diagnostic about what a message holds', () => {
  it.each(rows)('$rule stands at its place in $source', (row) => {
    expectStyleRow(row)
  })

  it.each([
    text('\\#{이름}', 'vars: { 이름: { max: 3 } }\n'),
    text('x\n<!-- #{이름} -->', 'vars: { 이름: { max: 3 } }\n'),
    text('x', 'title: "#{이름}"\nvars: { 이름: { max: 3 } }\n'),
    text('x', 'meta: { a: "#{이름}" }\nvars: { 이름: { max: 3 } }\n'),
    text('[고객 이름]', 'vars: { 고객_이름: { max: 3 } }\n'),
  ])('says that a variable is unused which nothing that is sent holds: %j', (source) => {
    const found = styleDiagnostics(source)
    expect(found).toMatchObject([{ rule: 'variable-unused' }])
    expect(found[0]?.fix).toBeUndefined()
  })

  it.each(['#{고객}님', '#{}님', '#{|고객}님'])('keeps a declaration beside %s, which may be meant for it', (body) => {
    const { diagnostics } = compileSource(text(body, 'vars: { 이름: { max: 3 } }\n'))
    const found = diagnostics.filter(({ rule }) => rule === 'variable-unused')
    expect(found.map(({ fix }) => fix)).toEqual([undefined])
  })

  it.each([
    text('#{user.이름}', 'vars: { 이름: { max: 3 } }\n'),
    text(block('name: a\ntype: "#{이름}"'), 'vars: { 이름: { max: 3 } }\n'),
    text('x', 'failback_data: { api_unique_id: a, msg: b, subject: "#{이름}" }\nvars: { 이름: { max: 3 } }\n'),
    text('x\n\n# #{이름}님', 'vars: { 이름: { max: 3 } }\n'),
  ])('says of no variable that it is unused which stands where none may: %j', (source) => {
    const found = styleDiagnostics(source).map(({ rule }) => rule)
    expect(found.filter((rule) => rule === 'variable-unused')).toEqual([])
  })

  it('quotes no secret and no number', () => {
    for (const source of [text(`key ${hex}`), text('010-1234-5678'), text('password=correcthorse')]) {
      const [found] = styleDiagnostics(source)
      expect(`${found?.message} ${found?.help}`).not.toMatch(/da39|1234|correct/)
    }
  })
})

describe('nothing is found where', () => {
  it.each([
    ['two buttons differ in one link', text('x\n- [a](https://a.kr)\n- [b](https://a.kr "https://b.kr")')],
    ['two buttons lead nowhere', text(`x\n${block('- { name: a, type: BK }\n- { name: b, type: MD }')}`)],
    [
      'two forms have one key',
      text(`x\n${block('- { name: a, type: BF, biz_form_key: k }\n- { name: b, type: BF, biz_form_key: k }')}`),
    ],
    [
      'buttons of two cards lead to one place',
      '---\nkind: ft-carousel-feed\n---\nx\n## a\n![a](a.png)\na\n- [a](https://a.kr)\n## b\n![b](b.png)\nb\n- [b](https://a.kr)\n',
    ],
    [
      'a button leads where an item does',
      '---\nkind: ft-wide-item-list\n---\n# a\nx\n## a\n[![a](a.png)](https://a.kr/1)\n## b\n[![b](b.png)](https://a.kr/2)\n## c\n[![c](c.png)](https://a.kr/3)\n---\n- [a](https://a.kr/1)\n',
    ],
    ['a variable is bounded', text('#{이름}', 'vars: { 이름: { max: 3 } }\n')],
    ['a variable stands in a link alone', text('x\n- [a](https://a.kr/#{번호})', 'vars: { 번호: { max: 3 } }\n')],
    [
      'a variable stands in the fallback',
      text('x', 'vars: { a: { max: 3 } }\nfailback_data: { api_unique_id: lms-standard, msg: "#{a}" }\n'),
    ],
    ['a variable stands in echo_to_webhook', text('x', 'vars: { a: { max: 3 } }\necho_to_webhook: b#{a}\n')],
    [
      'the sender of the fallback is a landline',
      text('x', 'failback_data: { api_unique_id: lms-standard, msg: a, origin_cid: "0212345678" }\n'),
    ],
    ['a password is a variable', text('password: #{비밀번호}', 'vars: { 비밀번호: { max: 8 } }\n')],
  ])('%s', (_, source) => {
    expect(styleDiagnostics(source).map(({ rule, message }) => `${rule}: ${message}`)).toEqual([])
  })

  it('a name is misspelt: then its declaration is not unused', () => {
    const { length } = styleDiagnostics(text('#{이름들}', 'vars: { 이름: { max: 3 } }\n'))
    expect(length).toBe(0)
  })
})
