import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { junitReport } from '../../../src/cli/reporters/junit.ts'
import { anyReport, fileOf, hostileTexts, reportOf, smallReport } from './sample-report.ts'

const schema = readFileSync(new URL('../../schemas/jenkins-junit.xsd', import.meta.url), 'utf8')

/** What is wrong with JUnit XML by the schema of Jenkins. */
async function faultsIn(outputs: readonly string[]): Promise<string[]> {
  const xml = outputs.map((contents, index) => ({ fileName: `report-${index}.xml`, contents }))
  const { errors } = await validateXML({ xml, schema })
  return errors.map(({ rawMessage }) => rawMessage)
}

describe('the JUnit report', () => {
  it('is a suite a file and a case a rule', async () => {
    const output = junitReport(smallReport)
    expect(output).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="friendtalk" tests="3" failures="1" errors="0">
  <testsuite name="messages/hello.md" tests="1" failures="0" errors="0" skipped="0">
    <testcase name="lint" classname="messages/hello.md"/>
  </testsuite>
  <testsuite name="messages/봄 세일.md" tests="2" failures="1" errors="0" skipped="1">
    <testcase name="markdown-in-text" classname="messages/봄 세일.md">
      <skipped>messages/봄 세일.md:4:4 warning The stars are sent as they are.</skipped>
    </testcase>
    <testcase name="button-name-too-long" classname="messages/봄 세일.md">
      <failure type="error" message="The button name has 16 characters, 14 are allowed.">messages/봄 세일.md:6:4 error The button name has 16 characters, 14 are allowed.
Shorten it.
https://example.com/rules/button-name-too-long</failure>
    </testcase>
  </testsuite>
</testsuites>
`)
    expect(await faultsIn([output])).toEqual([])
  })

  it('without files is an empty list of suites', async () => {
    const output = junitReport(reportOf())
    expect(output).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="friendtalk" tests="0" failures="0" errors="0">
</testsuites>
`)
    expect(await faultsIn([output])).toEqual([])
  })

  it('has all diagnostics of a rule in one case, errors first, which fails when one of them is an error', () => {
    const warning = { severity: 'warning', message: 'W.' } as const
    const output = junitReport(
      reportOf(
        fileOf('a.md', 'xyz', [
          { at: 'x', ...warning },
          { at: 'y', message: 'E1.' },
          { at: 'z', message: 'E2.' },
        ]),
      ),
    )
    expect(output).toContain('<testsuite name="a.md" tests="1" failures="1" errors="0" skipped="0">')
    expect(output).toContain(
      '<failure type="error" message="E1. (and 1 more)">a.md:1:2 error E1.\na.md:1:3 error E2.\na.md:1:1 warning W.</failure>',
    )
  })

  it('never fails for warnings', () => {
    const output = junitReport(
      reportOf(
        fileOf('a.md', 'x', [{ at: 'x', severity: 'warning' }]),
        fileOf('b.md', 'x', [{ at: 'x', severity: 'warning' }]),
      ),
    )
    expect(output).toContain('<testsuites name="friendtalk" tests="2" failures="0" errors="0">')
    expect(output).not.toContain('<failure')
  })

  it('shows what XML 1.0 cannot hold', () => {
    const output = junitReport(
      reportOf(fileOf('a\u0001.md', 'x', [{ at: 'x', message: '\0\u000B\uFFFE\uFFFF\uD800 "<&>"' }])),
    )
    expect(output).toContain('<testsuite name="a\\u{1}.md"')
    expect(output).toContain('message="\\u{0}\\u{B}\\u{FFFE}\\u{FFFF}\\u{D800} &quot;&lt;&amp;&gt;&quot;"')
  })

  it('fits the schema of Jenkins for any report', async () => {
    const hostile = hostileTexts.map((text) =>
      reportOf(
        fileOf(text.replaceAll('/', ''), text, [
          { at: [0, text.length], message: text, help: text },
          { at: [0, 0], rule: 'other-rule', severity: 'warning', message: text, help: text },
        ]),
      ),
    )
    const reports = [...hostile, ...fc.sample(anyReport, { numRuns: 200, seed: 1 })]
    expect(await faultsIn(reports.map(junitReport))).toEqual([])
  })

  it('is held against a schema that refuses what is wrong', async () => {
    const output = junitReport(smallReport)
    expect(await faultsIn([output.replace(' name="lint"', '')])).not.toEqual([])
    expect(await faultsIn([output.replace('<skipped>', '<skipped message="a">')])).not.toEqual([])
    expect(await faultsIn([output.replace('Shorten', '\u0001')])).not.toEqual([])
  })
})
