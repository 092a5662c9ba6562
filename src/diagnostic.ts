/** A range of a source in UTF-16 units, `end` exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A place in a file. Lines and columns count from 1; columns and offsets are UTF-16 units, a byte order mark not counted. */
export interface Position {
  readonly line: number
  readonly column: number
  readonly offset: number
}

export type Severity = 'error' | 'warning'

/** One finding in one file, worded. */
export interface Diagnostic {
  /** Relative to the root, with `/`. */
  readonly path: string
  /** The rule's id, kebab-case. */
  readonly rule: string
  readonly severity: Severity
  /** One sentence: what is wrong and what to do. */
  readonly message: string
  /** Why, or an example. */
  readonly help?: string
  readonly start: Position
  readonly end: Position
}

/** The order of reports: by path, position, rule. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compare(a.path, b.path) || a.start.offset - b.start.offset || a.end.offset - b.end.offset || compare(a.rule, b.rule)
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
