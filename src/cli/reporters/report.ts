import { compareDiagnostics, type Diagnostic, type Severity, withoutByteOrderMark } from '../../diagnostic.ts'
import type { Flagged, ReportedFile } from '../../project/reported-file.ts'
import type { Language } from '../../words/language.ts'
import { unreadableRules } from '../exit-codes.ts'

/** A rule as reports describe it. */
export interface ReportedRule {
  readonly id: string
  readonly severity: Severity
  readonly tier: 'language' | 'interface' | 'platform' | 'style'
  readonly summary: string
  readonly why: string
  /** The page about it. */
  readonly url?: string
}

/** The result of linting. */
export interface LintReport {
  /** Every linted file, also those without diagnostics, and every other file that a diagnostic is about. */
  readonly files: readonly ReportedFile[]
  readonly rules: readonly ReportedRule[]
  /** Of friendtalk. */
  readonly version: string
  readonly lang: Language
}

/** All diagnostics of a report, in the order of reports. */
export function flaggedOf({ files }: Pick<LintReport, 'files'>): Flagged[] {
  return files
    .flatMap(({ source, diagnostics }) => {
      const counted = withoutByteOrderMark(source)
      return diagnostics.map((diagnostic) => ({ diagnostic, source: counted }))
    })
    .toSorted((a, b) => compareDiagnostics(a.diagnostic, b.diagnostic))
}

/** The last line of which a diagnostic marks something: one that ends with a line break does not reach the next line. */
export function lastLineOf({ start, end }: Pick<Diagnostic, 'start' | 'end'>): number {
  return end.column === 1 && end.line > start.line ? end.line - 1 : end.line
}

/** What was found, counted file by file, so that the diagnostics of thousands of files are not held at once. */
export class DiagnosticCounts {
  errors = 0
  warnings = 0
  /** Files in which anything was found. */
  files = 0
  /** Diagnostics that `--fix` fixes, and those that need `--unsafe-fixes`. */
  safe = 0
  unsafe = 0
  /** Whether a file could not be read. */
  isUnreadable = false

  add(found: readonly Diagnostic[]): void {
    if (found.length > 0) this.files++
    for (const { severity, fix, rule } of found) {
      if (severity === 'error') this.errors++
      else this.warnings++
      if (fix !== undefined) this[fix.safe ? 'safe' : 'unsafe']++
      if (unreadableRules.has(rule)) this.isUnreadable = true
    }
  }
}

/** What was found in files. */
export function countsOf(files: Iterable<{ readonly diagnostics: readonly Diagnostic[] }>): DiagnosticCounts {
  const counts = new DiagnosticCounts()
  for (const { diagnostics } of files) counts.add(diagnostics)
  return counts
}
