import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reporters } from '../../../src/cli/reporters/reporters.ts'
import { lintOutputSchema } from '../../../src/cli/reporters/json-schema.ts'
import type { LintReport } from '../../../src/cli/reporters/report.ts'
import { compareDiagnostics } from '../../../src/diagnostic.ts'
import { anyReport, faultsBy, fileOf, reportOf, smallReport } from './sample-report.ts'

const faultsIn = faultsBy(lintOutputSchema, '2020-12')

const smallOutput = {
  version: 1,
  summary: { files: 2, errors: 1, warnings: 1, fixable: 1 },
  diagnostics: [
    {
      path: 'messages/봄 세일.md',
      rule: 'markdown-in-text',
      severity: 'warning',
      message: 'The stars are sent as they are.',
      start: { line: 4, column: 4, offset: 25 },
      end: { line: 4, column: 10, offset: 31 },
      fix: {
        safe: false,
        edits: [
          { start: 25, end: 27, text: '' },
          { start: 29, end: 31, text: '' },
        ],
      },
    },
    {
      path: 'messages/봄 세일.md',
      rule: 'button-name-too-long',
      severity: 'error',
      message: 'The button name has 16 characters, 14 are allowed.',
      help: 'Shorten it.',
      url: 'https://example.com/rules/button-name-too-long',
      start: { line: 6, column: 4, offset: 39 },
      end: { line: 6, column: 20, offset: 55 },
      pointer: '/attachment/button/0/name',
      actual: 16,
      limit: 14,
      unit: 'characters',
    },
  ],
}

describe('the JSON report', () => {
  it('is what is documented, to the order of its keys', () => {
    expect(reporters.json(smallReport)).toBe(`${JSON.stringify(smallOutput, null, 2)}\n`)
  })

  it('counts files without findings', () => {
    const report = reportOf(fileOf('a.md', ''), fileOf('b.md', 'b'))
    expect(JSON.parse(reporters.json(report))).toEqual({
      version: 1,
      summary: { files: 2, errors: 0, warnings: 0, fixable: 0 },
      diagnostics: [],
    })
  })

  it('is sorted by path, position and rule, whatever the order of the files and of their findings', () => {
    const report = reportOf(
      fileOf('b.md', 'xyz', [{ at: 'z' }, { at: 'x', rule: 'b' }, { at: 'x', rule: 'a' }, { at: 'xy', rule: 'a' }]),
      fileOf('a.md', 'xyz', [{ at: 'y' }]),
    )
    const { diagnostics } = JSON.parse(reporters.json(report))
    const seen = diagnostics.map((found: (typeof smallOutput)['diagnostics'][number]) =>
      [found.path, found.start.offset, found.end.offset, found.rule].join(' '),
    )
    expect(seen).toEqual(['a.md 1 2 some-rule', 'b.md 0 1 a', 'b.md 0 1 b', 'b.md 0 2 a', 'b.md 2 3 some-rule'])
  })

  it('writes what cannot be seen as an escape, once in words and exactly in paths and fixes', () => {
    const fix = { safe: true, edits: [{ start: 0, end: 0, text: '\u200B\u{E0041}\u0085' }] }
    const report = reportOf(
      fileOf('a\u202Eb.md', 'x', [{ at: 'x', message: 'a\u202Eb\u0007', help: 'c\u2066\nd', fix }]),
    )
    const output = reporters.json(report)
    expect(output).toContain('"path": "a\\u202eb.md"')
    expect(output).toContain('"message": "a\\\\u{202E}b\\\\u{7}"')
    expect(output).toContain('"help": "c\\\\u{2066}\\nd"')
    expect(output).toContain('"text": "\\u200b\\udb40\\udc41\\u0085"')
    expect(JSON.parse(output).diagnostics[0]).toMatchObject({ path: 'a\u202Eb.md', fix })
  })

  it('keeps paths, places and fixes of any report, and fits its schema', () => {
    const kept = ({ path, start, end, fix, pointer }: LintReport['files'][number]['diagnostics'][number]): object => ({
      path,
      start,
      end,
      fix,
      pointer,
    })
    fc.assert(
      fc.property(anyReport, (report) => {
        const output = JSON.parse(reporters.json(report))
        const all = report.files.flatMap(({ diagnostics }) => diagnostics).toSorted(compareDiagnostics)
        expect(faultsIn(output)).toEqual([])
        expect(output.diagnostics.map(kept)).toEqual(all.map(kept))
      }),
    )
  })
})

describe('the schema of the JSON report', () => {
  const [warning, error] = smallOutput.diagnostics
  const withDiagnostic = (diagnostic: object): object => ({ ...smallOutput, diagnostics: [diagnostic] })
  const without = (key: string): object => Object.fromEntries(Object.entries(error ?? {}).filter(([k]) => k !== key))

  it.each([
    ['another version', { ...smallOutput, version: 2 }],
    ['another key', { ...smallOutput, more: 1 }],
    ['a diagnostic without a path', withDiagnostic(without('path'))],
    ['a measure without its unit', withDiagnostic(without('unit'))],
    ['another unit', withDiagnostic({ ...error, unit: 'miles' })],
    ['a line 0', withDiagnostic({ ...error, start: { line: 0, column: 1, offset: 0 } })],
    ['a pointer that is none', withDiagnostic({ ...error, pointer: 'msg' })],
    ['null where a key should be absent', withDiagnostic({ ...error, help: null })],
    ['a fix without edits', withDiagnostic({ ...warning, fix: { safe: true, edits: [] } })],
    ['a rule that is no id', withDiagnostic({ ...error, rule: 'Some rule' })],
  ])('refuses %s', (_, output) => {
    expect(faultsIn(output)).not.toEqual([])
  })
})
