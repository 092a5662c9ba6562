import { defineRule, type LintRule, type CheckSpec } from './rule.ts'

/** What of the line says what was meant. */
interface InsideText {
  /** Whether the line has the marks of a button. */
  readonly isButton?: true
}

/** Nearly all lines of text hold none. */
const opener = /[[［<]/

/**
 * A rule for a construct that means something alone on its line and is sent as typed inside text.
 *
 * @param pattern what it looks like
 */
export function insideTextRule(id: string, pattern: RegExp, words: CheckSpec<InsideText>['words']): LintRule {
  return defineRule<InsideText>()({
    id,
    tier: 'style',
    severity: 'error',
    check({ lines }, report) {
      for (const { start, text } of lines) {
        if (!opener.test(text)) continue
        for (const { index, 0: found } of text.matchAll(pattern)) {
          const span = { start: start + index, end: start + index + found.length }
          const isButton = text.startsWith('- [') && text.trimEnd().length === index + found.length
          report({ span, args: isButton ? { isButton } : {} })
        }
      }
    },
    words,
  })
}
