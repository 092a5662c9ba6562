import { compareDiagnostics, type Diagnostic } from '../diagnostic.ts'
import { printable, printableLines } from '../words/printable.ts'

/** The counts of a lint run. */
export interface LintSummary {
  /** Files that were looked at, and others that something was found about. */
  readonly files: number
  /** Diagnostics of severity `error`. */
  readonly errors: number
  /** Diagnostics of severity `warning`. */
  readonly warnings: number
  /** Diagnostics that have a fix, safe or not. */
  readonly fixable: number
}

/** Everything that was found in files: the value of `lint --format json`. */
export interface LintOutput {
  /** The version of this format. */
  readonly version: 1
  /** The counts of files and diagnostics. */
  readonly summary: LintSummary
  /** Sorted by path, position, rule. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Returns what `lint --format json` prints of files. What a reader could not see in a message stands as `\\u{…}`. */
export function lintOutput(files: readonly { readonly diagnostics: readonly Diagnostic[] }[]): LintOutput {
  const diagnostics = files.flatMap((file) => file.diagnostics).toSorted(compareDiagnostics)
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  return {
    version: 1,
    summary: {
      files: files.length,
      errors,
      warnings: diagnostics.length - errors,
      fixable: diagnostics.filter(({ fix }) => fix !== undefined).length,
    },
    diagnostics: diagnostics.map(diagnosticEntry),
  }
}

/** Returns a diagnostic as other programs get it, its keys in the order of the format. */
export function diagnosticEntry(diagnostic: Diagnostic): Diagnostic {
  const { path, rule, severity, message, help, url, start, end, ...others } = diagnostic
  return {
    path,
    rule,
    severity,
    message: printable(message),
    ...(help !== undefined && { help: printableLines(help) }),
    ...(url !== undefined && { url }),
    start,
    end,
    ...others,
  }
}
