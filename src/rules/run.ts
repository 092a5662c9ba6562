import type { Fix, Severity } from '../diagnostic.ts'
import type { RuleId, Violation } from '../violation.ts'
import type { Document } from '../dialect/document.ts'
import type { Revision } from '../dialect/revision.ts'
import type { LintRule, Subject, WordedFinding } from './rule.ts'
import { rules } from './rules.ts'
import { suppress } from './suppressions.ts'
import { fixOf, isMild, reportedRule, reportedRules, violationWording } from './violations.ts'

/** How severe a rule is for a file; `off` reports nothing. */
export type RuleSeverity = 'off' | Severity
export type RuleSettings = { readonly [rule: string]: RuleSeverity }

export interface LintOptions {
  readonly settings: RuleSettings
  /** YYYY-MM-DD; suppressions expire after their day. */
  readonly today?: string
}

export interface LintResult {
  readonly findings: readonly WordedFinding[]
  /** Errors of the interface that a directive suppressed: they report nothing and keep a message from being sent. */
  readonly suppressed: readonly WordedFinding[]
}

const ruleOf: ReadonlyMap<string, LintRule> = new Map(rules.map((rule) => [rule.id, rule]))
const reportedIds: ReadonlySet<string> = new Set(reportedRules.map(({ id }) => id))

/** The rules whose severity a configuration may set. */
export const configurableRules: ReadonlySet<string> = new Set([
  ...rules.filter(({ tier }) => tier !== 'interface' && tier !== 'language').map(({ id }) => id),
  ...reportedRules.filter(({ severity }) => severity === 'warning').map(({ id }) => id),
])

/** The ids of every rule of messages, in no order. */
export const ruleIds: ReadonlySet<string> = new Set([...ruleOf.keys(), ...reportedIds])

const suppressible: ReadonlySet<string> = new Set(ruleOf.keys())

export interface LintedMessage {
  readonly document: Document
  /** At their places in the file. */
  readonly faults: readonly Violation[]
  /** How the document came from the file. */
  readonly revision: Revision
  readonly subject?: Subject
}

/** Everything that is wrong with a message, at its place in the file: what reading it found, and what the rules find. */
export function lint(
  { document, faults, revision, subject }: LintedMessage,
  { settings, today }: LintOptions,
): LintResult {
  const found = subject === undefined ? [] : findingsOf(subject, settings)
  const context = { document, suppressible, others: reportedIds, ...(today !== undefined && { today }) }
  const { kept, suppressed, faults: ofDirectives } = suppress(found, context)
  const placed = (findings: readonly WordedFinding[]): readonly WordedFinding[] =>
    revision.isEdited ? findings.map((finding) => placedBefore(finding, revision)) : findings
  if (faults.length === 0 && ofDirectives.length === 0 && suppressed.length === 0)
    return { findings: kept, suppressed: [] }
  const read = faults.map((one) => violationFinding(one, fixOf(one, document.source), settings))
  const directives = ofDirectives.map(({ found: one, fix = fixOf(one, document.source) }) =>
    violationFinding(one, fix, settings),
  )
  const isThere = (finding: WordedFinding | undefined): finding is WordedFinding => finding !== undefined
  return {
    findings: [...read.filter(isThere), ...placed([...directives.filter(isThere), ...kept])],
    suppressed: placed(suppressed.filter(({ rule }) => ruleOf.get(rule)?.tier === 'interface')),
  }
}

/** A finding in a document that was edited, at its place before that. */
function placedBefore(finding: WordedFinding, revision: Revision): WordedFinding {
  const { span, fix } = finding
  const edits = fix && revision.editsBefore(fix.edits)
  return { ...finding, span: revision.spanBefore(span), fix: fix && edits && { ...fix, edits } }
}

function findingsOf(subject: Subject, settings: RuleSettings): readonly WordedFinding[] {
  const findings: WordedFinding[] = []
  // Most projects set nothing: then no rule has to be looked up.
  const isAnySet = Object.keys(settings).length > 0
  for (const rule of rules) {
    const severity = isAnySet ? (settings[rule.id] ?? rule.severity) : rule.severity
    if (severity === 'off') continue
    const before = findings.length
    rule.check(subject, findings)
    if (severity === rule.severity) continue
    for (const [index, finding] of findings.slice(before).entries()) findings[before + index] = { ...finding, severity }
  }
  return findings
}

/** A violation in a message or in what surrounds it, as a finding; none where a configuration turns it off. */
export function violationFinding(
  found: Violation,
  fix: Fix | undefined,
  settings: RuleSettings,
): WordedFinding | undefined {
  const severity = severityIn(found.rule, settings)
  if (severity === 'off') return undefined
  const { rule, span } = found
  const { pointer, measure } = placeOf(found)
  return { rule, severity, span, pointer, measure, fix, word: (language) => violationWording(found, language) }
}

function severityIn(rule: RuleId, settings: RuleSettings): RuleSeverity {
  return isMild(rule) ? (settings[rule] ?? reportedRule(rule).severity) : 'error'
}

/** Where in the payload a violation of a recipient's values is, and by how much. */
function placeOf(found: Violation): Partial<Pick<WordedFinding, 'pointer' | 'measure'>> {
  if (found.rule === 'recipient-link-invalid' || found.rule === 'recipient-text-empty') {
    return { pointer: found.args.pointer }
  }
  if (found.rule !== 'recipient-overflow') return {}
  const { pointer, actual, limit, unit } = found.args
  return { pointer, measure: { actual, limit, unit } }
}
