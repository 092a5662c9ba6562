import fc from 'fast-check'
import { createColors } from 'picocolors'
import { describe, expect, it, vi } from 'vitest'
import { columnsOf } from '../../src/cli/terminal/printable.ts'
import { printable, printableLines } from '../../src/words/printable.ts'
import { textReport } from '../../src/cli/reporters/text.ts'
import { progressOn } from '../../src/cli/terminal/progress.ts'
import { languageOf, type Terminal, wantsColor } from '../../src/cli/terminal/terminal.ts'
import { tempFolder, textMessage } from '../project/temp-folder.ts'
import { runCli } from './run-inside.ts'

describe('printable text', () => {
  it.each([
    ['Hello, 안녕 café 🎉', 'Hello, 안녕 café 🎉'],
    ['안녕'.normalize('NFD'), '안녕'.normalize('NFD')],
    ['a b\u3000c', 'a b\u3000c'],
    ['\u001B[31mred\u001B[0m', '\\u{1B}[31mred\\u{1B}[0m'],
    ['\u009B31m', '\\u{9B}31m'],
    ['\0\u0007\b\t\n\r\u007F\u0085', '\\u{0}\\u{7}\\u{8}\\u{9}\\u{A}\\u{D}\\u{7F}\\u{85}'],
    ['a\u202Eb\u2066c\u2069d\u200Fe\u061Cf', 'a\\u{202E}b\\u{2066}c\\u{2069}d\\u{200F}e\\u{61C}f'],
    ['a\u200Bb\u200Cc\u200Dd\u2060e\uFEFFf\u00ADg', 'a\\u{200B}b\\u{200C}c\\u{200D}d\\u{2060}e\\u{FEFF}f\\u{AD}g'],
    ['\u2028\u2029', '\\u{2028}\\u{2029}'],
    ['a\uD800b\uDC00', 'a\\u{D800}b\\u{DC00}'],
    ['\\u{202E}', '\\u{202E}'],
    ['', ''],
  ])('of %j is %j', (text, shown) => {
    expect(printable(text)).toBe(shown)
  })

  it('keeps line feeds where there are several lines', () => {
    expect(printableLines('a\u0007\nb\r\n')).toBe('a\\u{7}\nb\\u{D}\n')
  })

  it('holds no control or format character that leaves no mark, and no half of a character', () => {
    const hidden: string[] = []
    for (let code = 0; code <= 0x10_ffff; code++) {
      const char = String.fromCodePoint(code)
      const isHidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?=\p{Default_Ignorable_Code_Point})\p{Cf}/u.test(char)
      if (isHidden && printable(char) === char) hidden.push(code.toString(16))
    }
    expect(hidden).toEqual([])
  })
})

/** The start of a text that takes so many columns. */
function fitColumns(text: string, columns: number): string {
  let fitting = ''
  for (const { segment } of new Intl.Segmenter('ko').segment(text)) {
    if (columnsOf(fitting + segment) > columns) break
    fitting += segment
  }
  return fitting
}

describe('progress', () => {
  it('counts the time in which nothing is done for nothing', () => {
    const written: string[] = []
    const look = { isInteractive: false, verbosity: 'normal', err: (text: string) => written.push(text) }
    const uptime = vi.spyOn(process, 'uptime')
    const at = (seconds: number): unknown => uptime.mockReturnValue(seconds)
    try {
      at(0)
      const progress = progressOn(look as unknown as Terminal, 'Sending', 300)
      at(10)
      progress.update(50)
      progress.pause()
      at(40_000)
      progress.update(100)
      at(40_010)
      progress.update(200)
      expect(written).toEqual(['Sending 50/300  5/s  50 s\n', 'Sending 200/300  10/s  10 s\n'])
    } finally {
      uptime.mockRestore()
    }
  })
})

describe('colours', () => {
  it.each<[NodeJS.ProcessEnv, boolean, boolean]>([
    [{}, true, true],
    [{}, false, false],
    [{ TERM: 'dumb' }, true, false],
    [{ TERM: 'xterm-256color' }, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '0' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '3' }, false, true],
    [{ FORCE_COLOR: 'true' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: 'false' }, true, false],
    [{ FORCE_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '' }, false, false],
    [{ FORCE_COLOR: '1', TERM: 'dumb' }, false, true],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
  ])('with %j on a terminal (%s) are wanted: %s', (env, isTerminal, wanted) => {
    expect(wantsColor(env, isTerminal)).toBe(wanted)
  })

  it.each<{ args: string[]; env: Record<string, string>; painted: boolean }>([
    { args: [], env: {}, painted: false },
    { args: [], env: { FORCE_COLOR: '1' }, painted: true },
    { args: [], env: { FORCE_COLOR: '1', NO_COLOR: '1' }, painted: false },
    { args: ['--no-color'], env: { FORCE_COLOR: '1' }, painted: false },
  ])('are in the output of compile $args with $env: $painted', async ({ args, env, painted }) => {
    const cwd = tempFolder({ 'good.md': textMessage('Hello!'), 'bad.md': 'Hello!' })
    const { stdout, stderr } = await runCli(['compile', 'good.md', 'bad.md', ...args], { cwd, env })
    expect([stdout, stderr].map((text) => text.includes('\u001B['))).toEqual([painted, painted])
  })
})

