import type { Diagnostic } from '../../diagnostic.ts'
import type { ReportedFile } from '../../project/reported-file.ts'
import { printable, printableLines } from '../../words/printable.ts'
import type { Language } from '../../words/language.ts'
import { severityNames } from '../terminal/words.ts'
import { flaggedOf, type LintReport } from './report.ts'

/**
 * JUnit XML as Jenkins, GitLab and Azure Pipelines read it.
 *
 * A suite is a file, a case is a rule that found something in it: dashboards follow a case from run to run by class
 * and name and take two of the same name for one, so the name has no line in it and all diagnostics of the rule share
 * the case. A file without diagnostics has one case that passes.
 *
 * A rule with errors fails its case. One with warnings alone must not fail and must not vanish: its case is skipped,
 * because Jenkins and GitLab show the text of a skipped case and GitLab drops the output of one that passed. The
 * text stands in the element, as an attribute is beyond the grammar that older versions of Jenkins check.
 */
export function junitReport({ files, lang }: LintReport): string {
  const suites = files
    .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    .map((file) => ({ path: attribute(file.path), cases: casesOf(file) }))
  const all = suites.flatMap(({ cases }) => cases)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="friendtalk" ${countsOf(all)} errors="0">`,
    ...suites.flatMap(({ path, cases }) => [
      `  <testsuite name="${path}" ${countsOf(cases)} errors="0" skipped="${cases.filter(isSkipped).length}">`,
      ...cases.flatMap((each) => caseOf(each, path, lang)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n')
}

interface Case {
  readonly name: string
  readonly errors: readonly Diagnostic[]
  readonly warnings: readonly Diagnostic[]
}

function casesOf(file: ReportedFile): readonly Case[] {
  const diagnostics = flaggedOf({ files: [file] }).map(({ diagnostic }) => diagnostic)
  const names = diagnostics.length === 0 ? ['lint'] : [...new Set(diagnostics.map(({ rule }) => rule))]
  return names.map((name) => {
    const ofRule = diagnostics.filter(({ rule }) => rule === name)
    const errors = ofRule.filter(({ severity }) => severity === 'error')
    return { name, errors, warnings: ofRule.filter(({ severity }) => severity === 'warning') }
  })
}

function isSkipped({ errors, warnings }: Case): boolean {
  return errors.length === 0 && warnings.length > 0
}

function countsOf(cases: readonly Case[]): string {
  return `tests="${cases.length}" failures="${cases.filter(({ errors }) => errors.length > 0).length}"`
}

function caseOf(ruleCase: Case, className: string, lang: Language): readonly string[] {
  const { name, errors, warnings } = ruleCase
  const open = `    <testcase name="${attribute(name)}" classname="${className}"`
  const text = content([...errors, ...warnings].map((each) => linesOf(each, lang)).join('\n'))
  const [first] = errors
  if (first === undefined)
    return isSkipped(ruleCase) ? [`${open}>`, `      <skipped>${text}</skipped>`, '    </testcase>'] : [`${open}/>`]
  const others = errors.length - 1
  const more = others === 0 ? '' : lang === 'ko' ? ` (외 ${others}건)` : ` (and ${others} more)`
  const message = attribute(`${first.message}${more}`)
  return [`${open}>`, `      <failure type="error" message="${message}">${text}</failure>`, '    </testcase>']
}

function linesOf({ path, start, severity, message, help, url }: Diagnostic, lang: Language): string {
  const head = `${path}:${start.line}:${start.column} ${severityNames[severity][lang]} ${message}`
  const more = [help, url].flatMap((text) => (text === undefined ? [] : printableLines(text)))
  return [printable(head), ...more].join('\n')
}

function attribute(text: string): string {
  return content(printable(text)).replaceAll('"', '&quot;')
}

/** Printable text as XML 1.0, which cannot hold U+FFFE and U+FFFF in any form. */
function content(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\uFFFE', '\\u{FFFE}')
    .replaceAll('\uFFFF', '\\u{FFFF}')
}
