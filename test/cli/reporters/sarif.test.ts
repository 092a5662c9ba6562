import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flaggedOf } from '../../../src/cli/reporters/report.ts'
import { sarifReport } from '../../../src/cli/reporters/sarif.ts'
import type { TextEdit } from '../../../src/diagnostic.ts'
import { anyReport, fileOf, reportOf, rules, schemaFaults, smallReport } from './sample-report.ts'

const faultsIn = schemaFaults('sarif-2.1.0.json')

interface Region {
  readonly startLine: number
  readonly startColumn: number
  readonly endLine: number
  readonly endColumn: number
  readonly charOffset: number
  readonly charLength: number
}

interface Result {
  readonly message: { readonly text: string }
  readonly locations: readonly {
    readonly physicalLocation: { readonly artifactLocation: { readonly uri: string }; readonly region: Region }
  }[]
  readonly fixes?: readonly {
    readonly artifactChanges: readonly {
      readonly replacements: readonly { readonly deletedRegion: Region; readonly insertedContent?: { text: string } }[]
    }[]
  }[]
}

function resultsOf(output: string): Result[] {
  return JSON.parse(output).runs[0].results
}

/** The offset of a line and a column, in lines that end as `newlineSequences` says. */
function offsetOf(source: string, line: number, column: number): number {
  const starts = [0, ...Array.from(source.matchAll(/\r\n|\n|\r/g), ({ index, 0: ending }) => index + ending.length)]
  return (starts[line - 1] ?? Number.NaN) + column - 1
}

function spanOf(source: string, { startLine, startColumn, endLine, endColumn }: Region): [number, number] {
  return [offsetOf(source, startLine, startColumn), offsetOf(source, endLine, endColumn)]
}

const region = (line: number, [startColumn, endColumn]: [number, number], charOffset: number): object => ({
  startLine: line,
  startColumn,
  endLine: line,
  endColumn,
  charOffset,
  charLength: endColumn - startColumn,
})
const artifactLocation = { uri: 'messages/%EB%B4%84%20%EC%84%B8%EC%9D%BC.md', uriBaseId: '%SRCROOT%' }

const smallOutput = {
  $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'friendtalk',
          semanticVersion: '1.2.3',
          rules: rules.map(({ id, summary, why, url, severity, tier }) => ({
            id,
            shortDescription: { text: summary },
            fullDescription: { text: why },
            helpUri: url,
            help: { text: why },
            defaultConfiguration: { level: severity },
            properties: { tags: [tier] },
          })),
        },
      },
      defaultEncoding: 'UTF-8',
      newlineSequences: ['\r\n', '\n', '\r'],
      columnKind: 'utf16CodeUnits',
      results: [
        {
          ruleId: 'markdown-in-text',
          ruleIndex: 1,
          level: 'warning',
          message: { text: 'The stars are sent as they are.' },
          locations: [{ physicalLocation: { artifactLocation, region: region(4, [4, 10], 25) } }],
          partialFingerprints: {
            'flaggedText/v1': 'c1acbc10bcc678936c3f064c29a7307d0ca22990c5fdd5092763923a15f434b3',
          },
          fixes: [
            {
              description: { text: 'May change what a reader of the message sees.' },
              artifactChanges: [
                {
                  artifactLocation,
                  replacements: [{ deletedRegion: region(4, [4, 6], 25) }, { deletedRegion: region(4, [8, 10], 29) }],
                },
              ],
            },
          ],
        },
        {
          ruleId: 'button-name-too-long',
          ruleIndex: 0,
          level: 'error',
          message: { text: 'The button name has 16 characters, 14 are allowed.\nShorten it.' },
          locations: [{ physicalLocation: { artifactLocation, region: region(6, [4, 20], 39) } }],
          partialFingerprints: {
            'flaggedText/v1': 'df3f82477de8f6d214e6df7c353c28309fcde2789d8227da5094e7f4d4326514',
          },
          properties: { pointer: '/attachment/button/0/name', actual: 16, limit: 14, unit: 'characters' },
        },
      ],
    },
  ],
}

describe('the SARIF report', () => {
  it('is SARIF 2.1.0', () => {
    expect(sarifReport(smallReport)).toBe(`${JSON.stringify(smallOutput, null, 2)}\n`)
    expect(faultsIn(smallOutput)).toEqual([])
  })

  it('without diagnostics has no rule and no result', () => {
    const output = JSON.parse(sarifReport(reportOf(fileOf('a.md', 'a'))))
    expect(output.runs[0].results).toEqual([])
    expect(output.runs[0].tool.driver.rules).toEqual([])
    expect(faultsIn(output)).toEqual([])
  })

  it.each([
    ['plain', 'messages/a-b_c.md', 'messages/a-b_c.md'],
    ['with a space, a percent sign and marks of URIs', 'a b/50%/c#d?e&f.md', 'a%20b/50%25/c%23d%3Fe%26f.md'],
    ['that looks like a scheme', 'c:a.md', 'c%3Aa.md'],
    ['in Hangul', '봄/여름.md', '%EB%B4%84/%EC%97%AC%EB%A6%84.md'],
    ['with half a character', 'a\uD800.md', 'a%EF%BF%BD.md'],
    ['beside the root', '../list.csv', '../list.csv'],
  ])('percent-encodes a path %s', (_, path, uri) => {
    const [result] = resultsOf(sarifReport(reportOf(fileOf(path, 'x', [{ at: 'x' }]))))
    expect(result?.locations[0]?.physicalLocation.artifactLocation).toEqual({ uri, uriBaseId: '%SRCROOT%' })
  })

  it('has no link that a file wrote', () => {
    const message = 'Here: [a](https://evil.example) [b\\](c) [d]](e)'
    const [result] = resultsOf(sarifReport(reportOf(fileOf('a.md', 'x', [{ at: 'x', message }]))))
    expect(result?.message.text).toBe('Here: [a] (https://evil.example) [b\\] (c) [d]] (e)')
  })

  it('counts positions without the byte order mark', () => {
    const fix = { safe: true, edits: [{ start: 3, end: 3, text: '!' }] }
    const [result] = resultsOf(sarifReport(reportOf(fileOf('a.md', '\uFEFFab\nc', [{ at: 'c', fix }]))))
    expect(result?.locations[0]?.physicalLocation.region).toEqual(region(2, [1, 2], 3))
    const [replacement] = result?.fixes?.[0]?.artifactChanges[0]?.replacements ?? []
    expect(replacement).toEqual({ deletedRegion: region(2, [1, 1], 3), insertedContent: { text: '!' } })
  })

  it('gives lines and columns, and offsets, that mark the same text in any report', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const output = sarifReport(report)
        const results = resultsOf(output)
        expect(faultsIn(JSON.parse(output))).toEqual([])
        for (const [index, { diagnostic, source }] of flaggedOf(report).entries()) {
          const { start, end, fix } = diagnostic
          const place = results[index]?.locations[0]?.physicalLocation
          expect(place && spanOf(source, place.region)).toEqual([start.offset, end.offset])
          expect(place?.region).toMatchObject({ charOffset: start.offset, charLength: end.offset - start.offset })
          expect(place && decodeURIComponent(place.artifactLocation.uri)).toBe(diagnostic.path.toWellFormed())
          const changes = results[index]?.fixes?.[0]?.artifactChanges[0]?.replacements.map(
            ({ deletedRegion, insertedContent }): TextEdit => {
              const [from, to] = spanOf(source, deletedRegion)
              return { start: from, end: to, text: insertedContent?.text ?? '' }
            },
          )
          expect(changes).toEqual(fix?.edits)
        }
      }),
    )
  })
})
