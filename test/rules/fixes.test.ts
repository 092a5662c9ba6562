import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CompileResult } from '../../src/compile.ts'
import type { Diagnostic } from '../../src/diagnostic.ts'
import { parse } from '../../src/dialect/parse.ts'
import { applyFixes, fixAll, type FixSafety } from '../../src/rules/apply-fixes.ts'
import { runCli } from '../cli/run-inside.ts'
import { anyImage, compileSource } from '../compile-source.ts'
import { tempFolder } from '../project/temp-folder.ts'
import { decomposed, directive, message } from './messages.ts'

const compiled = (source: string): CompileResult =>
  compileSource(source, { image: anyImage, senders: ['default', 'marketing'], today: '2026-06-01' })
const lint = (source: string): readonly Diagnostic[] => compiled(source).diagnostics
const fixed = (source: string, safety: FixSafety): string => fixAll(source, lint, safety)

const runs = { numRuns: 150 }

describe.each(['safe', 'unsafe'] as const)('%s fixes', (safety) => {
  it('are all made at once: a second time changes nothing, and none is left', () => {
    fc.assert(
      fc.property(message, ({ source }) => {
        const once = fixed(source, safety)
        expect(fixed(once, safety)).toBe(once)
        const left = lint(once).filter(({ fix }) => fix && (fix.safe || safety === 'unsafe'))
        expect(left.map(({ rule }) => rule)).toEqual([])
      }),
      runs,
    )
  })
})

describe('fixes that take Markdown away', () => {
  const marks = ['*', '**', '_', '__', '~~', '`', '```', '<b>', '</b>', '<br>', '> ', '### ']
  const parts = ['# ', '#', '-', '--', '- ', '[가]', '(b)', '!', '{', '}', '%', '<', '!--', '\\', ' ', '가', 'b', "'''"]
  const marked = fc
    .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...marks) }, fc.constantFrom(...parts)), { maxLength: 9 })
    .map((some) => some.join(''))
  const body = fc.tuple(fc.constantFrom('ft-text', 'ft-carousel-feed'), fc.array(marked, { maxLength: 3 }))
  const ofMarkdown = (source: string): readonly Diagnostic[] =>
    lint(source).filter(({ rule }) => rule === 'markdown-in-text')
  const forms = (source: string): readonly string[] =>
    parse(source)
      .lines.map(({ type }) => type)
      .filter((type) => type !== 'textLine')

  it('leave every line a form or none, and come to rest', () => {
    let changed = 0
    fc.assert(
      fc.property(body, ([kind, lines]) => {
        const source = `---\nkind: ${kind}\n---\n가\n${lines.join('\n')}\n나\n`
        const once = fixAll(source, ofMarkdown, 'unsafe')
        if (once !== source) changed++
        expect(forms(once)).toEqual(forms(source))
        expect(ofMarkdown(once).filter(({ fix }) => fix)).toEqual([])
      }),
      { numRuns: 500 },
    )
    expect(changed).toBeGreaterThan(50)
  })
})

describe('the edits of a fix', () => {
  it('stand in order, inside the source, and never in one another', () => {
    fc.assert(
      fc.property(message, ({ source }) => {
        for (const { fix } of lint(source)) {
          let done = 0
          for (const { start, end, text } of fix?.edits ?? []) {
            expect(start).toBeGreaterThanOrEqual(done)
            expect(end).toBeGreaterThanOrEqual(start)
            expect(end).toBeLessThanOrEqual(source.length)
            expect(source.slice(start, end)).not.toBe(text)
            done = end
          }
        }
      }),
      runs,
    )
  })
})

const text = (body: string, more = ''): string => `---\nkind: ft-text\n${more}---\n${body}\n`

describe('a directive that is taken away', () => {
  const blank = [1, 2, 3, 4].flatMap((above) => [1, 2, 3, 4].map((below) => ({ above, below })))

  it.each(blank)('leaves the text as it is sent between $above and $below line breaks', ({ above, below }) => {
    for (const ending of ['\n', '\r\n', '\r']) {
      const body = `a${'\n'.repeat(above)}${directive('not-nfc')}${'\n'.repeat(below)}b`
      const result = fixed(text(body).replaceAll('\n', ending), 'safe')
      expect(result).not.toContain('friendtalk')
      expect(compiled(result).template?.payload['msg']).toBe(above + below > 2 ? 'a\n\nb' : 'a\nb')
    }
  })
})

