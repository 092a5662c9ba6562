import { describe, expect, it } from 'vitest'
import type { CompiledTemplate } from '../../src/template.ts'
import { brandMessages } from './brand-messages.ts'
import {
  anyImage,
  compileSource,
  type ExampleName,
  exampleNames,
  exampleSource,
  exampleTemplate,
  someFacts,
} from '../compile-source.ts'

function templateOf(source: string, context: Parameters<typeof compileSource>[1] = {}): CompiledTemplate {
  const { template, diagnostics } = compileSource(source, context)
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  if (template === undefined) throw new Error('no template')
  return template
}

const compiled = (name: ExampleName): CompiledTemplate => templateOf(exampleSource(name), { path: `${name}.md` })

/** Every JSON Pointer of a value, with the text or whatever it points at. */
function pointersOf(value: unknown, pointer = ''): [pointer: string, value: unknown][] {
  const children = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return [[pointer, value], ...children.flatMap(([key, child]) => pointersOf(child, `${pointer}/${key}`))]
}

/** The part of a source between two places that count lines and columns from 1. */
function cut(source: string, { start, end }: CompiledTemplate['map'][string]): string {
  const lines = source.split(/(?<=\r\n|\n|\r(?!\n))/)
  const offset = ({ line, column }: { line: number; column: number }): number => {
    expect(lines.length).toBeGreaterThanOrEqual(line)
    expect(column).toBeGreaterThanOrEqual(1)
    expect((lines[line - 1] ?? '').length).toBeGreaterThanOrEqual(column - 1)
    return lines.slice(0, line - 1).join('').length + column - 1
  }
  expect(offset(start)).toBeLessThanOrEqual(offset(end))
  return source.slice(offset(start), offset(end))
}

/** Places that the source does not write out. */
const unwritten = /^\/(?:(?:.*\/)?buttons?\/\d+\/type|ad_flag|chatBubbleType|recipientList\/0\/targeting)$/

function expectMapToHold(template: CompiledTemplate, source: string): void {
  const pointers = pointersOf(template.payload)
  expect(Object.keys(template.map).toSorted()).toEqual(pointers.map(([pointer]) => pointer).toSorted())
  for (const [pointer, value] of pointers) {
    const place = template.map[pointer]
    if (place === undefined) throw new Error(`${pointer} has no place`)
    const found = cut(source, place)
    if (typeof value !== 'string' || unwritten.test(pointer)) continue
    const unescaped = found.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1').normalize('NFC')
    for (const line of value.replace(/^local:/, '').split('\n'))
      expect(unescaped).toContain(line.replaceAll('\\#', '#'))
  }
}

