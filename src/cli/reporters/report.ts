import { compareDiagnostics, type Diagnostic, type Severity } from '../../diagnostic.ts'

/** A file's diagnostics and the text they speak of. */
export interface ReportedFile {
  /** Relative to the root, with `/`. */
  readonly path: string
  readonly source: string
  readonly diagnostics: readonly Diagnostic[]
}

/** A file of which other findings are told than its own; its source is still not read before somebody asks for it. */
export class ReportedWith implements ReportedFile {
  readonly path: string
  readonly diagnostics: readonly Diagnostic[]
  readonly #file: ReportedFile

  constructor(file: ReportedFile, diagnostics: readonly Diagnostic[]) {
    this.#file = file
    this.path = file.path
    this.diagnostics = diagnostics
  }

  get source(): string {
    return this.#file.source
  }
}

/** A rule as reports describe it. */
export interface ReportedRule {
  readonly id: string
  readonly severity: Severity
  readonly tier: 'language' | 'interface' | 'platform' | 'craft'
  readonly summary: string
  readonly why: string
  readonly url: string
}

/** What came of linting. */
export interface LintReport {
  /** Every linted file, also those without findings, and every other file that a diagnostic is about. */
  readonly files: readonly ReportedFile[]
  readonly rules: readonly ReportedRule[]
  /** Of friendtalk. */
  readonly version: string
}

/** A diagnostic with the text that its positions speak of. */
export interface Finding {
  readonly diagnostic: Diagnostic
  readonly source: string
}

/** All findings of a report, in the order of reports. */
export function findingsOf({ files }: Pick<LintReport, 'files'>): Finding[] {
  return files
    .flatMap(({ source, diagnostics }) => {
      const counted = withoutMark(source)
      return diagnostics.map((diagnostic) => ({ diagnostic, source: counted }))
    })
    .toSorted((a, b) => compareDiagnostics(a.diagnostic, b.diagnostic))
}

/** Positions do not count a byte order mark. */
function withoutMark(source: string): string {
  return source.replace(/^\uFEFF+/, '')
}

/** The last line of which a diagnostic marks something: one that ends with a line break does not reach the next line. */
export function lastLineOf({ start, end }: Pick<Diagnostic, 'start' | 'end'>): number {
  return end.column === 1 && end.line > start.line ? end.line - 1 : end.line
}
