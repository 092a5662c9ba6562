import type { Fix, Severity, Span } from '../diagnostic.ts'
import type { Language, Wording } from '../words/language.ts'
import type { CustomRule, CustomRuleWords } from './custom-rule.ts'
import type { GradedViolation } from './rule.ts'
import type { CustomRuleDefect } from '../finding-types.ts'
import type { RuleMessage } from './rule-message.ts'

export interface CustomResult {
  readonly violations: readonly GradedViolation[]
  /** The first defect; what was reported rightly before and after it stands beside it. */
  readonly defect?: CustomRuleDefect
}

/** Runs a custom rule on a message. Whatever the rule does, this returns; only a rule that never ends cannot be stopped. */
export function runCustom(rule: CustomRule, severity: Severity, message: RuleMessage): CustomResult {
  const violations: GradedViolation[] = []
  let defect: CustomRuleDefect | undefined
  let isOver = false
  const report = (violation: unknown): void => {
    // A rule that has not ended when it returned has nothing to say any more: its result is given away already.
    if (isOver) return
    const read = readViolation(rule, severity, { violation, message })
    if (isDefect(read)) defect ??= read
    else violations.push(read)
  }
  try {
    const returned: unknown = rule.check(message, report)
    if (isThenable(returned)) {
      defect ??= { type: 'promise', text: '' }
      Promise.resolve(returned).catch(() => {})
    }
  } catch (error) {
    defect ??= { type: 'thrown', text: textOf(error) }
  }
  isOver = true
  return { violations, ...(defect && { defect }) }
}

function readViolation(
  rule: CustomRule,
  severity: Severity,
  { violation, message }: { readonly violation: unknown; readonly message: RuleMessage },
): GradedViolation | CustomRuleDefect {
  try {
    const { range, pointer, args, fix } = violation as { readonly [key: string]: unknown }
    const place = range === undefined && typeof pointer === 'string' ? message.rangeAt(pointer) : range
    const isPointer = pointer === undefined || typeof pointer === 'string'
    if (!isPointer || !isSpanOf(place, message.source)) return { type: 'place', text: textOf(range ?? pointer) }
    const ofFix = fix === undefined ? undefined : readFix(fix, message.source)
    if (fix !== undefined && ofFix === undefined) return { type: 'fix', text: '' }
    const words = { en: wordingOf(rule.words.en, args), ko: wordingOf(rule.words.ko, args) }
    if (words.en === undefined || words.ko === undefined) return { type: 'words', text: '' }
    const said: { readonly [L in Language]: Wording } = { en: words.en, ko: words.ko }
    return {
      rule: rule.id,
      severity,
      span: { start: place.start, end: place.end },
      pointer,
      measure: undefined,
      fix: ofFix,
      word: (language) => said[language],
    }
  } catch (error) {
    return { type: 'thrown', text: textOf(error) }
  }
}

function isDefect(read: GradedViolation | CustomRuleDefect): read is CustomRuleDefect {
  return !('span' in read)
}

function isSpanOf(value: unknown, source: string): value is Span {
  if (typeof value !== 'object' || value === null) return false
  const { start, end } = value as Partial<Span>
  if (!Number.isInteger(start) || !Number.isInteger(end)) return false
  return 0 <= Number(start) && Number(start) <= Number(end) && Number(end) <= source.length
}

/** @returns undefined for what is no fix of the source: edits outside of it, or that overlap */
function readFix(fix: unknown, source: string): Fix | undefined {
  const { safe, edits } = fix as Partial<Fix>
  if (typeof safe !== 'boolean' || !Array.isArray(edits) || edits.length === 0) return undefined
  if (!edits.every((edit) => isSpanOf(edit, source) && typeof (edit as { text?: unknown }).text === 'string'))
    return undefined
  const sorted = (edits as Fix['edits'])
    .map(({ start, end, text }) => ({ start, end, text }))
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
  return sorted.some(({ start }, index) => index > 0 && start < (sorted[index - 1]?.end ?? 0))
    ? undefined
    : { safe, edits: sorted }
}

function wordingOf({ message: say, help: explain }: CustomRuleWords<never>, args: unknown): Wording | undefined {
  // The arguments of a violation are those of its rule.
  const message: unknown = say(args as never)
  const help: unknown = explain?.(args as never)
  if (typeof message !== 'string' || message.trim() === '') return undefined
  if (help !== undefined && typeof help !== 'string') return undefined
  return { message, ...(help !== undefined && help !== '' && { help }) }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value
}

const maxTextUnits = 200

/** Anything as one short line: what is thrown need not be an error, nor have a text. */
function textOf(value: unknown): string {
  let text: string
  try {
    text = value instanceof Error ? `${value.name}: ${value.message}` : (JSON.stringify(value) ?? String(value))
  } catch {
    text = typeof value
  }
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > maxTextUnits ? `${line.slice(0, maxTextUnits).toWellFormed()}…` : line
}
