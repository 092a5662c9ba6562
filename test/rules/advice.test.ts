import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { CompileResult } from '../../src/compile.ts'
import type { Diagnostic } from '../../src/diagnostic.ts'
import { fixAll, type FixSafety } from '../../src/rules/apply-fixes.ts'
import { recipientWording } from '../../src/rules/violations.ts'
import { languages } from '../../src/words/language.ts'
import { compileSource, someFacts } from '../compile-source.ts'

const image = (path: string) =>
  path === 'images/봄 세일.png' ? ({ type: 'found', facts: someFacts } as const) : ({ type: 'not-found' } as const)
const compiled = (source: string, lang: 'en' | 'ko' = 'en'): CompileResult => compileSource(source, { image, lang })
const fixed = (source: string, safety: FixSafety): string =>
  fixAll(source, (text) => compiled(text).diagnostics, safety)
const message = (body: string, settings = ''): string => `---\nkind: ft-text\nad_flag: N\n${settings}---\n\n${body}\n`
const rulesIn = (source: string): string[] => compiled(source).diagnostics.map(({ rule }) => rule)
/** The first finding of a rule. */
const told = (rule: string, source: string, lang: 'en' | 'ko' = 'en'): Diagnostic => {
  const found = compiled(source, lang).diagnostics.find((one) => one.rule === rule)
  if (found === undefined) throw new Error(`${rule} is not told`)
  return found
}

describe.each(languages)('advice that is followed, in %s,', (lang) => {
  it.each(['성함', '#{이름}', '[이름]', '고객: 이름', '"이름"'])('maps the column %s', (heading) => {
    const args = { column: '이름', suggestion: heading }
    const { message: words } = recipientWording({ rule: 'recipients-column-missing', args }, lang)
    const [, setting = ''] = /(columns: \{.*\}) /.exec(words) ?? []
    expect(parse(setting)).toEqual({ columns: { [heading]: '이름' } })
    // A configuration in JSON or TypeScript takes it too.
    expect(JSON.parse(setting.slice('columns:'.length))).toEqual({ [heading]: '이름' })
  })

  it('puts a title that starts with "#" in quotes', () => {
    const source = message('안녕', 'title: #봄세일\n')
    const [quoted = ''] = /".봄세일"/.exec(told('value-empty', source, lang).message) ?? []
    expect(compiled(source.replace('#봄세일', quoted)).title).toBe('#봄세일')
  })

  it.each(['[김하늘, 박지우]', 'true', '[1]'])('declares a variable that was written as %s', (written) => {
    const source = message('#{이름}', `vars:\n  이름: ${written}\n`)
    const { help = '' } = told('value-type', source, lang)
    const declaration = help.split('\n').find((line) => line.startsWith('이름:')) ?? `이름: { max: 3 }`
    expect(rulesIn(source.replace(`이름: ${written}`, declaration))).toEqual([])
  })

  it('declares a variable', () => {
    const { help = '' } = told('variable-undeclared', message('#{이름}'), lang)
    expect(rulesIn(message('#{이름}', `${help}\n`))).toEqual([])
  })

  it('labels the fallback of an advertisement', () => {
    const written = (msg: string): string =>
      message('안녕', `failback_data:\n  api_unique_id: lms-standard\n  msg: ${msg}\n`).replace('ad_flag: N\n', '')
    const { message: words } = told('fallback-without-ad-notice', written('여름 소식'), lang)
    const [label = '', number = ''] = Array.from(words.matchAll(/"([^"]+)"/g), ([, text = '']) => text)
    expect(rulesIn(written(`${label}초록서점 여름 소식 ${number}`))).toEqual([])
  })
})

