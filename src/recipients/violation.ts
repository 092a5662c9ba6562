import type { RecipientArgs } from '../rules/recipients/index.ts'

/** A line and a column of a recipients file, both from 1; the column in UTF-16 units, a byte order mark not counted. */
export interface FilePlace {
  readonly line: number
  readonly column: number
}

export type RecipientRuleId = keyof RecipientArgs

interface Where {
  /** The data row, from 1; absent for the file and its header. */
  readonly row?: number
  /** The name of the column. */
  readonly column?: string
  readonly place: FilePlace
}

/** Violation in a recipients file before it is worded. */
export type RecipientViolation = {
  [R in RecipientRuleId]: Where & { readonly rule: R; readonly args: RecipientArgs[R] }
}[RecipientRuleId]

/** Makes a violation; the rule decides which arguments it takes. */
export function recipientViolation<R extends RecipientRuleId>(
  rule: R,
  where: Where,
  args: RecipientArgs[R],
): RecipientViolation {
  // The type of a union's member cannot follow from a generic rule.
  return { rule, ...where, args } as unknown as RecipientViolation
}
