import type { NumberFault } from './number.ts'

/** What a value of JSON is, where text belongs. */
export type JsonType = 'text' | 'number' | 'boolean' | 'nothing' | 'list' | 'mapping'

/** A line and a column of a recipients file, both from 1; the column in UTF-16 units, a byte order mark not counted. */
export interface FilePlace {
  readonly line: number
  readonly column: number
}

/** What each rule about recipients knows. `recipients-…` speak of the file, `recipient-…` of a row. No argument holds a whole phone number. */
export interface RecipientFaultArgs {
  'recipients-format-unknown': { extension: string }
  'recipients-utf16': object
  'recipients-not-utf8': object
  'recipients-empty': object
  'recipients-delimiter': { delimiter: 'semicolon' | 'tab' }
  'recipients-column-missing': { column: string; suggestion?: string }
  'recipients-column-duplicate': { column: string }
  'recipients-column-unnamed': { index: number }
  'recipients-column-character': { code: string }
  'recipients-column-unknown': { column: string; suggestion: string }
  'recipients-keys-unchecked': object

  'recipient-quote-unclosed': { maxBytes: number }
  'recipient-quote-misplaced': object
  'recipient-row-too-large': { maxBytes: number }
  'recipient-row-blank': object
  'recipient-cell-count': { actual: number; expected: number }
  'recipient-not-json': object
  'recipient-not-object': { found: JsonType }
  'recipient-number-missing': object
  'recipient-number-not-text': { found: JsonType }
  'recipient-number-invalid': { reason: NumberFault; digits: number }
  'recipient-number-lost-zero': object
  'recipient-value-type': { column: string; found: JsonType }
  'recipient-value-missing': { column: string }
  'recipient-value-too-long': { column: string; actual: number; max: number }
  'recipient-character': { column: string; code: string }
  'recipient-combining-marks': { column: string; max: number }
  'recipient-duplicate': { number: string; firstRow?: number }
  'recipient-key-duplicate': { firstRow: number }
  'recipient-not-in-safe-list': { number: string }
}

export type RecipientRule = keyof RecipientFaultArgs

interface Where {
  /** The data row, from 1; absent for the file and its header. */
  readonly row?: number
  /** The name of the column. */
  readonly column?: string
  readonly place: FilePlace
}

/** A finding in a recipients file before it is worded. */
export type RecipientFault = {
  [R in RecipientRule]: Where & { readonly rule: R; readonly args: RecipientFaultArgs[R] }
}[RecipientRule]

/** Makes a fault; the rule decides which arguments it takes. */
export function recipientFault<R extends RecipientRule>(
  rule: R,
  where: Where,
  args: RecipientFaultArgs[R],
): RecipientFault {
  // The type of a union's member cannot follow from a generic rule.
  return { rule, ...where, args } as unknown as RecipientFault
}

/** A misspelt column that nothing needs sends its fallback; every other fault keeps the file from being sent. */
export function recipientSeverity(rule: RecipientRule): 'error' | 'warning' {
  return rule === 'recipients-column-unknown' ? 'warning' : 'error'
}
