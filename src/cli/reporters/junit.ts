import type { Diagnostic } from '../../diagnostic.ts'
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
export function junitReport(report: LintReport): string {
  const suites = report.files
    .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    .map((file) => ({
      path: file.path,
      cases: casesOf(flaggedOf({ files: [file] }).map((found) => found.diagnostic)),
    }))
  const all = countsOf(suites.flatMap(({ cases }) => cases))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="friendtalk" tests="${all.tests}" failures="${all.failures}" errors="0">`,
    ...suites.flatMap(({ path, cases }) => suiteOf(path, cases, report.lang)),
    '</testsuites>',
    '',
  ].join('\n')
}

interface Case {
  readonly name: string
  readonly errors: readonly Diagnostic[]
  readonly warnings: readonly Diagnostic[]
}

function casesOf(diagnostics: readonly Diagnostic[]): Case[] {
  if (diagnostics.length === 0) return [{ name: 'lint', errors: [], warnings: [] }]
  const byRule = new Map<string, Diagnostic[]>()
  for (const diagnostic of diagnostics) {
    const found = byRule.get(diagnostic.rule)
    if (found) found.push(diagnostic)
    else byRule.set(diagnostic.rule, [diagnostic])
  }
  return Array.from(byRule, ([name, found]) => ({
    name,
    errors: found.filter(({ severity }) => severity === 'error'),
    warnings: found.filter(({ severity }) => severity === 'warning'),
  }))
}

function countsOf(cases: readonly Case[]): { tests: number; failures: number; skipped: number } {
  const failures = cases.filter(({ errors }) => errors.length > 0).length
  const skipped = cases.filter(({ errors, warnings }) => errors.length === 0 && warnings.length > 0).length
  return { tests: cases.length, failures, skipped }
}

function suiteOf(path: string, cases: readonly Case[], lang: Language): string[] {
  const { tests, failures, skipped } = countsOf(cases)
  const name = attribute(path)
  return [
    `  <testsuite name="${name}" tests="${tests}" failures="${failures}" errors="0" skipped="${skipped}">`,
    ...cases.flatMap((found) => caseOf(found, name, lang)),
    '  </testsuite>',
  ]
}

function caseOf({ name, errors, warnings }: Case, className: string, lang: Language): string[] {
  const open = `    <testcase name="${attribute(name)}" classname="${className}"`
  const text = content([...errors, ...warnings].map((found) => linesOf(found, lang)).join('\n'))
  const [first] = errors
  if (first !== undefined) {
    const others = errors.length - 1
    const more = others === 0 ? '' : lang === 'ko' ? ` (외 ${others}건)` : ` (and ${others} more)`
    const message = attribute(`${first.message}${more}`)
    return [`${open}>`, `      <failure type="error" message="${message}">${text}</failure>`, '    </testcase>']
  }
  return warnings.length > 0 ? [`${open}>`, `      <skipped>${text}</skipped>`, '    </testcase>'] : [`${open}/>`]
}

function linesOf({ path, start, severity, message, help, url }: Diagnostic, lang: Language): string {
  const head = `${printable(path)}:${start.line}:${start.column} ${severityNames[severity][lang]} ${printable(message)}`
  return [
    head,
    ...(help === undefined ? [] : [printableLines(help)]),
    ...(url === undefined ? [] : [printable(url)]),
  ].join('\n')
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
