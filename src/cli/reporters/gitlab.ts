import { jsonText } from '../terminal/printable.ts'
import { printable } from '../../words/printable.ts'
import { fingerprintsOf } from '../../project/reported-file.ts'
import { flaggedOf, lastLineOf, type LintReport } from './report.ts'

const severities = { error: 'major', warning: 'minor' } as const

/**
 * A Code Quality report for GitLab's merge requests, which tell new diagnostics from known ones by their fingerprints.
 * https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 */
export function gitlabReport(report: LintReport): string {
  const flagged = flaggedOf(report)
  const fingerprints = fingerprintsOf(flagged)
  return jsonText(
    flagged.map(({ diagnostic }, index) => ({
      description: printable(diagnostic.message),
      check_name: diagnostic.rule,
      fingerprint: fingerprints[index],
      severity: severities[diagnostic.severity],
      location: { path: diagnostic.path, lines: { begin: diagnostic.start.line, end: lastLineOf(diagnostic) } },
    })),
  )
}
