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

/** What some programs write in front of UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Returns a text without the byte order marks in front of it, which positions do not count. */
export function withoutByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF+/, '')
}

export type Severity = 'error' | 'warning'

/** What `actual` and `limit` of a diagnostic count. */
export type MeasureUnit =
  | 'bytes'
  | 'characters'
  | 'lines'
  | 'buttons'
  | 'items'
  | 'cards'
  | 'fields'
  | 'pixels'
  | 'ratio'

/** One replacement; offsets as in `Position`, `end` exclusive. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A change of the source that ends a violation. A safe one changes nothing that a reader of the message sees. */
export interface Fix {
  readonly safe: boolean
  /** In the order of the source, none overlapping another. */
  readonly edits: readonly TextEdit[]
}

/** A worded finding at its position in one file. */
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
  /** The page about the rule. */
  readonly url?: string
  readonly start: Position
  readonly end: Position
  /** JSON Pointer of the place in the payload. */
  readonly pointer?: string
  /** What was counted, what is allowed, and of what; all three or none. */
  readonly actual?: number
  readonly limit?: number
  readonly unit?: MeasureUnit
  readonly fix?: Fix
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
