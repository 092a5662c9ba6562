import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CompileResult } from '../../src/compile.ts'
import type { Diagnostic } from '../../src/diagnostic.ts'
import { parse } from '../../src/dialect/parse.ts'
import { applyFixes, fixAll, type FixSafety } from '../../src/rules/apply-fixes.ts'
import { runCli } from '../cli/run-cli.ts'
import { anyImage, compileSource } from '../compile-source.ts'
import { tempFolder } from '../project/temp-folder.ts'

const compiled = (source: string): CompileResult =>
  compileSource(source, { image: anyImage, senders: ['default', 'marketing'], today: '2026-06-01' })
const lint = (source: string): readonly Diagnostic[] => compiled(source).diagnostics
const fixed = (source: string, safety: FixSafety): string => fixAll(source, lint, safety)

const decomposed = (text: string): string => text.normalize('NFD')
const directive = (rule: string, more = ''): string => `<!-- friendtalk-disable-next-line ${rule} -- 이유${more} -->`

/** Lines of a text, right and wrong. */
const textLines = [
  '안녕하세요.',
  '오늘만 **특가**입니다  ',
  '> ### 공지',
  '### 공지',
  '가<br>- 나 <br/>',
  '`~~*가* 나~~` <b>다</b>',
  '> - [보기](https://example.com)',
  `${decomposed('새 소식')}이 왔어요`,
  decomposed('각각'),
  '#{이름}님, 반갑습니다.\t ',
  '#{이름|고객}님',
  '\\#{이름} 그대로',
  '값은 #{이다',
  '#{이르}',
  '{{이름}}님과 {등급} 손님, ${지점}',
  '# 제목처럼 보이는 줄',
  '## 작은 제목',
  '#',
  '문의 010-1234-5678',
  'help@example.com',
  '무료\u200B배송',
  '[공지](https://example.com) 보기',
  '가족 👨‍👩‍👧‍👦 모두  ',
  '- 배송비 무료',
  '---',
  'a\\*b\\',
  '',
  '',
  '   ',
] as const

const comments = [
  '<!-- 동료에게 -->',
  directive('phone-number-in-message'),
  directive('email-in-message', ' (until 2026-05-31)'),
  directive('msg-too-long'),
  directive('phone-number-in-message, not-nfc'),
  '<!-- friendtalk-disable trailing-space -- 이유 -->',
  '<!-- friendtalk-disable-next-lin not-nfc -- 이유 -->',
  '<!-- friendtalk-disable\nemail-in-message\n-- 이유 -->',
] as const

const buttons = [
  '- [보기](https://example.com)',
  `- [${decomposed('앱 열기')}](shop://open)`,
  '```button\nname: 123\ntype: BK\n```',
  '```button\n# friendtalk-disable-next-line button-name-too-long -- 이유\nname: 확인\ntype: BK\n```',
  '```buton\nname: 확인\ntype: BK\n```',
  '```button\nname: 상담\ntype: BC\nchat_extra: a b\n```',
] as const

const settings = [
  'ad_flag: true',
  'ad_flag: n',
  'ad_flag: "y"',
  'ad_flag: Y',
  'title: 2026',
  `title: ${decomposed('제목')}`,
  'titel: a',
  'sender: marketin',
  'echo_to_webhook: 0123',
  'echo_to_webhook: a#{이름}',
  'meta: { a: 1 }',
  'echo_to_webhook: |\n  # friendtalk-disable not-nfc -- 이유\n  b',
  '# friendtalk-disable-next-line variable-unbounded -- 이유',
  '# 그냥 주석',
  'failback_data:\n  api_unique_id: lms-standard\n  msg: a #{이름}\n  origin_cid: 0212345678',
] as const

const variables = [
  '',
  'vars:\n  이름: { max: 5 }',
  'vars:\n  이름: { max: 5 } # 고객\n  등급: { max: 3 }',
  'vars:\n  # 고객\n  이름:\n    max: 5\n    example: 하늘\n\n  등급:\n    max: 3 # 짧게',
  'vars: { 이름: { max: 5 }, 등급: {} }',
  'vars:\n  등급: {}\n  지점: {}',
  `vars:\n  ${decomposed('이름')}: { max: 5 }`,
] as const

