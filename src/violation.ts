import type { Fix, Span } from './diagnostic.ts'
import type { Finding } from './rules/finding.ts'
import type { messageFindings, recipientsFindings } from './rules/findings.ts'

/** The arguments of findings, from the rows of their tables: detection is apart from wording. */
type ArgsOf<Findings> = { [R in keyof Findings]: Findings[R] extends Finding<infer Args> ? Args : never }

export type ViolationArgs = ArgsOf<typeof messageFindings>

/** The arguments of findings about a recipients file: `recipients-…` is about the file, `recipient-…` about a row. None holds a whole phone number. */
export type RecipientArgs = ArgsOf<typeof recipientsFindings>

export type RuleId = keyof ViolationArgs

/** A finding before it is worded. */
export type Violation = {
  [R in RuleId]: {
    readonly rule: R
    readonly span: Span
    readonly args: ViolationArgs[R]
    /** Builds what was meant; without it the rule and its arguments may say one. */
    readonly fix?: Fix
  }
}[RuleId]

/** Makes a violation; the rule decides which arguments it takes. */
export function violation<R extends RuleId>(rule: R, span: Span, args: ViolationArgs[R]): Violation {
  // The type of a union's member cannot follow from a generic rule.
  return { rule, span, args } as unknown as Violation
}
