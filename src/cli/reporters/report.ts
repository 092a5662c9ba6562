import { compareDiagnostics, type Diagnostic, type Severity, withoutByteOrderMark } from '../../diagnostic.ts'
import type { Flagged, ReportedFile } from '../../project/reported-file.ts'
import type { Language } from '../../words/language.ts'
import { unreadableRules } from '../exit-codes.ts'

export interface ReportedRule {
  readonly id: string
  readonly severity: Severity
  readonly tier: 'language' | 'interface' | 'platform' | 'style'
  readonly summary: string
  readonly why: string
  readonly url?: string
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

/** The last line of which a diagnostic marks something: one that ends with a line break does not reach the next line. */
export function lastLineOf({ start, end }: Pick<Diagnostic, 'start' | 'end'>): number {
  return end.column === 1 && end.line > start.line ? end.line - 1 : end.line
}

export interface DiagnosticCounts {
  readonly errors: number
  readonly warnings: number
  /** Files in which anything was found. */
  readonly files: number
  /** Diagnostics that `--fix` fixes, and those that need `--unsafe-fixes`. */
  readonly safe: number
  readonly unsafe: number
  /** Whether a file could not be read. */
  readonly isUnreadable: boolean
}

export function countsOf(files: readonly { readonly diagnostics: readonly Diagnostic[] }[]): DiagnosticCounts {
  const all = files.flatMap(({ diagnostics }) => diagnostics)
  const errors = all.filter(({ severity }) => severity === 'error').length
  const fixes = all.flatMap(({ fix }) => fix ?? [])
  const safe = fixes.filter((fix) => fix.safe).length
  return {
    errors,
    warnings: all.length - errors,
    files: files.filter(({ diagnostics }) => diagnostics.length > 0).length,
    safe,
    unsafe: fixes.length - safe,
    isUnreadable: all.some(({ rule }) => unreadableRules.has(rule)),
  }
}