describe('the language', () => {
  it.each<[NodeJS.ProcessEnv, 'en' | 'ko']>([
    [{}, 'en'],
    [{ LANG: 'C' }, 'en'],
    [{ LANG: 'en_US.UTF-8' }, 'en'],
    [{ LANG: 'ko_KR.UTF-8' }, 'ko'],
    [{ LANG: 'ko' }, 'ko'],
    [{ LANG: 'ko.UTF-8' }, 'ko'],
    [{ LANG: 'ko-KR' }, 'ko'],
    [{ LANG: 'KO_KR' }, 'ko'],
    [{ LANG: 'kok_IN.UTF-8' }, 'en'],
    [{ LANG: 'en_US.UTF-8', LC_MESSAGES: 'ko_KR.UTF-8' }, 'ko'],
    [{ LANG: 'ko_KR.UTF-8', LC_MESSAGES: 'C' }, 'en'],
    [{ LANG: 'ko_KR.UTF-8', LC_MESSAGES: 'ko_KR.UTF-8', LC_ALL: 'C' }, 'en'],
    [{ LANG: 'ko_KR.UTF-8', LC_MESSAGES: '', LC_ALL: '' }, 'ko'],
  ])('of %j is %s', (env, lang) => {
    expect(languageOf(env)).toBe(lang)
  })
})

describe('a code frame', () => {
  const colors = createColors(false)
  /** The two lines of the frame around a mark in a line. */
  function frameOf({ before, mark, after, columns }: { before: string; mark: string; after: string; columns: number }) {
    const line = before + mark + after
    const start = { line: 1, column: before.length + 1, offset: before.length }
    const end = { line: 1, column: start.column + mark.length, offset: start.offset + mark.length }
    const diagnostic = { path: 'a.md', rule: 'r', severity: 'error', message: 'm', start, end } as const
    const report = textReport([{ path: 'a.md', source: line, diagnostics: [diagnostic] }], {
      colors,
      columns,
      lang: 'en',
    })
    const [, code = '', caret = ''] = report.split('\n')
    return { code, caret }
  }

  it.each([
    { before: 'abc ', mark: 'def', after: ' ghi', columns: 40, code: '  1 | abc def ghi', caret: '    |     ^^^' },
    { before: '안녕 ', mark: '세상', after: '', columns: 40, code: '  1 | 안녕 세상', caret: '    |      ^^^^' },
    { before: '', mark: '', after: 'abc', columns: 40, code: '  1 | abc', caret: '    | ^' },
    { before: 'abc', mark: '', after: '', columns: 40, code: '  1 | abc', caret: '    |    ^' },
    { before: 'a\t', mark: '\t', after: 'b', columns: 40, code: '  1 | a        b', caret: '    |      ^^^^' },
    {
      before: '\u0007',
      mark: '\u200B',
      after: '',
      columns: 40,
      code: '  1 | \\u{7}\\u{200B}',
      caret: '    |      ^^^^^^^^',
    },
    {
      before: 'a'.repeat(50),
      mark: 'MARK',
      after: 'b'.repeat(50),
      columns: 26,
      code: '  1 | …aaaaaaaMARKbbbbbbb…',
      caret: '    |         ^^^^',
    },
    {
      before: '가'.repeat(50),
      mark: 'MARK',
      after: '나'.repeat(50),
      columns: 26,
      code: '  1 | …가가가MARK나나나나…',
      caret: '    |        ^^^^',
    },
    {
      before: '',
      mark: 'M'.repeat(50),
      after: 'b',
      columns: 26,
      code: `  1 | ${'M'.repeat(18)}…`,
      caret: `    | ${'^'.repeat(18)}`,
    },
    {
      before: 'a'.repeat(20),
      mark: '',
      after: '',
      columns: 26,
      code: `  1 | …${'a'.repeat(9)}`,
      caret: `    | ${' '.repeat(10)}^`,
    },
    {
      before: 'a'.repeat(19),
      mark: '',
      after: '',
      columns: 26,
      code: `  1 | ${'a'.repeat(19)}`,
      caret: `    | ${' '.repeat(19)}^`,
    },
  ])('of $before, $mark and $after in $columns columns', ({ code, caret, ...line }) => {
    expect(frameOf(line)).toEqual({ code, caret })
  })

  const piece = fc.constantFrom('a', ' ', '가', '각'.normalize('NFD'), '👍🏽', '🎉', 'e\u0301', '\t', '\u202E', '\u200B')
  const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))

  it('fits into its columns, has whole characters and a caret below the first that is meant', () => {
    const lines = fc.record({ before: text, mark: text, after: text, columns: fc.integer({ min: 26, max: 120 }) })
    fc.assert(
      fc.property(lines, ({ before, mark, after, columns }) => {
        const { code, caret } = frameOf({ before, mark, after, columns })
        if (before + mark + after === '') return
        expect(code.isWellFormed()).toBe(true)
        expect(columnsOf(code)).toBeLessThanOrEqual(columns)
        expect(columnsOf(caret)).toBeLessThanOrEqual(columns)
        const upToCaret = columnsOf(caret.slice(0, caret.indexOf('^')))
        const first = printable([...new Intl.Segmenter('ko').segment(mark)][0]?.segment.replace('\t', '    ') ?? '')
        const atCaret = fitColumns(code, upToCaret)
        expect(columnsOf(atCaret)).toBe(upToCaret)
        expect(code.slice(atCaret.length).startsWith(first.slice(0, 1))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('does not begin within a character', () => {
    const emoji = { before: '👍🏽'.repeat(40), mark: 'MARK', after: '' }
    const jamo = { before: '각'.normalize('NFD').repeat(40), mark: 'MARK', after: '' }
    for (const line of [emoji, jamo]) {
      for (let columns = 26; columns < 60; columns++) {
        const [, kept = ''] = /…(.*)MARK/u.exec(frameOf({ ...line, columns }).code) ?? []
        const whole = line.before.slice(0, line.before.length / 40)
        expect(kept).toBe(whole.repeat(kept.length / whole.length))
      }
    }
  })
})
