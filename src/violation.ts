import type { Fix, Span } from './diagnostic.ts'
import type { Finding } from './rules/finding.ts'
import type { messageFindings, recipientsFindings } from './rules/findings.ts'

/** What findings know: the rows of their tables say it, so that detection is apart from wording. */
type ArgsOf<Findings> = { [R in keyof Findings]: Findings[R] extends Finding<infer Args> ? Args : never }

export type ViolationArgs = ArgsOf<typeof messageFindings>

/** What each finding about a recipients file knows. `recipients-…` speak of the file, `recipient-…` of a row. None holds a whole phone number. */
export type RecipientArgs = ArgsOf<typeof recipientsFindings>

export type RuleId = keyof ViolationArgs

/** What breaks a rule, before it is worded. */
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
