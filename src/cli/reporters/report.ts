import { compareDiagnostics, type Diagnostic, type Severity, withoutByteOrderMark } from '../../diagnostic.ts'
import type { Flagged, ReportedFile } from '../../project/reported-file.ts'
import type { Language } from '../../words/language.ts'

export interface ReportedRule {
  readonly id: string
  readonly severity: Severity
  readonly tier: 'language' | 'interface' | 'platform' | 'style'
  readonly summary: string
  readonly why: string
  readonly url?: string | undefined
}

export interface LintReport {
  /** Every linted file, also those without diagnostics, and every other file that a diagnostic is about. */
  readonly files: readonly ReportedFile[]
  readonly rules: readonly ReportedRule[]
  readonly version: string
  readonly lang: Language
}

export function flaggedOf({ files }: Pick<LintReport, 'files'>): Flagged[] {
  return files
    .flatMap(({ source, diagnostics }) => {
      const counted = withoutByteOrderMark(source)
      return diagnostics.map((diagnostic) => ({ diagnostic, source: counted }))
    })
    .toSorted((a, b) => compareDiagnostics(a.diagnostic, b.diagnostic))
}

/** Returns the last line that a diagnostic marks: one that ends with a line break does not reach the next line. */
export function lastLineOf({ start, end }: Pick<Diagnostic, 'start' | 'end'>): number {
  return end.column === 1 && end.line > start.line ? end.line - 1 : end.line
}
