import type { Fix, Severity } from '../diagnostic.ts'
import { type Violation, violation } from '../violation.ts'
import type { MeantForm } from '../finding-types.ts'
import type { Document } from '../language/document.ts'
import type { CustomRule } from './custom-rule.ts'
import type { LintRule, PlacedSlip, Subject, GradedViolation } from './rule.ts'
import { ruleMessageOf } from './rule-message.ts'
import { reportedRule, reportedRules, rules } from './rules.ts'
import { runCustom } from './run-custom.ts'
import { suppress } from './suppressions.ts'
import { fixOf, violationWording } from './violations.ts'

/** The severity of a rule for a file; `off` reports nothing. */
export type RuleSeverity = 'off' | Severity
/** Severities of rules that differ from their own, by rule id. */
export type RuleSettings = { readonly [rule: string]: RuleSeverity }

export interface LintOptions {
  readonly settings: RuleSettings
  readonly plugins: readonly CustomRule[]
}

export interface LintResult {
  readonly violations: readonly GradedViolation[]
  /** Errors of the interface that a directive suppressed: they report nothing and keep a message from being sent. */
  readonly suppressed: readonly GradedViolation[]
}

const ruleOf: ReadonlyMap<string, LintRule> = new Map(rules.map((rule) => [rule.id, rule]))
const reportedIds: ReadonlySet<string> = new Set(reportedRules.map(({ id }) => id))

const suppressible: ReadonlySet<string> = new Set(ruleOf.keys())

export interface LintedMessage {
  readonly document: Document
  readonly violations: readonly Violation[]
  readonly subject?: Subject
}

/** Everything that is wrong with a message: what reading it found, and what the rules find. */
export function lint({ document, violations, subject }: LintedMessage, { settings, plugins }: LintOptions): LintResult {
  const found =
    subject === undefined ? [] : [...violationsOf(subject, settings), ...customViolations(subject, settings, plugins)]
  const { kept, suppressed, directives } = suppress(found, {
    document,
    suppressible: plugins.length === 0 ? suppressible : new Set([...suppressible, ...plugins.map(({ id }) => id)]),
    others: reportedIds,
  })
  const slips = kept.filter(({ rule, severity }) => meantForms.has(rule) && severity === 'error')
  const follows = followingFrom(slips, subject?.slips ?? [])
  const read = [...violations.filter((one) => !follows(one)), ...directives]
  return {
    violations: [
      ...read.flatMap((one) => grade(one, fixOf(one, document.source), settings) ?? []),
      ...kept.filter((one) => !(one.rule.startsWith('too-few-') && follows(one))),
    ],
    suppressed: suppressed.filter(({ rule }) => ruleOf.get(rule)?.tier === 'interface'),
  }
}

/** A form that was meant stands in text. */
const meantForms: ReadonlySet<string> = new Set(['form-mistyped', 'link-inside-text', 'image-inside-text'])
/** Forms that decide where the lines below them belong. */
const dividing: ReadonlySet<MeantForm> = new Set(['block', 'comment', 'divider', 'heading', 'setting', 'tail'])
/** Rules about things that such a line displaces, or makes missing. */
const displaced =
  /-missing$|-incomplete$|-repeated$|^(?:text|image|button|block|heading)-not-allowed$|^block-un|^header-after-text$|^too-few/

/** Tells whether a violation follows from a mistyped line, or stands in one. */
function followingFrom(
  slips: readonly GradedViolation[],
  placed: readonly PlacedSlip[],
): (found: Pick<GradedViolation, 'rule' | 'span'>) => boolean {
  if (slips.length === 0) return () => false
  const isDividing = placed.some(({ form }) => dividing.has(form))
  return ({ rule, span }) =>
    // Text behind the items ends them nowhere, and what is missing may be the mistyped line.
    /^divider-not-allowed$|^(?:image|item-link|buttons)-missing$|^head-incomplete$/.test(rule) ||
    (isDividing && displaced.test(rule)) ||
    slips.some((slip) => slip.span.start <= span.end && span.start <= slip.span.end)
}

function violationsOf(subject: Subject, settings: RuleSettings): readonly GradedViolation[] {
  const violations: GradedViolation[] = []
  // Most projects set nothing: then no rule has to be looked up.
  const isAnySet = Object.keys(settings).length > 0
  for (const rule of rules) {
    const severity = (isAnySet ? settings[rule.id] : undefined) ?? (rule.isOff ? 'off' : rule.severity)
    if (severity === 'off') continue
    const before = violations.length
    rule.check(subject, violations)
    if (severity === rule.severity) continue
    for (const [index, one] of violations.slice(before).entries()) violations[before + index] = { ...one, severity }
  }
  return violations
}

/** Runs custom rules. A rule that fails is reported, and the others run all the same. */
function customViolations(
  subject: Subject,
  settings: RuleSettings,
  plugins: readonly CustomRule[],
): readonly GradedViolation[] {
  if (plugins.length === 0) return []
  const message = ruleMessageOf(subject)
  return plugins.flatMap((rule) => {
    const severity = settings[rule.id] ?? rule.severity
    if (severity === 'off') return []
    const { violations, failure } = runCustom(rule, severity, message)
    const failed = failure && violation('rule-failed', { start: 0, end: 0 }, { rule: rule.id, ...failure })
    return [...violations, (failed && grade(failed, undefined, settings)) ?? []].flat()
  })
}

/** Returns a violation in a message or in what surrounds it with its severity; none where a configuration turns it off. */
export function grade(found: Violation, fix: Fix | undefined, settings: RuleSettings): GradedViolation | undefined {
  const { rule, span } = found
  const { severity: own } = reportedRule(rule)
  // An error keeps a message from being compiled or sent, and no configuration may change that.
  const severity = own === 'warning' ? (settings[rule] ?? own) : own
  if (severity === 'off') return undefined
  const { pointer, measure } = placeOf(found)
  return { rule, severity, span, pointer, measure, fix, word: (language) => violationWording(found, language) }
}

/** The place in the payload of a violation by a recipient's values, and its excess. */
function placeOf(found: Violation): Partial<Pick<GradedViolation, 'pointer' | 'measure'>> {
  if (found.rule === 'recipient-link-invalid' || found.rule === 'recipient-text-empty') {
    return { pointer: found.args.pointer }
  }
  if (found.rule !== 'recipient-overflow') return {}
  const { pointer, actual, limit, unit } = found.args
  return { pointer, measure: { actual, limit, unit } }
}