describe('a fix', () => {
  it.each([
    ['{ max: 9, example: 1,000 }', '{ max: 9, example: "1,000" }'],
    ['{ example: 1,234,500원, max: 9 }', '{ example: "1,234,500원", max: 9 }'],
    ['{ max: 9, example: 1000 }', '{ max: 9, example: "1000" }'],
  ])('quotes the whole number of %s', (typed, right) => {
    const source = message('#{금액} #{값}', `vars:\n  금액: ${typed}\n  값: ${typed}\n`)
    const result = fixed(source, 'safe')
    expect(result).toBe(source.replaceAll(typed, right))
    expect(rulesIn(result)).toEqual([])
  })

  it('is none where a number of characters has a comma', () => {
    const found = told('value-type', message('#{금액}', 'vars:\n  금액: { max: 1,000 }\n'))
    expect(found.message).toBe('"max" is text; write a whole number.')
    expect([found.fix, found.start.column, found.end.column]).toEqual([undefined, 14, 19])
  })

  it.each(['ft-text', 'ft-carousel-feed'])('of "# {이름}" in %s makes the variable', (kind) => {
    const source = message('# {이름}님, 안녕하세요.', 'vars: { 이름: { max: 3 } }\n').replace('ft-text', kind)
    const { message: words } = told('form-mistyped', source)
    expect(words).toBe('Here a space has no place: a variable is written "#{name}".')
    expect(rulesIn(source)).not.toContain('heading-not-allowed')
    expect(fixed(source, 'unsafe')).toContain('\n#{이름}님, 안녕하세요.')
  })

  it('of a blank in an address writes %20', () => {
    const source = message('안녕\n\n- [보기](https://a.kr/a b c "https://b.kr")')
    expect(told('form-mistyped', source).message).toContain('write "%20" for it')
    expect(fixed(source, 'unsafe')).toBe(source.replace('a b c', 'a%20b%20c'))
  })

  it('of a blank in a path puts it into angle brackets', () => {
    const source = message('![봄](images/봄 세일.png)\n\n안녕').replace('ft-text', 'ft-image')
    expect(told('form-mistyped', source).message).toContain('angle brackets')
    expect(rulesIn(fixed(source, 'unsafe'))).toEqual([])
  })
})

describe('YAML is told where it is wrong', () => {
  it.each([
    ['vars: {이름: a\n', 4, 7],
    ['vars: [이름\ntitle: a\n', 4, 7],
    ['vars:\n  이름: { max: 3\n  지점: { max: 3 }\n', 5, 7],
    ['title: [공지 안녕\n', 4, 8],
  ])('in %j', (settings, line, column) => {
    const found = told('yaml-syntax', message('#{이름}', settings))
    expect(found.message).toContain('the bracket that opens here is never closed')
    expect([found.start.line, found.start.column]).toEqual([line, column])
  })

  it('where a comment cuts a text off in front of a variable', () => {
    for (const variable of ['#{이름}', '##이름##', '#이름#']) {
      const settings = `vars: { 이름: { max: 3 } }\nfailback_data:\n  api_unique_id: lms\n  msg: 안녕하세요 ${variable}님\n`
      const found = told('yaml-syntax', message('#{이름}', settings))
      expect(found.message).toContain('in quotes')
      expect(
        rulesIn(
          message(
            '#{이름}',
            settings.replace(/안녕.*/, (text) => `"${text}"`),
          ),
        ),
      ).not.toContain('yaml-syntax')
    }
    expect(rulesIn(message('안녕', 'title: 안녕 #봄 소식\nmeta: { a: 1 } # {a}\n'))).toEqual([])
  })
})

describe('one wrong line', () => {
  const block = '```coupon\ntitle: 5000원 할인 쿠폰\n```'
  const buttons = Array.from({ length: 6 }, (_, index) => `- [보기](https://a.kr/${index})`).join('\n')

  it.each([
    ['- [공백](https://a.kr/a b)', 'form-mistyped'],
    ['자세히 [보기](https://a.kr) 클릭', 'link-inside-text'],
    ['[보기](https://a.kr)', 'form-mistyped'],
  ])('%s hides nothing else', (line, rule) => {
    const source = message(`안녕\n\n${line}\n\n${block}\n\n${buttons}`, 'vars: { 이름: { max: 3 } }\ntitel: a\n')
    expect(new Set(rulesIn(source))).toEqual(
      new Set(['variable-unused', 'key-unknown', rule, 'block-not-allowed', 'too-many-buttons']),
    )
  })

  it('withholds what follows from it', () => {
    const source = message('[![봄](images/a.png) ](https://a.kr)\n\n안녕').replace('ft-text', 'ft-image')
    expect(rulesIn(source)).not.toContain('image-missing')
    expect(rulesIn(message('#{이르}', 'vars: { 이름: { max: 3 }, 지점: { max: 3 } }\n'))).toEqual([
      'variable-unused',
      'variable-undeclared',
    ])
  })
})
