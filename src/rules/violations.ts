import type { Fix, TextEdit } from '../diagnostic.ts'
import type { RecipientArgs, Violation } from '../violation.ts'
import type { Language, Wording } from '../words/language.ts'
import { recipientRule, reportedRule } from './rules.ts'
import { lineBreakOf } from './source-text.ts'

export function violationWording({ rule, args }: Violation, language: Language): Wording {
  // The arguments of a violation are those of its rule.
  return reportedRule(rule).words[language](args as never)
}

/** Says in a language what is wrong with recipients. */
export function recipientWording(
  { rule, args }: { readonly rule: keyof RecipientArgs; readonly args: object },
  language: Language,
): Wording {
  return recipientRule(rule).words[language](args as never)
}

/** Returns the changes that build what was meant, where that is clear or likely. */
export function fixOf({ rule, span, args, fix }: Violation, source: string): Fix | undefined {
  if (fix) return { ...fix, edits: withLineBreaks(fix.edits, source) }
  return reportedRule(rule).fix?.(args as never, { span, text: source.slice(span.start, span.end) })
}

/** Edits of which the line breaks are those of the file. */
function withLineBreaks(edits: readonly TextEdit[], source: string): readonly TextEdit[] {
  const lineBreak = lineBreakOf(source)
  return edits.map((edit) => ({ ...edit, text: edit.text.replaceAll(/\r?\n/g, lineBreak) }))
}
