import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printable, printableLines } from '../../../src/words/printable.ts'
import { githubReport } from '../../../src/cli/reporters/github.ts'
import { flaggedOf } from '../../../src/cli/reporters/report.ts'
import { anyReport, fileOf, hostileTexts, reportOf, smallReport } from './sample-report.ts'

interface Command {
  readonly name: string
  readonly properties: Readonly<Record<string, string>>
  readonly data: string
}

/** Reads a line of a log as the runner of GitHub Actions does; undefined where it sees no command. */
function commandIn(line: string): Command | undefined {
  const trimmed = line.trimStart()
  const end = trimmed.startsWith('::') ? trimmed.indexOf('::', 2) : -1
  if (end < 0) return undefined
  const info = trimmed.slice(2, end)
  const [name = ''] = info.split(' ', 1)
  const pairs = info
    .slice(name.length)
    .trim()
    .split(',')
    .map((pair): [string, string] => {
      const [key = ''] = pair.split('=', 1)
      return [key, unescaped(pair.slice(key.length + 1), ['%0D', '%0A', '%3A', '%2C', '%25'])]
    })
  const data = unescaped(trimmed.slice(end + 2), ['%0D', '%0A', '%25'])
  return { name, properties: Object.fromEntries(pairs), data }
}

/** The escapes are undone one after the other, the percent sign last. */
function unescaped(text: string, escapes: readonly string[]): string {
  return escapes.reduce((done, escape) => done.replaceAll(escape, decodeURIComponent(escape)), text)
}

const linesOf = (output: string): string[] => output.split('\n').slice(0, -1)

function manyDiagnostics(errors: number, warnings: number): string[] {
  const marks = Array.from({ length: errors + warnings }, (_, index) => ({
    at: [index, index + 1] as const,
    severity: index < warnings ? ('warning' as const) : ('error' as const),
  }))
  return linesOf(githubReport(reportOf(fileOf('a.md', 'x'.repeat(errors + warnings), marks))))
}

describe('the GitHub report', () => {
  it('is a workflow command for each diagnostic, errors first', () => {
    expect(githubReport(smallReport)).toBe(
      '::error file=messages/봄 세일.md,line=6,endLine=6,col=4,endColumn=20,title=button-name-too-long::' +
        'The button name has 16 characters, 14 are allowed.%0AShorten it.\n' +
        '::warning file=messages/봄 세일.md,line=4,endLine=4,col=4,endColumn=10,title=markdown-in-text::' +
        'The stars are sent as they are.\n',
    )
  })

  it('is empty where there is nothing to say', () => {
    expect(githubReport(reportOf(fileOf('a.md', 'a')))).toBe('')
    expect(githubReport(reportOf())).toBe('')
  })

  it.each([
    [10, 10, undefined],
    [11, 0, 'Not shown: 1 error (GitHub shows 10 errors and 10 warnings a step).'],
    [0, 11, 'Not shown: 1 warning (GitHub shows 10 errors and 10 warnings a step).'],
    [12, 10, 'Not shown: 2 errors (GitHub shows 10 errors and 10 warnings a step).'],
    [30, 12, 'Not shown: 20 errors, 2 warnings (GitHub shows 10 errors and 10 warnings a step).'],
  ])('of %i errors and %i warnings shows ten of each and counts the rest', (errors, warnings, lastLine) => {
    const lines = manyDiagnostics(errors, warnings)
    const shownErrors = Math.min(errors, 10)
    const shownWarnings = Math.min(warnings, 10)
    const names = lines.map((line) => commandIn(line)?.name)
    expect(names).toEqual([
      ...Array.from({ length: shownErrors }, () => 'error'),
      ...Array.from({ length: shownWarnings }, () => 'warning'),
      ...(lastLine === undefined ? [] : [undefined]),
    ])
    if (lastLine !== undefined) expect(lines.at(-1)).toBe(lastLine)
  })

  it.each([
    ['one line', 'ab\ncd\nef', 'cd', { line: '2', endLine: '2', col: '1', endColumn: '3' }],
    ['a place', 'ab\ncd', [1, 1], { line: '1', endLine: '1', col: '2', endColumn: '2' }],
    ['several lines', 'ab\ncd\nef', 'b\ncd\ne', { line: '1', endLine: '3' }],
    ['a line with its break', 'ab\ncd\nef', 'cd\n', { line: '2', endLine: '2' }],
    ['after emoji and tabs', '\t😀가x', 'x', { line: '1', endLine: '1', col: '5', endColumn: '6' }],
  ] as const)('of %s has columns only where one line is marked', (_, source, at, place) => {
    const [line = ''] = linesOf(githubReport(reportOf(fileOf('a.md', source, [{ at }]))))
    expect(commandIn(line)?.properties).toEqual({ file: 'a.md', title: 'some-rule', ...place })
  })

  it.each(hostileTexts)('lets %j neither end a property nor a line', (text) => {
    const [line = '', ...more] = linesOf(
      githubReport(reportOf(fileOf(`${text}.md`, 'x', [{ at: 'x', message: text, help: text }]))),
    )
    expect(more).toEqual([])
    expect(commandIn(line)).toEqual({
      name: 'error',
      properties: {
        file: printable(`${text}.md`),
        line: '1',
        endLine: '1',
        col: '1',
        endColumn: '2',
        title: 'some-rule',
      },
      data: `${printable(text)}\n${printableLines(text)}`,
    })
  })

  it('escapes what the runner would unescape', () => {
    const [line = ''] = linesOf(
      githubReport(reportOf(fileOf('50%,a:b.md', 'x', [{ at: 'x', message: '100%: a, %0A' }]))),
    )
    expect(line).toContain('file=50%25%2Ca%3Ab.md,')
    expect(line).toMatch(/::100%25: a, %250A$/)
  })

  it('of any report is read back as its findings', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const commands = linesOf(githubReport(report)).flatMap((line) => commandIn(line) ?? [])
        const found = flaggedOf(report).map(({ diagnostic }) => diagnostic)
        const shown = (['error', 'warning'] as const).flatMap((level) =>
          found.filter(({ severity }) => severity === level).slice(0, 10),
        )
        expect(commands.map(({ name, properties }) => [name, properties['file'], properties['title']])).toEqual(
          shown.map(({ severity, path, rule }) => [severity, printable(path), rule]),
        )
      }),
    )
  })
})
