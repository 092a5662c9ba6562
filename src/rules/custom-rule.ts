import type { Fix, Severity, Span } from '../diagnostic.ts'
import { idPattern } from '../message/message.ts'
import { type Language, languages } from '../words/language.ts'
import type { RuleMessage } from './rule-message.ts'

/** One place that breaks a custom rule. */
export type CustomViolation<Args> = {
  /** A change of the source that ends it; `safe` where readers of the message see the same as before. */
  readonly fix?: Fix
} & (
  | { readonly range: Span; readonly pointer?: string }
  /** JSON Pointer of a value of the payload, whose place is taken. */
  | { readonly pointer: string }
) &
  (undefined extends Args ? { readonly args?: Args } : { readonly args: Args })

/** The words of a custom rule in one language. */
export interface CustomRuleWords<Args> {
  /** One sentence: what the rule reports. `rules` and `explain` show it. */
  readonly summary: string
  /** Why. */
  readonly why?: string
  /** One sentence about one place: what is wrong, and what to do. */
  readonly message: (args: Args) => string
  /** An example, or where to ask. */
  readonly help?: (args: Args) => string
}

/** A rule that a team adds. */
export interface CustomRuleDefinition<Args> {
  /** Kebab-case, names the violation; no rule of friendtalk has it. */
  readonly id: string
  readonly tier: 'style'
  /** Unless a configuration says otherwise. */
  readonly severity: Severity
  /** The page about the rule. */
  readonly url?: string
  /**
   * Reports what breaks the rule. It looks at nothing but the message, so that a result can be kept; it returns at once,
   * and no promise.
   */
  readonly check: (message: RuleMessage, report: (violation: CustomViolation<Args>) => void) => void
  readonly words: { readonly [L in Language]: CustomRuleWords<Args> }
}

/** A custom rule whose arguments are its own affair: what a configuration lists under `plugins`. */
export interface CustomRule extends Omit<CustomRuleDefinition<unknown>, 'check' | 'words'> {
  readonly check: (message: RuleMessage, report: (violation: CustomViolation<unknown>) => void) => void
  readonly words: { readonly [L in Language]: CustomRuleWords<never> }
}

/**
 * Gives a custom rule its types, those of its arguments included:
 * `defineRule<{ count: number }>({ id, tier: 'style', severity, check, words })`.
 *
 * @returns what it was given; a configuration that lists it says what is wrong with it
 */
export function defineCustomRule<Args = undefined>(rule: CustomRuleDefinition<Args>): CustomRule {
  return rule
}

const isRight: { readonly [key: string]: (value: unknown) => boolean } = {
  id: (value) => typeof value === 'string' && /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(value) && idPattern.test(value),
  tier: (value) => value === 'style',
  severity: (value) => value === 'warning' || value === 'error',
  url: (value) => value === undefined || (typeof value === 'string' && /^https?:\/\/\S+$/.test(value)),
  check: (value) => typeof value === 'function',
  words: (value) => isRecord(value) && languages.every((language) => areWords(value[language])),
}

/** Returns the keys of a listed rule that are wrong or unknown: a configuration without types lists anything. */
export function wrongKeysOf(rule: unknown): readonly string[] {
  const fields = isRecord(rule) ? rule : {}
  return [...new Set([...Object.keys(isRight), ...Object.keys(fields)])].filter((key) => !isRight[key]?.(fields[key]))
}

function areWords(words: unknown): boolean {
  if (!isRecord(words)) return false
  const { summary, why, message, help } = words
  const isHelp = help === undefined || typeof help === 'function'
  return isFilled(summary) && (why === undefined || isFilled(why)) && typeof message === 'function' && isHelp
}

function isFilled(text: unknown): boolean {
  return typeof text === 'string' && text.trim() !== ''
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
