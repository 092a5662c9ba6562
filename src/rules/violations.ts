import type { Fix, TextEdit } from '../diagnostic.ts'
import type { RuleId, Violation } from '../violation.ts'
import type { Language, Wording } from '../words/language.ts'
import { languageRules } from './language/index.ts'
import { projectRules } from './project/index.ts'
import { type Rule, ruleFinder } from './rule.ts'
import { lineBreakOf } from './source-text.ts'

/** Every rule that is checked while messages and what surrounds them are read. */
export const reportedRules: readonly Rule<string, never>[] = [...languageRules, ...projectRules]

/** The rule of a violation. */
export const reportedRule: (id: RuleId) => Rule<string, never> = ruleFinder(reportedRules)

/** Whether breaking a rule keeps nothing from being compiled or sent; a configuration may set its severity. */
export function isWarning(rule: RuleId): boolean {
  return reportedRule(rule).severity === 'warning'
}

/** Says in a language what is wrong. */
export function violationWording({ rule, args }: Violation, language: Language): Wording {
  // The arguments of a violation are those of its rule.
  return reportedRule(rule).words[language](args as never)
}

/** Returns the changes that build what was meant, where that is clear or likely. */
export function fixOf({ rule, span, args, fix }: Violation, source: string): Fix | undefined {
  if (fix) return fix.edits.length === 0 ? undefined : { ...fix, edits: withLineBreaks(fix.edits, source) }
  return reportedRule(rule).fix?.(args as never, { span, text: source.slice(span.start, span.end) })
}

/** Edits of which the line breaks are those of the file. */
function withLineBreaks(edits: readonly TextEdit[], source: string): readonly TextEdit[] {
  if (!edits.some(({ text }) => text.includes('\n'))) return edits
  const lineBreak = lineBreakOf(source)
  return edits.map((edit) => ({ ...edit, text: edit.text.replaceAll(/\r?\n/g, lineBreak) }))
}
