import type { Severity, Span } from '../diagnostic.ts'
import type { Wording } from '../words/language.ts'
import type { CustomRule, CustomRuleWords, CustomViolation } from './custom-rule.ts'
import type { GradedViolation } from './rule.ts'
import type { RuleMessage } from './rule-message.ts'

export interface CustomResult {
  /** Everything that the rule reported, or reported before it failed. */
  readonly violations: readonly GradedViolation[]
  readonly failure?: { readonly error: string; readonly stack?: string }
}

/** Runs a custom rule on a message. A rule fails if it throws, or reports what cannot be reported. */
export function runCustom(rule: CustomRule, severity: Severity, message: RuleMessage): CustomResult {
  const violations: GradedViolation[] = []
  let isOver = false
  try {
    const returned: unknown = rule.check(message, (found) => {
      if (!isOver) violations.push(gradedOf(rule, severity, found, message))
    })
    if (returned instanceof Promise) {
      returned.catch(() => {})
      throw new TypeError('"check" returned a promise, and nothing waits for it')
    }
    return { violations }
  } catch (error) {
    return { violations, failure: failureOf(error) }
  } finally {
    isOver = true
  }
}

/** Returns an error in one line, and where it was thrown. */
function failureOf(error: unknown): CustomResult['failure'] & {} {
  if (!(error instanceof Error)) return { error: JSON.stringify(error) ?? 'undefined' }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const text = `${error.name}: ${error.message}`.replaceAll(/\s+/g, ' ').replace(/\.$/, '')
  return { error: text, stack: frames.map((frame) => frame.trim()).join('\n') }
}

function gradedOf(
  { id: rule, words }: CustomRule,
  severity: Severity,
  { fix, args, pointer, ...place }: CustomViolation<unknown>,
  { source, rangeAt }: RuleMessage,
): GradedViolation {
  const span = 'range' in place ? place.range : rangeAt(pointer ?? '')
  const isInFile = ({ start, end }: Span): boolean => 0 <= start && start <= end && end <= source.length
  if (span === undefined || !isInFile(span)) {
    throw new RangeError(`the file has no place ${JSON.stringify(span ?? pointer)}`)
  }
  const edits = fix?.edits.toSorted((a, b) => a.start - b.start || a.end - b.end)
  if (edits?.some((edit, index) => !isInFile(edit) || edit.start < (edits[index - 1]?.end ?? 0))) {
    throw new RangeError('the edits of a fix overlap, or are not in the file')
  }
  const wordings = { en: wordingOf(words.en, args), ko: wordingOf(words.ko, args) }
  return {
    rule,
    severity,
    span,
    pointer,
    measure: undefined,
    fix: fix && edits && { ...fix, edits },
    word: (language) => wordings[language],
  }
}

function wordingOf({ message, help }: CustomRuleWords<never>, args: unknown): Wording {
  // A rule reports the arguments that its words take.
  return { message: message(args as never), ...(help && { help: help(args as never) }) }
}
