import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprintsOf } from '../../../src/project/reported-file.ts'
import { gitlabReport } from '../../../src/cli/reporters/gitlab.ts'
import { flaggedOf } from '../../../src/cli/reporters/report.ts'
import { anyReport, fileOf, type Marked, reportOf, schemaFaults, smallReport } from './sample-report.ts'

const faultsIn = schemaFaults('gitlab-code-quality.json')

const path = 'messages/봄 세일.md'
const smallOutput = [
  {
    description: 'The stars are sent as they are.',
    check_name: 'markdown-in-text',
    fingerprint: 'c1acbc10bcc678936c3f064c29a7307d0ca22990c5fdd5092763923a15f434b3',
    severity: 'minor',
    location: { path, lines: { begin: 4, end: 4 } },
  },
  {
    description: 'The button name has 16 characters, 14 are allowed.',
    check_name: 'button-name-too-long',
    fingerprint: 'df3f82477de8f6d214e6df7c353c28309fcde2789d8227da5094e7f4d4326514',
    severity: 'major',
    location: { path, lines: { begin: 6, end: 6 } },
  },
]

describe('the GitLab report', () => {
  it('is a list of Code Quality findings', () => {
    expect(gitlabReport(smallReport)).toBe(`${JSON.stringify(smallOutput, null, 2)}\n`)
  })

  it('is an empty list where nothing is found', () => {
    expect(gitlabReport(reportOf(fileOf('a.md', 'a')))).toBe('[]\n')
  })

  it.each([
    ['a line', 'ab\ncd\nef', 'cd', { begin: 2, end: 2 }],
    ['a line with its break', 'ab\r\ncd\r\nef', 'cd\r\n', { begin: 2, end: 2 }],
    ['several lines', 'ab\ncd\nef', 'b\ncd\ne', { begin: 1, end: 3 }],
    ['the end of a file', 'ab\n', [3, 3], { begin: 2, end: 2 }],
  ] as const)('says which lines a diagnostic in %s marks', (_, source, at, lines) => {
    const [entry] = JSON.parse(gitlabReport(reportOf(fileOf('a.md', source, [{ at }]))))
    expect(entry.location.lines).toEqual(lines)
  })

  it('of any report fits the documented format and has no fingerprint twice', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const output = JSON.parse(gitlabReport(report)) as typeof smallOutput
        const fingerprints = output.map(({ fingerprint }) => fingerprint)
        expect(faultsIn(output)).toEqual([])
        expect(new Set(fingerprints).size).toBe(fingerprints.length)
        expect(output.map(({ location }) => location.path)).toEqual(
          flaggedOf(report).map(({ diagnostic }) => diagnostic.path),
        )
      }),
    )
  })
})

describe('a fingerprint', () => {
  const of = (source: string, marks: readonly Marked[], file = 'a.md'): string[] =>
    fingerprintsOf(flaggedOf(reportOf(fileOf(file, source, marks))))
  const before = of('ab\n\n가나다 b\n', [{ at: '가나다' }])

  it.each([
    ['lines come before', of('1\n2\n3\nab\n\n가나다 b\n', [{ at: '가나다' }])],
    ['the line is indented', of('ab\n\n\t\t가나다 b\n', [{ at: '가나다' }])],
    ['the line breaks are others', of('ab\r\n\r\n가나다 b\r\n', [{ at: '가나다' }])],
    ['the words of the message change', of('가나다', [{ at: '가나다', message: 'Anders.', severity: 'warning' }])],
  ])('stays when %s', (_, after) => {
    expect(after).toEqual(before)
  })

  it.each([
    ['the flagged text', of('가나라', [{ at: '가나라' }])],
    ['the rule', of('가나다', [{ at: '가나다', rule: 'other-rule' }])],
    ['the file', of('가나다', [{ at: '가나다' }], 'b.md')],
  ])('changes with %s', (_, after) => {
    expect(after).not.toEqual(before)
  })

  it('of an empty place is that of its line', () => {
    expect(of('ab\n 가나 \n', [{ at: [5, 5] }])).toEqual(of('가\n\nab\n 가나 \r\n', [{ at: [10, 10] }]))
    expect(of('ab\ncd', [{ at: [0, 0] }])).not.toEqual(of('ab\ncd', [{ at: [3, 3] }]))
  })

  it('is its own where the same text is flagged several times', () => {
    const three = of('x x x', [{ at: [0, 1] }, { at: [2, 3] }, { at: [4, 5] }])
    expect(new Set(three).size).toBe(3)
    expect(of('x', [{ at: 'x' }])).toEqual(three.slice(0, 1))
  })

  it('tells long texts with the same start apart', () => {
    const long = 'x'.repeat(5000)
    expect(new Set(of(`${long}y`, [{ at: long }, { at: `${long}y` }])).size).toBe(2)
  })
})
