import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { LintReport, ReportedRule } from '../../../src/cli/reporters/report.ts'
import type { ReportedFile } from '../../../src/project/reported-file.ts'
import type { Diagnostic } from '../../../src/diagnostic.ts'
import { LineIndex } from '../../../src/language/document.ts'

/** What a diagnostic of a test says; its place is that of a text in the source. */
export interface Marked extends Partial<Omit<Diagnostic, 'path' | 'start' | 'end'>> {
  /** The first place of this text, or from one offset to another. */
  readonly at: string | readonly [start: number, end: number]
}

/** A file with diagnostics at places of its source. */
export function fileOf(path: string, source: string, marks: readonly Marked[] = []): ReportedFile {
  const counted = source.replace(/^\uFEFF+/, '')
  const lines = new LineIndex(counted)
  const diagnostics = marks.map(({ at, ...fields }): Diagnostic => {
    const from = typeof at === 'string' ? counted.indexOf(at) : at[0]
    const to = typeof at === 'string' ? from + at.length : at[1]
    const start = lines.at(from)
    const end = lines.at(to)
    return { path, rule: 'some-rule', severity: 'error', message: 'Something is wrong.', ...fields, start, end }
  })
  return { path, source, diagnostics }
}

export const rules: readonly ReportedRule[] = [
  {
    id: 'button-name-too-long',
    severity: 'error',
    tier: 'interface',
    summary: 'A button name is longer than its kind allows.',
    why: 'The service rejects the message.',
    url: 'https://example.com/rules/button-name-too-long',
  },
  {
    id: 'markdown-in-text',
    severity: 'warning',
    tier: 'style',
    summary: 'A text holds marks of Markdown.',
    why: 'KakaoTalk shows them as they are.',
    url: 'https://example.com/rules/markdown-in-text',
  },
]

export function reportOf(...files: readonly ReportedFile[]): LintReport {
  return { files, rules, version: '1.2.3', lang: 'en' }
}

const saleSource =
  '---\nkind: ft-text\n---\n😀 **할인** 시작\n\n- [지금 바로 구경하러 가기 버튼](https://example.com)\n'
const starsAt = saleSource.indexOf('**할인**')

/** A file without diagnostics, and one with an error and a warning that can be fixed. */
export const smallReport: LintReport = reportOf(
  fileOf('messages/봄 세일.md', saleSource, [
    {
      at: '지금 바로 구경하러 가기 버튼',
      rule: 'button-name-too-long',
      message: 'The button name has 16 characters, 14 are allowed.',
      help: 'Shorten it.',
      url: 'https://example.com/rules/button-name-too-long',
      pointer: '/attachment/button/0/name',
      actual: 16,
      limit: 14,
      unit: 'characters',
    },
    {
      at: '**할인**',
      rule: 'markdown-in-text',
      severity: 'warning',
      message: 'The stars are sent as they are.',
      fix: {
        safe: false,
        edits: [
          { start: starsAt, end: starsAt + 2, text: '' },
          { start: starsAt + 4, end: starsAt + 6, text: '' },
        ],
      },
    },
  ]),
  fileOf('messages/hello.md', 'Hello\n'),
)

/** Texts that must not pass through a report as they are, or that count differently in every unit. */
export const hostileTexts = [
  '안녕하세요',
  '안녕'.normalize('NFD'),
  '😀👨\u200D👩\u200D👧',
  'a\tb',
  'a\r\nb\rc\n::error::d',
  '100%, 50%25 %0A%3A: x, y=z;',
  '::set-output name=a::b',
  '##[error]a',
  '<b a="1" c=\'2\'>&amp;]]></b><!-- --> <![CDATA[',
  '[link](https://evil.example)',
  '"\\\b\u0000\u001B[31m\u007F\u0085',
  'a\u202Eb\u2066c\u2069\u200F\u061C',
  '\u200B\u2060\uFEFF\u00AD\u3164',
  '\u2028\u2029\uFFFE\uFFFF\u{1FFFE}\u{E0041}',
  '#{이름|고객} {0} {{1}}',
  'a\uD800b\uDC00',
] as const

