/** A range of a source in UTF-16 units, `end` exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A place in a file. Lines and columns count from 1; columns and offsets are UTF-16 units, a byte order mark not counted. */
export interface Position {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
  /** From the start of the text, from 0, in UTF-16 units. */
  readonly offset: number
}

/** The mark that some programs write in front of UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Returns a text without the byte order marks in front of it, which positions do not count. */
export function withoutByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF+/, '')
}

/** An `error` keeps a message from being compiled; a `warning` does not. */
export type Severity = 'error' | 'warning'

export const measureUnits = [
  'bytes',
  'characters',
  'lines',
  'buttons',
  'items',
  'cards',
  'fields',
  'pixels',
  'ratio',
  'value',
] as const

/** The unit of `actual` and `limit`. */
export type MeasureUnit = (typeof measureUnits)[number]

/** One replacement; offsets as in `Position`, `end` exclusive. */
export interface TextEdit {
  /** Offset of the first unit that is replaced. */
  readonly start: number
  /** Offset behind the last one. */
  readonly end: number
  /** The new text. */
  readonly text: string
}

/** A change of the source that ends a violation. A safe one changes nothing that a reader of the message sees. */
export interface Fix {
  /** True if a reader of the message sees no difference. */
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
  /** Errors keep the message from being compiled. */
  readonly severity: Severity
  /** One sentence: what is wrong and what to do. */
  readonly message: string
  /** Why, or an example. */
  readonly help?: string
  /** The page about the rule. */
  readonly url?: string
  /** The first position. */
  readonly start: Position
  /** The position behind it. */
  readonly end: Position
  /** JSON Pointer of the place in the payload. */
  readonly pointer?: string
  /** The count. `actual`, `limit` and `unit` are all there, or none. */
  readonly actual?: number
  /** The limit, in `unit`. */
  readonly limit?: number
  /** The unit of both. */
  readonly unit?: MeasureUnit
  /** An automatic correction; absent if a person has to decide. */
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
