import type { Diagnostic } from '../diagnostic.ts'
import { unreadableRules } from './exit-codes.ts'

/** What was found, counted file by file, so that nobody has to hold the findings of thousands of files at once. */
export class FindingCounts {
  errors = 0
  warnings = 0
  /** Files in which anything was found. */
  files = 0
  /** Findings that `--fix` mends, and those that need `--unsafe-fixes`. */
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
export function countsOf(files: Iterable<{ readonly diagnostics: readonly Diagnostic[] }>): FindingCounts {
  const counts = new FindingCounts()
  for (const { diagnostics } of files) counts.add(diagnostics)
  return counts
}
