import { describe, expect, it } from 'vitest'
import { anyImage, compileSource, readerDiagnostics } from '../compile-source.ts'

/** What the reader makes of a message. */
function compileAny(source: string): ReturnType<typeof compileSource> {
  const result = compileSource(source, { image: anyImage })
  return { ...result, diagnostics: readerDiagnostics(result) }
}

/** A message that may hold a variable in each field that takes one. */
const places = {
  msg: (v: string) => `---\nkind: ft-text\n---\na ${v} b`,
  echo_to_webhook: (v: string) => `---\nkind: ft-text\necho_to_webhook: 'a ${v}'\n---\na`,
  'failback_data.msg': (v: string) => `---\nkind: ft-text\nfailback_data: { api_unique_id: a, msg: '${v}' }\n---\na`,
  'name of a button line': (v: string) => `---\nkind: ft-text\n---\na\n- [${v}](https://a.kr)`,
  'link of a button line': (v: string) => `---\nkind: ft-text\n---\na\n- [b](https://a.kr/${v})`,
  'second link of a button line': (v: string) => `---\nkind: ft-text\n---\na\n- [b](https://a.kr "https://b.kr/${v}")`,
  'app link of a button line': (v: string) => `---\nkind: ft-text\n---\na\n- [b](shop://${v})`,
  'link of a button line, alone': (v: string) => `---\nkind: ft-text\n---\na\n- [b](${v})`,
  'name in a block': (v: string) => `---\nkind: ft-text\n---\na\n\`\`\`button\nname: 'a${v}'\ntype: BK\n\`\`\``,
  'url_mobile in a block': (v: string) =>
    `---\nkind: ft-text\n---\na\n\`\`\`button\nname: b\ntype: WL\nurl_mobile: 'https://a/${v}'\n\`\`\``,
  'scheme_ios in a block': (v: string) =>
    `---\nkind: ft-text\n---\na\n\`\`\`button\nname: b\ntype: AL\nscheme_ios: 'a://${v}'\n\`\`\``,
  img_link: (v: string) => `---\nkind: ft-image\n---\na\n[![b](c.png)](https://a.kr/${v})`,
  header: (v: string) => list({ header: v }),
  'title of an item': (v: string) => list({ title: v }),
  'link of an item': (v: string) => list({ link: `https://a.kr/${v}` }),
  'header of a card': (v: string) => carousel({ title: v }),
  'message of a card': (v: string) => carousel({ text: v }),
  'title of a coupon': (v: string) => carousel({ coupon: `title: 'a${v}'` }),
  'description of a coupon': (v: string) => carousel({ coupon: `description: 'a${v}'` }),
  'link of a coupon': (v: string) => carousel({ coupon: `url_mobile: 'https://a.kr/${v}'` }),
  'link of a tail': (v: string) => carousel({ tail: `[b](https://a.kr/${v})` }),
  'link of a tail block': (v: string) => carousel({ tail: `\`\`\`tail\nurl_pc: 'https://a.kr/${v}'\n\`\`\`` }),
} as const satisfies Readonly<Record<string, (variable: string) => string>>

function list({ header = '머리', title = '제목', link = 'https://a.kr' }): string {
  const item = `## 제목\n[![a](b.png)](https://a.kr)\n`
  return `---\nkind: ft-wide-item-list\n---\n# ${header}\na\n## ${title}\n[![a](b.png)](${link})\n${item}${item}`
}

function carousel({ title = '제목', text = '글', coupon = 'title: 쿠폰', tail = '[b](https://a.kr)' }): string {
  const card = `## 제목\n![a](b.png)\n글\n`
  return `---\nkind: ft-carousel-feed\n---\na\n## ${title}\n![a](b.png)\n${text}\n\`\`\`coupon\n${coupon}\n\`\`\`\n${card}---\n${tail}\n`
}

const declare = (source: string, vars: string): string => source.replace('---\n', `---\nvars: ${vars}\n`)
const rows = Object.entries(places).map(([place, sourceOf]) => ({ place, sourceOf }))