/** What a terminal or a browser would obey or hide. */
export const unprintable =
  /[^\P{Cc}\n]|[\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\u00AD\u3164\uFEFF]|\p{Surrogate}/u

const text = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
)
const filled = text.map((words) => `Wrong: ${words}`)
const name = text.map((words) => words.replaceAll(/[/\0]/g, '').replace(/^\.*$/, 'file'))
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => `messages/${names.join('/')}.md`)
const source = fc
  .array(fc.tuple(text, fc.constantFrom('\n', '\r\n', '\r', '')), { maxLength: 8 })
  .map((lines) => lines.flat().join(''))

const measure = fc.record({
  actual: fc.oneof(fc.nat(5000), fc.float({ noNaN: true, noDefaultInfinity: true })),
  limit: fc.nat(2000),
  unit: fc.constantFrom('bytes' as const, 'characters' as const, 'ratio' as const, 'pixels' as const),
})

/** Diagnostics anywhere in a source, but for the middle of a character. */
function marksIn(content: string): fc.Arbitrary<Marked> {
  const offsets = [0]
  for (const char of content) offsets.push((offsets.at(-1) ?? 0) + char.length)
  const span = fc
    .tuple(fc.constantFrom(...offsets), fc.constantFrom(...offsets))
    .map(([a, b]): readonly [number, number] => [Math.min(a, b), Math.max(a, b)])
  const edits = fc.tuple(span, text).map(([[start, end], words]) => [{ start, end, text: words }])
  return fc
    .record({
      at: span,
      rule: fc.constantFrom('button-name-too-long', 'markdown-in-text', 'rule-of-no-list'),
      severity: fc.constantFrom('error' as const, 'warning' as const),
      message: filled,
      help: fc.option(filled, { nil: undefined }),
      url: fc.option(fc.constant('https://example.com/rules/some-rule'), { nil: undefined }),
      pointer: fc.option(fc.constantFrom('', '/msg', '/attachment/button/0/name', '/a~1b'), { nil: undefined }),
      measure: fc.option(measure, { nil: undefined }),
      fix: fc.option(fc.record({ safe: fc.boolean(), edits }), { nil: undefined }),
    })
    .map(({ at, rule, severity, message, help, url, pointer, measure: measured, fix }) => ({
      at,
      rule,
      severity,
      message,
      ...measured,
      ...(help !== undefined && { help }),
      ...(url !== undefined && { url }),
      ...(pointer !== undefined && { pointer }),
      ...(fix && { fix }),
    }))
}

const file = fc
  .tuple(path, source)
  .chain(([at, content]) =>
    fc.array(marksIn(content.replace(/^\uFEFF+/, '')), { maxLength: 6 }).map((found) => fileOf(at, content, found)),
  )

/** Reports of any files, texts and places. */
export const anyReport: fc.Arbitrary<LintReport> = fc
  .uniqueArray(file, { maxLength: 4, selector: ({ path: at }) => at })
  .map((files) => reportOf(...files))

/** Whether data fits a JSON Schema of `test/schemas`, and what is wrong where it does not. */
export function schemaFaults(schemaName: string): (data: unknown) => unknown[] {
  const schema = JSON.parse(readFileSync(new URL(`../../schemas/${schemaName}`, import.meta.url), 'utf8')) as object
  return faultsBy(schema, schemaName.startsWith('sarif') ? 'draft-07' : '2020-12')
}

/** What is wrong with data by a JSON Schema. A pattern of SARIF's is no regular expression in Unicode mode. */
export function faultsBy(schema: object, dialect: 'draft-07' | '2020-12'): (data: unknown) => unknown[] {
  const ajv = new (dialect === 'draft-07' ? Ajv : Ajv2020)({ strict: false, unicodeRegExp: false })
  addFormats.default(ajv)
  const validate = ajv.compile(schema)
  return (data) => (validate(data) ? [] : (validate.errors ?? []))
}