const itemLines = '## 하나\n[![a](1.png)](https://example.com/1)\n'
const frames = [
  (text: string) => text,
  (text: string) => `${text}\n![a](${decomposed('사진')}.png)\n`,
  (text: string) => `# ${decomposed('머리')} \n${text}\n${itemLines.repeat(3)}---\n`,
  (text: string) => `한 줄  \n## 카드 하나 \n![a](1.png)\n${text}\n## 둘\n![b](2.png)\nx\n`,
] as const
const kindOf = ['ft-text', 'ft-image', 'ft-wide-item-list', 'ft-carousel-feed'] as const

const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<string>(...textLines) },
  { weight: 2, arbitrary: fc.constantFrom<string>(...comments) },
  { weight: 1, arbitrary: fc.constantFrom<string>(...buttons) },
)

const message = fc
  .record({
    frame: fc.nat({ max: frames.length - 1 }),
    lines: fc.array(line, { minLength: 1, maxLength: 9 }),
    before: fc.uniqueArray(fc.constantFrom<string>(...settings), { maxLength: 3 }),
    vars: fc.constantFrom<string>(...variables),
    ending: fc.constantFrom('\n', '\r\n', '\r'),
  })
  .map(({ frame, lines, before, vars, ending }) => {
    const body = (frames[frame] ?? frames[0])(lines.join('\n'))
    const head = ['---', `kind: ${kindOf[frame] ?? 'ft-text'}`, ...before, vars, '---'].filter((one) => one !== '')
    return { source: `${head.join('\n')}\n${body}\n`.replaceAll('\n', ending), ending }
  })

const runs = { numRuns: 150 }

/** What people would read of a source: its lines without directives, escapes, and how they are typed. */
function visible(source: string): readonly string[] {
  const body = source.replaceAll(/\r\n?/g, '\n').replace(/^---\n[\s\S]*?\n---\n/, '')
  return body
    .replaceAll(/<!--[\s\S]*?-->|^# friendtalk-.*$/gm, '')
    .split('\n')
    .map((one) => one.normalize('NFC').replaceAll('\\', '').replaceAll('"', '').trimEnd())
    .filter((one) => one !== '')
}

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

  it('keep the line endings', () => {
    fc.assert(
      fc.property(message, ({ source, ending }) => {
        const others = fixed(source, safety)
          .replaceAll(ending, '')
          .match(/[\r\n]/)
        expect(others).toBeNull()
      }),
      runs,
    )
  })
})

describe('safe fixes', () => {
  it('change nothing of what is sent', () => {
    fc.assert(
      fc.property(message, ({ source }) => {
        const before = compiled(source).template
        const after = compiled(fixed(source, 'safe')).template
        if (before === undefined) return
        expect(after?.payload).toEqual(before.payload)
        expect(after?.variables).toEqual(before.variables)
      }),
      runs,
    )
  })

  it('leave every word of a message that cannot be compiled yet', () => {
    fc.assert(
      fc.property(message, ({ source }) => {
        expect(visible(fixed(source, 'safe'))).toEqual(visible(source))
      }),
      runs,
    )
  })

  it('make no new diagnostic', () => {
    fc.assert(
      fc.property(message, ({ source }) => {
        if (compiled(source).template === undefined) return
        const count = (rules: readonly Diagnostic[]): Set<string> => new Set(rules.map(({ rule }) => rule))
        const before = count(lint(source))
        const isNew = (rule: string): boolean => !before.has(rule)
        expect([...count(lint(fixed(source, 'safe')))].filter(isNew)).toEqual([])
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
    ['Markdown in a text', text('> **할인**은 `~~오늘~~`만'), text('할인은 오늘만')],
  ])('that may be wrong fixes %s only when asked for', (_, source, expected) => {
    expect(fixed(source, 'safe')).toBe(source)
    expect(fixed(source, 'unsafe')).toBe(expected)
  })

  it.each(['[a](b) c', '## y', '값 #{가'])('never turns the form in %s into what is sent as typed', (body) => {
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