describe('a variable', () => {
  it.each(rows)('is replaced in: $place', ({ sourceOf }) => {
    const { template, diagnostics } = compileAny(
      declare(sourceOf('#{이름}'), '{ 이름: { max: 4, example: b, fallback: c } }'),
    )
    expect(diagnostics).toEqual([])
    expect(template?.variables).toEqual([{ name: '이름', max: 4, fallback: 'c' }])
    expect(JSON.stringify(template?.payload)).toContain('#{이름}')
  })

  it.each(rows)('may have a fallback on the spot in: $place', ({ sourceOf }) => {
    const { template, diagnostics } = compileAny(declare(sourceOf('#{이름|고객1}'), '{ 이름: {} }'))
    expect(diagnostics).toEqual([])
    expect(template?.variables).toEqual([{ name: '이름' }])
    expect(JSON.stringify(template?.payload)).toContain('#{이름|고객1}')
  })

  it.each(rows)('must be declared in: $place', ({ sourceOf }) => {
    const source = sourceOf('#{이름}')
    const { diagnostics, template } = compileAny(source)
    expect(template).toBeUndefined()
    // A link may stand for several fields: each says what is wrong with it, at the same place.
    expect(new Set(diagnostics.map(({ rule }) => rule))).toEqual(new Set(['variable-undeclared']))
    for (const { start, end } of diagnostics) expect(source.slice(start.offset, end.offset)).toBe('#{이름}')
  })

  it.each(rows)('is reported once where it is not declared in: $place', ({ sourceOf }) => {
    expect(compileAny(sourceOf('#{이름}')).diagnostics).toHaveLength(1)
  })

  it.each(rows)('is no variable after a backslash in: $place', ({ place, sourceOf }) => {
    if (place === 'link of a button line, alone') return
    const { template, diagnostics } = compileAny(sourceOf('\\#{이름}'))
    expect(diagnostics).toEqual([])
    expect(template?.variables).toEqual([])
    expect(JSON.stringify(template?.payload)).toContain('#{이름}')
    expect(JSON.stringify(template?.payload)).not.toContain('\\\\')
  })

  it.each(rows)('is told from the same characters in: $place', ({ sourceOf }) => {
    const source = declare(sourceOf('#{이름}\\#{이름}'), '{ 이름: { max: 10 } }')
    const { diagnostics, template } = compileAny(source)
    expect(template).toBeUndefined()
    expect(new Set(diagnostics.map(({ rule }) => rule))).toEqual(new Set(['variable-ambiguous']))
  })

  it('is ambiguous wherever in the message the same characters stand', () => {
    const source = '---\nkind: ft-text\nvars: { a: {} }\n---\n\\#{a} b\n- [#{a}](https://a.kr)'
    expect(compileAny(source).diagnostics.map(({ rule }) => rule)).toEqual(['variable-ambiguous'])
  })

  it('is not ambiguous where other characters stand', () => {
    const source = '---\nkind: ft-text\nvars: { a: {} }\n---\n\\#{b} #{a} \\#a {a} # {a}'
    const { template } = compileAny(source)
    expect(template?.variables).toEqual([{ name: 'a' }])
    expect(template?.payload).toMatchObject({ msg: '#{b} #{a} \\#a {a} # {a}' })
  })

  it('is listed in the order of first use, once, in the order of the payload', () => {
    const source = [
      '---',
      'kind: ft-text',
      'echo_to_webhook: "#{e}#{a}"',
      'vars: { a: {}, b: { max: 2 }, c: {}, d: {}, e: {}, f: {}, unused: {} }',
      'failback_data: { api_unique_id: x, msg: "#{f}#{b}" }',
      '---',
      '#{b} #{a} #{b|x}',
      '- [#{d}](https://a.kr/#{c})',
    ].join('\n')
    const { template } = compileAny(source)
    expect(template?.variables.map(({ name }) => name)).toEqual(['b', 'a', 'e', 'd', 'c', 'f'])
  })

  it.each([
    ['chat_extra', 'BC', 'chat_extra'],
    ['chat_extra of a chatbot', 'BT', 'chat_extra'],
    ['chat_event', 'BT', 'chat_event'],
    ['biz_form_key', 'BF', 'biz_form_key'],
  ])('has no place in %s', (_, type, field) => {
    const source = `---\nkind: ft-text\nvars: { a: {} }\n---\nx\n\`\`\`button\nname: b\ntype: ${type}\n${field}: 'c#{a}'\n\`\`\``
    const { diagnostics } = compileAny(source)
    expect(diagnostics.map(({ rule }) => rule)).toEqual(['variable-not-allowed'])
    expect(source.slice(diagnostics[0]?.start.offset, diagnostics[0]?.end.offset)).toBe('#{a}')
  })

  it.each([
    ['the path of an image', '---\nkind: ft-image\nvars: { a: {} }\n---\nx\n![b](images/#{a}.png)', '#{a}'],
    ['the URL of an image', '---\nkind: ft-image\nvars: { a: {} }\n---\nx\n![b](https://a.kr/#{a}.png)', '#{a}'],
    [
      'api_unique_id',
      '---\nkind: ft-text\nvars: { a: {} }\nfailback_data: { api_unique_id: "#{a}", msg: b }\n---\nx',
      '"#{a}"',
    ],
    [
      'a field of the fallback service',
      '---\nkind: ft-text\nvars: { a: {} }\nfailback_data: { api_unique_id: b, msg: c, d: "#{a}" }\n---\nx',
      '"#{a}"',
    ],
    [
      'a field inside a field of the fallback service',
      '---\nkind: ft-text\nvars: { a: {} }\nfailback_data: { api_unique_id: b, msg: c, d: { e: ["#{a}"] } }\n---\nx',
      '{ e: ["#{a}"] }',
    ],
  ])('has no place in %s', (_, source, at) => {
    const { diagnostics } = compileAny(source)
    expect(diagnostics.map(({ rule }) => rule)).toEqual(['variable-not-allowed'])
    expect(source.slice(diagnostics[0]?.start.offset, diagnostics[0]?.end.offset)).toBe(at)
  })

  it.each([
    ['1 letter', 'a', true],
    ['32 letters', '가'.repeat(32), true],
    ['33 letters', '가'.repeat(33), false],
    ['32 letters that decompose into more', '\u1112\u1161\u11ab'.repeat(32), true],
    ['digits and _', '_1가b', true],
    ['letters outside the BMP', '𠮷', true],
    ['nothing', '', false],
    ['a space', 'a b', false],
    ['a space at its end', 'a ', false],
    ['a dash', 'a-b', false],
    ['a dot', 'a.b', false],
    ['an emoji', '😀', false],
    ['__proto__', '__proto__', true],
    ['constructor', 'constructor', true],
  ])('may be named with %s or may not', (_, name, isName) => {
    const source = `---\nkind: ft-text\nvars: { '${name}': { max: 1 } }\n---\n#{${name}}`
    const { template, diagnostics } = compileAny(source)
    if (isName) {
      expect(diagnostics).toEqual([])
      expect(template?.variables).toEqual([{ name: name.normalize('NFC'), max: 1 }])
    } else {
      expect(diagnostics.map(({ rule }) => rule)).toContain('variable-name-invalid')
      expect(template).toBeUndefined()
    }
  })

  it.each([
    ['the declaration', '이름'.normalize('NFD'), '이름'],
    ['the use', '이름', '이름'.normalize('NFD')],
    ['both', '이름'.normalize('NFD'), '이름'.normalize('NFD')],
  ])('is the same with decomposed Hangul in %s', (_, declared, used) => {
    const source = `---\nkind: ft-text\nvars: { ${declared}: { fallback: ${'고객'.normalize('NFD')} } }\n---\n#{${used}|${'님'.normalize('NFD')}}`
    const { template } = compileAny(source)
    expect(template?.payload).toMatchObject({ msg: '#{이름|님}' })
    expect(template?.variables).toEqual([{ name: '이름', fallback: '고객' }])
  })

  it('may have an empty fallback', () => {
    const { template, diagnostics } = compileAny('---\nkind: ft-text\nvars: { a: { fallback: "" } }\n---\nx #{a}#{a|}')
    expect(diagnostics).toEqual([])
    expect(template?.variables).toEqual([{ name: 'a', fallback: '' }])
    expect(template?.payload).toMatchObject({ msg: 'x #{a}#{a|}' })
  })

  it('suggests a declared name that is near', () => {
    const { diagnostics } = compileAny('---\nkind: ft-text\nvars: { 주문번호: {} }\n---\n#{주문번오}')
    expect(diagnostics[0]?.message).toContain('"주문번호"')
  })
})

