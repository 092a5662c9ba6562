import type { Diagnostic, Position } from '../../diagnostic.ts'
import { jsonText, printable, printableLines } from '../terminal/printable.ts'
import { flaggedOf, type LintReport } from './report.ts'

/**
 * Everything that is known, for other programs; `lintOutputSchema` describes it. `fixable` counts the diagnostics that have a
 * fix, safe or not.
 */
export function jsonReport(report: LintReport): string {
  const diagnostics = flaggedOf(report).map(({ diagnostic }) => diagnostic)
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  return jsonText({
    version: 1,
    summary: {
      files: report.files.length,
      errors,
      warnings: diagnostics.length - errors,
      fixable: diagnostics.filter(({ fix }) => fix !== undefined).length,
    },
    diagnostics: diagnostics.map(diagnosticEntry),
  })
}

/** A diagnostic as other programs get it. */
export function diagnosticEntry(diagnostic: Diagnostic): object {
  const { path, rule, severity, message, help, url, start, end, pointer, actual, limit, unit, fix } = diagnostic
  return {
    path,
    rule,
    severity,
    message: printable(message),
    ...(help !== undefined && { help: printableLines(help) }),
    ...(url !== undefined && { url }),
    start: placeOf(start),
    end: placeOf(end),
    ...(pointer !== undefined && { pointer }),
    ...(actual !== undefined && { actual }),
    ...(limit !== undefined && { limit }),
    ...(unit !== undefined && { unit }),
    ...(fix && {
      fix: { safe: fix.safe, edits: fix.edits.map((edit) => ({ start: edit.start, end: edit.end, text: edit.text })) },
    }),
  }
}

function placeOf({ line, column, offset }: Position): Position {
  return { line, column, offset }
}
