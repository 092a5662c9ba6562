import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rdjsonReport } from '../../../src/cli/reporters/rdjson.ts'
import { flaggedOf } from '../../../src/cli/reporters/report.ts'
import type { TextEdit } from '../../../src/diagnostic.ts'
import { edited } from '../../../src/rules/edits.ts'
import { anyReport, fileOf, reportOf, schemaFaults, smallReport } from './sample-report.ts'

const faultsIn = schemaFaults('rdjson.json')

interface Range {
  readonly start: { readonly line: number; readonly column: number }
  readonly end: { readonly line: number; readonly column: number }
}

interface Entry {
  readonly message: string
  readonly location: { readonly path: string; readonly range: Range }
  readonly suggestions?: readonly { readonly range: Range; readonly text: string }[]
}

function entriesOf(output: string): Entry[] {
  return JSON.parse(output).diagnostics
}

const range = (line: number, from: number, to: number): Range => ({
  start: { line, column: from },
  end: { line, column: to },
})

const smallOutput = {
  source: { name: 'friendtalk' },
  severity: 'ERROR',
  diagnostics: [
    {
      message: 'The stars are sent as they are.',
      location: { path: 'messages/봄 세일.md', range: range(4, 6, 16) },
      severity: 'WARNING',
      code: { value: 'markdown-in-text' },
      // Its two edits make one suggestion: one of them alone would leave stars.
      suggestions: [{ range: range(4, 6, 16), text: '할인' }],
    },
    {
      message: 'The button name has 16 characters, 14 are allowed.\nShorten it.',
      location: { path: 'messages/봄 세일.md', range: range(6, 4, 44) },
      severity: 'ERROR',
      code: { value: 'button-name-too-long', url: 'https://example.com/rules/button-name-too-long' },
    },
  ],
}

/** The UTF-16 offset of a line and a column in bytes. */
function offsetOf(source: string, { line, column }: Range['start']): number {
  const starts = [0, ...Array.from(source.matchAll(/\r\n|\n|\r/g), ({ index, 0: ending }) => index + ending.length)]
  let offset = starts[line - 1] ?? Number.NaN
  let bytes = column - 1
  for (const char of source.slice(offset)) {
    if (bytes <= 0) break
    bytes -= Buffer.byteLength(char)
    offset += char.length
  }
  return bytes === 0 ? offset : Number.NaN
}

describe('the report for reviewdog', () => {
  it('is a DiagnosticResult', () => {
    expect(rdjsonReport(smallReport)).toBe(`${JSON.stringify(smallOutput, null, 2)}\n`)
    expect(faultsIn(smallOutput)).toEqual([])
  })

  it.each([
    ['nothing', [], undefined],
    ['warnings', ['warning', 'warning'], 'WARNING'],
    ['a warning and an error', ['warning', 'error'], 'ERROR'],
  ] as const)('of %s has the worst severity', (_, severities, worst) => {
    const marks = severities.map((severity) => ({ at: 'x', severity }))
    expect(JSON.parse(rdjsonReport(reportOf(fileOf('a.md', 'x', marks)))).severity).toBe(worst)
  })

  it.each([
    ['ASCII', 'abcXdef', range(1, 4, 5)],
    ['Hangul', '가나X', range(1, 7, 8)],
    ['decomposed Hangul', `${'각'.normalize('NFD')}X`, range(1, 10, 11)],
    ['an emoji', 'a𐐀X', range(1, 6, 7)],
    ['an emoji with joiners', '👨\u200D👩X', range(1, 12, 13)],
    ['a tab', '\tX', range(1, 2, 3)],
    ['a byte order mark', '\uFEFFX', range(1, 1, 2)],
    ['other lines, each ended otherwise', '가\r\n나\r다\n라X', range(4, 4, 5)],
  ])('counts columns in bytes after %s', (_, source, place) => {
    const [entry] = entriesOf(rdjsonReport(reportOf(fileOf('a.md', source, [{ at: 'X' }]))))
    expect(entry?.location.range).toEqual(place)
  })

  it('marks several lines from the first column to the last', () => {
    const [entry] = entriesOf(rdjsonReport(reportOf(fileOf('a.md', '가나\n다라\n마바', [{ at: '나\n다라\n마' }]))))
    expect(entry?.location.range).toEqual({ start: { line: 1, column: 4 }, end: { line: 3, column: 4 } })
  })

  it('finds places fast in one long line with as many findings', () => {
    const source = '가'.repeat(50_000)
    const marks = Array.from({ length: 20_000 }, (_, index) => ({ at: [index, index + 1] as const }))
    const entries = entriesOf(rdjsonReport(reportOf(fileOf('a.md', source, marks))))
    expect(entries.at(-1)?.location.range).toEqual(range(1, 59_998, 60_001))
  })

  it('says places and fixes of any report that lead back to the same text', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const output = rdjsonReport(report)
        expect(faultsIn(JSON.parse(output))).toEqual([])
        const entries = entriesOf(output)
        for (const [index, { diagnostic, source }] of flaggedOf(report).entries()) {
          const { path, start, end, fix } = diagnostic
          const entry = entries[index]
          const { range: place } = entry?.location ?? {}
          expect(entry?.location.path).toBe(path)
          expect(place && [offsetOf(source, place.start), offsetOf(source, place.end)]).toEqual([
            start.offset,
            end.offset,
          ])
          const edits = entry?.suggestions?.map((suggestion): TextEdit => ({
            start: offsetOf(source, suggestion.range.start),
            end: offsetOf(source, suggestion.range.end),
            text: suggestion.text,
          }))
          expect(edits?.length).toBe(fix && 1)
          const [suggested, fixed] = [edits, fix?.edits].map((made) => made && edited(source, made))
          expect(suggested).toBe(fixed)
        }
      }),
    )
  })
})