describe('a constant of the configuration', () => {
  const values = { 가게: '우리 가게 #{이름}' }

  it.each(rows)('is text in: $place', ({ sourceOf }) => {
    const plain = compileSource(sourceOf('kr'), { image: anyImage })
    const { template, diagnostics } = compileSource(sourceOf('#{가게|없음}'), {
      image: anyImage,
      values: { 가게: 'kr' },
    })
    expect(diagnostics).toEqual(plain.diagnostics.map((one) => expect.objectContaining({ rule: one.rule })))
    expect(template && { ...template, map: {} }).toEqual(plain.template && { ...plain.template, map: {} })
  })

  it('decides what a link opens, and counts with its length', () => {
    const button = (constants: { [name: string]: string }): ReturnType<typeof compileSource> =>
      compileSource('---\nkind: ft-text\n---\na\n- [#{가게}](#{앱})', { values: constants })
    expect(button({ 가게: 'b', 앱: 'shop://a' }).template?.payload).toMatchObject({
      attachment: { button: [{ name: 'b', type: 'AL', scheme_android: 'shop://a' }] },
    })
    const tooLong = button({ 가게: '가'.repeat(15), 앱: 'https://a.kr' }).diagnostics
    expect(tooLong).toMatchObject([{ rule: 'button-name-too-long', actual: 15, start: { line: 5, column: 4 } }])
  })

  it('gives way to a variable of the message, and holds none itself', () => {
    const source = '---\nkind: ft-text\n---\n#{가게}'
    const { template, diagnostics } = compileSource(source, { values })
    expect(diagnostics).toEqual([])
    expect(template).toMatchObject({ payload: { msg: '우리 가게 #{이름}' }, variables: [] })
    const declared = compileSource(declare(source, '{ 가게: { max: 4, example: a } }'), { values })
    expect(declared.template?.variables).toEqual([{ name: '가게', max: 4 }])
  })

  it('is suggested for a name that is nearly its own, and is never mended in the message', () => {
    const [undeclared] = compileSource('---\nkind: ft-text\n---\n#{매장전하}', {
      values: { 매장전화: '1' },
    }).diagnostics
    expect(undeclared).toMatchObject({ rule: 'variable-undeclared', fix: { edits: [{ text: '매장전화' }] } })
    const terms = [{ avoid: '카톡', use: '카카오톡' }]
    const told = (
      msg: string,
      constants: { [name: string]: string },
    ): ReturnType<typeof compileSource>['diagnostics'] =>
      compileSource(`---\nkind: ft-text\n---\n${msg}`, { values: constants, terms }).diagnostics
    expect(told('카톡 상담', {})).toMatchObject([{ rule: 'term-to-avoid', fix: { edits: [{ text: '카카오톡' }] } }])
    const [term] = told('a #{상담}', { 상담: '카톡 상담' })
    expect(term).toMatchObject({ rule: 'term-to-avoid', start: { line: 4, column: 3 } })
    expect(term?.fix).toBeUndefined()
  })
})
