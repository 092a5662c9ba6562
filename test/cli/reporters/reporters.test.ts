import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidValue } from '../../../src/cli/typed-command.ts'
import { formatNames, parseFormat, reporters } from '../../../src/cli/reporters/reporters.ts'
import { anyReport, unprintable } from './sample-report.ts'

describe('a --format', () => {
  it.each([
    ['text', { format: 'text' }],
    ['json', { format: 'json' }],
    ['sarif=out.sarif', { format: 'sarif', file: 'out.sarif' }],
    ['text=out/report.txt', { format: 'text', file: 'out/report.txt' }],
    ['junit=a=b, c.xml', { format: 'junit', file: 'a=b, c.xml' }],
    ['gitlab=결과.json', { format: 'gitlab', file: '결과.json' }],
    ['json=-', { format: 'json', file: '-' }],
  ])('%s is %j', (value, chosen) => {
    expect(parseFormat(value)).toEqual(chosen)
  })

  it.each(['', 'xml', 'JSON', ' json', 'json ', 'toString', '__proto__', '=a', 'json=', 'a=json'])(
    '%j is wrong usage',
    (value) => {
      expect(() => parseFormat(value)).toThrow(InvalidValue)
    },
  )

  it('of another name is told which there are', () => {
    expect(() => parseFormat('xml')).toThrow(expect.objectContaining({ choices: formatNames }))
  })

  it('has every reporter and text', () => {
    expect(formatNames).toEqual(['text', ...Object.keys(reporters)])
  })
})

describe.each(Object.entries(reporters))('the %s report', (_, reporter) => {
  it('holds nothing that a terminal obeys or hides, ends with a line break, and is the same again', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const output = reporter(report)
        expect(output).not.toMatch(unprintable)
        expect(output).toMatch(/^$|\n$/)
        expect(reporter(structuredClone(report))).toBe(output)
      }),
    )
  })
})