describe('a fix', () => {
  it.each([
    ['trailing spaces', text('첫 줄  \n둘째\t'), text('첫 줄\n둘째')],
    ['decomposed Hangul', text(`가 ${decomposed('나다')} 라`), text('가 나다 라')],
    ['a number', text('x', 'title: 0123\n'), text('x', 'title: "0123"\n')],
    ['a flag', text('x', 'ad_flag: true # 광고\n'), text('x', 'ad_flag: Y # 광고\n')],
    ['a flag in quotes', text('x', "ad_flag: 'n'\n"), text('x', 'ad_flag: N\n')],
    ['a variable nobody uses', text('x', 'vars:\n  a: {}\n  b: {} # 끝\ntitle: y\n'), text('x', 'title: y\n')],
    [
      'one of two variables',
      text('#{b}', 'vars:\n  a: {}\n  b: { max: 3 }\n'),
      text('#{b}', 'vars:\n  b: { max: 3 }\n'),
    ],
    ['a directive', text(`a\n\n${directive('not-nfc')}\n\nb`), text('a\n\nb')],
    ['a directive in YAML', text('x', '# friendtalk-disable not-nfc -- 이유\n'), text('x')],
  ])('fixes %s and nothing else', (_, source, expected) => {
    expect(fixed(source, 'safe')).toBe(expected)
  })

  it.each([
    ['a misspelt key', text('x', 'titles: y\n'), text('x', 'title: y\n')],
    [
      'a misspelt variable',
      text('#{이르}', 'vars: { 이름: { max: 3 } }\n'),
      text('#{이름}', 'vars: { 이름: { max: 3 } }\n'),
    ],
    ...[
      ['a misspelt directive', 'friendtalk-disable-nextline email-in-message'],
      ['a misspelt rule', 'friendtalk-disable-next-line email-in-mesage'],
    ].map(([what = '', wrong = '']): [string, string, string] => {
      const right = 'friendtalk-disable-next-line email-in-message'
      return [what, text(`<!-- ${wrong} -- 공개 -->\na@b.kr`), text(`<!-- ${right} -- 공개 -->\na@b.kr`)]
    }),
    ['an invisible character', text('무료\u200B배송'), text('무료배송')],
    [
      'a variable of another tool',
      text('{{이름}}', 'vars: { 이름: { max: 3 } }\n'),
      text('#{이름}', 'vars: { 이름: { max: 3 } }\n'),
    ],
    ['a button without its dash', text('［보기］（https://a.kr）'), text('- [보기](https://a.kr)')],
    ['a sign that an escape was for', text('x\\\u037E'), text('x\\;')],
    ['Markdown in a text', text('> **할인**은 `~~오늘~~`만'), text('할인은 오늘만')],
  ])('that may be wrong fixes %s only when asked for', (_, source, expected) => {
    expect(fixed(source, 'safe')).toBe(source)
    expect(fixed(source, 'unsafe')).toBe(expected)
  })

  it.each(['[a](b) c', '## y', '값 #{가'])('never turns the form in %s into what is sent as typed', (body) => {
    expect(fixed(text(body), 'unsafe')).toBe(text(body))
  })

  it('of a button that is wrong in several ways is one, and so is the error', () => {
    expect(lint(text('안녕\n\n［보기］（https://a.kr）')).map(({ rule }) => rule)).toEqual(['look-alike-character'])
  })

  it.each([
    ['a second link that ends in a parenthesis', text('안녕\n\n- [a](<https://a.kr> "https://a.kr/wiki/(x)")')],
    ['one behind a name with an escape', text('안녕\n\n- [a\\!](https://a.kr "https://a.kr/(x)")')],
    [
      'a further field of the fallback service',
      text('a', 'vars: { v: { max: 3 } }\nfailback_data:\n  msg: "a #{v}"\n  api_unique_id: k\n  title: "T"\n'),
    ],
    ['a fallback with an escape', text('a #{v|a\\!b}', 'vars: { v: { max: 3 } }\n')],
  ])('has nothing to do with %s', (_, source) => {
    expect(lint(source)).toEqual([])
  })

  it('puts no brace in front of a fallback', () => {
    const source = text('#{v} #{v|a\\}', 'vars: { v: { max: 3 } }\n')
    expect(lint(source).map(({ rule }) => rule)).toEqual(['variable-unclosed'])
    expect(fixed(source, 'unsafe')).toBe(source)
  })

  it('of an image without a name changes what stands there, once', () => {
    const source = "---\nkind: ft-wide\n---\n[![](<a.png>)](<https://a.example.com/'\n`>)\n\n가\n"
    const once = fixed(source, 'unsafe')
    expect(once).not.toBe(source)
    expect(lint(once).filter(({ fix }) => fix)).toEqual([])
  })

  it('never leaves a form where of several that overlap only the first is made', () => {
    const body = '`가```<br>```(나)'
    expect(fixed(text(body), 'unsafe')).toBe(text(body))
  })

  it('of two that overlap, the first is made and the other waits', () => {
    const at = (start: number, end: number, value: string): Diagnostic => {
      const place = { line: 1, column: 1, offset: start }
      const fix = { safe: true, edits: [{ start, end, text: value }] }
      return { path: 'a.md', rule: 'a', severity: 'warning', message: 'A.', start: place, end: place, fix }
    }
    expect(applyFixes('abcdef', [at(2, 4, 'X'), at(3, 5, 'Y')]).source).toBe('abXef')
    expect(applyFixes('abcdef', [at(3, 5, 'Y'), at(2, 4, 'X')]).source).toBe('abXef')
    expect(applyFixes('abcdef', [at(1, 1, 'X'), at(1, 1, 'Y')]).source).toBe('aXbcdef')
    expect(applyFixes('abcdef', [at(1, 2, 'X'), at(2, 3, 'Y')]).source).toBe('aXYdef')
  })
})

describe('the command line', () => {
  it('keeps the byte order mark and CRLF of a file that it fixes', async () => {
    const crlf = (source: string): string => `\uFEFF${source.replaceAll('\n', '\r\n')}`
    const root = tempFolder({ 'a.md': crlf(text(`가  \n${decomposed('나')}`, 'ad_flag: true\n')) })
    const result = await runCli(['lint', '--fix', 'a.md'], { cwd: root })
    expect(result.code).toBe(0)
    expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe(crlf(text('가\n나', 'ad_flag: Y\n')))
  })
})