describe('compile', () => {
  it.each(exampleNames)('makes of the example %s what its vector says', (name) => {
    const { map: _map, digest: _digest, ...template } = compiled(name)
    expect(template).toEqual(exampleTemplate(name))
  })

  it.each(brandMessages)(
    'makes of a message of the kind $kind the body of the interface',
    ({ kind, source, body, digest }) => {
      const template = templateOf(source)
      expect(template).toMatchObject({ service_id: kind, images: [], digest })
      expect(JSON.stringify(template.payload)).toBe(JSON.stringify(body))
      expectMapToHold(template, source)
    },
  )

  it("writes what a carousel links to in the order of the interface's carousel table", () => {
    const links = 'url_pc: https://a.com\nurl_mobile: https://a.com\nscheme_ios: shop://a\nscheme_android: shop://a'
    const button = `\`\`\`button\n${links}\ntype: AL\nname: 보기\n\`\`\``
    const coupon = `\`\`\`coupon\n${links}\ndescription: 여름\ntitle: 10% 할인 쿠폰\n\`\`\``
    const cards = ['봄', '여름'].map((name) => `## ${name}\n![a](a.png)\n글\n${button}\n${coupon}`).join('\n')
    const source = `---\nkind: ft-carousel-feed\n---\n글\n\n${cards}\n---\n\`\`\`tail\n${links}\n\`\`\`\n`
    const pointers = Object.keys(templateOf(source, { image: anyImage }).map)
    const keysAt = (place: string): string[] =>
      pointers.filter((pointer) => pointer.startsWith(`${place}/`)).map((pointer) => pointer.slice(place.length + 1))
    const targets = ['scheme_android', 'scheme_ios', 'url_mobile', 'url_pc']
    const attachment = '/carousel/list/1/attachment'
    expect(keysAt(`${attachment}/button/0`)).toEqual(['name', 'type', ...targets])
    expect(keysAt(`${attachment}/coupon`)).toEqual(['title', 'description', ...targets])
    expect(keysAt('/carousel/tail')).toEqual(targets)
  })

  it.each(exampleNames)('writes the payload of the example %s in the order of its vector', (name) => {
    expect(JSON.stringify(compiled(name).payload)).toBe(JSON.stringify(exampleTemplate(name)['payload']))
  })

  it.each(exampleNames)('knows the place of every value of the example %s', (name) => {
    expectMapToHold(compiled(name), exampleSource(name))
  })

  it.each(
    (
      [
        ['text', '/msg', /^#\{이름\}님, 주문[^]*\n\\- 영업시간[^]*가격 \\10,000$/],
        ['text', '/echo_to_webhook', 'order-#{주문번호}'],
        ['text', '/ad_flag', 'N'],
        ['text', '/attachment/button/0/name', '주문 확인'],
        ['text', '/attachment/button/0/url_mobile', 'https://m.shop.example.com/orders/#{주문번호}'],
        ['text', '/attachment/button/0/url_pc', 'https://www.shop.example.com/orders/#{주문번호}'],
        ['text', '/attachment/button/1/name', '상담원 연결'],
        ['text', '/attachment/button/1/type', 'BC'],
        ['text', '/attachment/button/1/chat_extra', 'order'],
        ['text', '/failback_data/msg', '"#{이름}님, 주문하신 상품이 준비되었습니다."'],
        ['text', '/failback_data/origin_cid', '"012345678"'],
        ['image', '/attachment/image/img_url', 'images/spring.png'],
        ['image', '/attachment/image/img_link', 'https://shop.example.com/spring'],
        ['image', '/attachment/button/1/scheme_ios', 'exampleshop://spring'],
        ['image', '/attachment/button/1/scheme_android', 'exampleshop://spring'],
        ['image', '/attachment/button/1/url_mobile', 'https://m.shop.example.com/app'],
        ['wide', '/attachment/image/img_url', 'images/wide.png'],
        ['wide', '/msg', '회원의 날, 오늘만 적립 2배!\n\n---\n자세한 내용은 매장에 문의하세요.'],
        ['wide', '/attachment/button/1/type', 'MD'],
        ['wide-item-list', '/header', '이번 주 추천'],
        ['wide-item-list', '/attachment/item/list/0/title', '린넨 셔츠'],
        ['wide-item-list', '/attachment/item/list/2/url_mobile', 'https://m.shop.example.com/p/3'],
        ['wide-item-list', '/attachment/button/0/name', '전체 보기'],
        ['carousel-feed', '/carousel/list/0/header', '여름옷'],
        ['carousel-feed', '/carousel/list/0/message', '시원한 린넨과 면으로 가볍게.\n\n지금 30% 할인'],
        ['carousel-feed', '/carousel/list/0/attachment/coupon/title', '3000원 할인 쿠폰'],
        ['carousel-feed', '/carousel/list/0/attachment/coupon/url_mobile', 'https://m.shop.example.com/coupon/#{쿠폰}'],
        ['carousel-feed', '/carousel/tail/url_pc', 'https://www.shop.example.com/all'],
      ] as const
    ).map(([name, pointer, expected]) => ({ name, pointer, expected })),
  )('places $pointer of the example $name exactly', ({ name, pointer, expected }) => {
    const place = compiled(name).map[pointer]
    const found = place && cut(exampleSource(name), place)
    if (typeof expected === 'string') expect(found).toBe(expected)
    else expect(found).toMatch(expected)
  })

  const variants: readonly (readonly [what: string, change: (source: string) => string])[] = [
    ['CRLF', (source) => source.replaceAll('\n', '\r\n')],
    ['CR', (source) => source.replaceAll('\n', '\r')],
    ['a byte order mark', (source) => `\ufeff${source}`],
    ['a byte order mark and CRLF', (source) => `\ufeff${source.replaceAll('\n', '\r\n')}`],
    ['decomposed Hangul', (source) => source.normalize('NFD')],
    ['spaces at the end of lines', (source) => source.replaceAll('\n', ' \n')],
    [
      'tabs at the end of lines of the body',
      (source) => source.replace(/(?<=\n---\n)[^]*$/, (body) => body.replaceAll('\n', '\t\n')),
    ],
    ['no line ending at its end', (source) => source.trimEnd()],
    ['more blank lines at its end', (source) => `${source}\n \n\n`],
  ]

  it.each(exampleNames.flatMap((name) => variants.map(([what, change]) => ({ name, what, change }))))(
    'makes the same of the example $name with $what',
    ({ name, change }) => {
      const source = change(exampleSource(name))
      const template = templateOf(source, { path: `${name}.md` })
      const { map: _map, digest, ...rest } = template
      expect(rest).toEqual(exampleTemplate(name))
      expect(digest).toBe(compiled(name).digest)
      expectMapToHold(template, source.replace(/^\ufeff/, ''))
    },
  )

  it.each([
    ['one line break', 'a\nb', 'a\nb'],
    ['blank lines', 'a\n\n\n\nb', 'a\n\n\n\nb'],
    ['blank lines at the start and the end', '\n\n \na\n\n\t\n', 'a'],
    ['spaces at the end of a line', 'a  \nb\t\n', 'a\nb'],
    ['spaces at the start of a line', '  a\n\tb', '  a\n\tb'],
    ['a button between', 'a\n- [b](https://a.kr)\nc', 'a\nc'],
    ['a button and a blank line before it', 'a\n\n- [b](https://a.kr)\nc', 'a\n\nc'],
    ['a button and a blank line after it', 'a\n- [b](https://a.kr)\n\nc', 'a\n\nc'],
    ['a button and blank lines around it', 'a\n\n\n- [b](https://a.kr)\n\n\nc', 'a\n\nc'],
    ['buttons and a blank line between them', 'a\n- [b](https://a.kr)\n\n- [c](https://a.kr)\nd', 'a\n\nd'],
    ['a comment between', 'a\n<!-- b\n\nc -->\nd', 'a\nd'],
    ['a comment and a blank line', 'a\n\n<!-- b -->\nd', 'a\n\nd'],
    ['a comment at the start', '<!-- b -->\n\na', 'a'],
    ['a block between', 'a\n```button\nname: b\n\ntype: BK\n```\nc', 'a\nc'],
    ['a block and a blank line', 'a\n\n```button\nname: b\ntype: BK\n```\nc', 'a\n\nc'],
    ['dashes', 'a\n---\nb', 'a\n---\nb'],
    ['an escaped link', 'a\n\\[b](c)', 'a\n[b](c)'],
    ['stars', '**a** `b` _c_ > d', '**a** `b` _c_ > d'],
    ['a list', '- a\n* b\n1. c', '- a\n* b\n1. c'],
    ['a fence without name', '```\na\n```', '```\na\n```'],
    ['a fence that is escaped', 'a\n\\```\nb', 'a\n```\nb'],
    ['a hash tag', '#여름 ### b', '#여름 ### b'],
    ['escapes', '\\# a \\* \\\\ \\a \\-', '# a \\* \\ \\a \\-'],
    ['an escaped space at the end', 'a\\ \nb', 'a\\\nb'],
    ['decomposed Hangul', '\u1112\u1161\u11ab\u1100\u1173\u11af', '한글'],
    ['jamo that an escape parts', 'e\\\u0301', 'e\\\u0301'.normalize('NFC')],
    ['a mark at its start', '\ufeffa', '\ufeffa'],
    ['entities', '&amp; &#35;', '&amp; &#35;'],
  ])('sends a text with %s as the language says', (_, body, msg) => {
    expect(templateOf(`---\nkind: ft-text\n---\n${body}`).payload).toMatchObject({ msg })
  })

  it('takes the id from the path where the file has none', () => {
    expect(templateOf('---\nkind: ft-text\n---\na', { path: 'a/b/summer.2026.md' }).id).toBe('a.b.summer.2026')
  })

  it('writes ad_flag and sender where the file has none', () => {
    const template = templateOf('---\nkind: ft-text\n---\na')
    expect(template).toMatchObject({ sender: 'default', payload: { msg: 'a', ad_flag: 'Y' } })
  })

  it('gives no template, but id and images, where there is an error', () => {
    const result = compileSource('---\nkind: ft-image\nid: a\n---\n![](images/spring.png)\n')
    expect(result).toMatchObject({ id: { value: 'a' }, images: ['images/spring.png'] })
    expect(result).not.toHaveProperty('template')
    expect(result.diagnostics).toHaveLength(1)
  })

  it.each([
    ['as it is called', 'img/a 1.png', '<img/a 1.png>'],
    ['as hosts of Markdown write a blank', 'img/a 1.png', 'img/a%201.png'],
    ['with a percent sign of its own', 'img/a%201.png', 'img/a%201.png'],
  ])('finds an image %s', (_, there, typed) => {
    const { images, diagnostics } = compileSource(`---\nkind: ft-image\n---\nx\n![](${typed})\n`, {
      image: (path) => (path === there ? { type: 'found', facts: someFacts } : { type: 'not-found' }),
    })
    expect(diagnostics.filter(({ rule }) => rule.startsWith('image-not'))).toEqual([])
    expect(images).toContain(there)
  })

  it('gives the same for the same', () => {
    for (const name of exampleNames) expect(compiled(name)).toEqual(compiled(name))
  })
})

describe('the digest', () => {
  const base =
    '---\nkind: ft-image\nid: a\nvars:\n  n: { max: 3, example: b }\n---\na #{n}\n\n![x](images/spring.png)\n'
  const digestOf = (source: string, sha256 = 'b'): string =>
    templateOf(source, {
      image: () => ({ type: 'found', facts: { ...someFacts, height: 600, sha256: sha256.repeat(64) } }),
    }).digest

  it('is a SHA-256', () => {
    expect(digestOf(base)).toMatch(/^sha256:[0-9a-f]{64}$/)
  })

  it.each([
    ['the text', base.replace('a #{n}', 'b #{n}')],
    ['white space inside the text', base.replace('a #{n}', 'a  #{n}')],
    ['the sender', base.replace('id: a', 'id: a\nsender: b')],
    ['the kind', base.replace('ft-image', 'ft-wide')],
    ['ad_flag', base.replace('id: a', 'id: a\nad_flag: N')],
    ['the max of a variable', base.replace('max: 3', 'max: 4')],
    ['the fallback of a variable', base.replace('max: 3', 'max: 3, fallback: c')],
    ['a fallback on the spot', base.replace('#{n}', '#{n|c}')],
    ['the name of a variable', base.replaceAll('n:', 'm:').replace('#{n}', '#{m}')],
    ['the link of the image', base.replace('![x](images/spring.png)', '[![x](images/spring.png)](https://a.kr)')],
    ['the path of the image', base.replace('images/spring.png', 'images/other.png')],
    ['a button', `${base}- [b](https://a.kr)\n`],
  ])('changes with %s', (_, source) => {
    expect(digestOf(source)).not.toBe(digestOf(base))
  })

  it('changes with the content of an image', () => {
    expect(digestOf(base, 'c')).not.toBe(digestOf(base, 'b'))
  })

  it.each([
    ['a comment', base.replace('![x]', '<!-- c -->\n![x]')],
    ['the title', base.replace('id: a', 'id: a\ntitle: 봄')],
    ['meta', base.replace('id: a', 'id: a\nmeta: { a: 1 }')],
    ['recipients', base.replace('id: a', 'id: a\nrecipients: a.csv')],
    ['a comment of YAML', base.replace('id: a', 'id: a # b')],
    ['the example of a variable', base.replace('example: b', 'example: c')],
    ['a variable that nothing uses', base.replace('vars:', 'vars:\n  m: { max: 1 }')],
    ['the alternative text of the image', base.replace('![x]', '![y]')],
    ['a default that is written out', base.replace('id: a', 'id: a\nad_flag: Y\nsender: default')],
    ['the order of keys', base.replace('kind: ft-image\nid: a', 'id: a\nkind: ft-image')],
    ['line endings', base.replaceAll('\n', '\r\n')],
    ['blank lines at the end', `${base}\n\n`],
  ])('does not change with %s', (_, source) => {
    expect(digestOf(source)).toBe(digestOf(base))
  })
})
