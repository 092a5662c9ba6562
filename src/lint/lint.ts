import type { Fix, Severity } from '../diagnostic.ts'
import { type Fault, mildFaults, type Rule, severityOfFault } from '../fault.ts'
import type { Document } from '../language/document.ts'
import { en } from '../words/en.ts'
import { fixOf } from '../message/mends.ts'
import type { Revision } from '../revision.ts'
import { wordsIn } from '../words/words.ts'
import type { LintRule, Subject, WordedFinding } from './rule.ts'
import { rules } from './rules/index.ts'
import { suppress } from './suppressions.ts'

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
  /** Errors of the interface that a directive silenced: they report nothing and keep a message from being sent. */
  readonly silenced: readonly WordedFinding[]
}

const ruleOf: ReadonlyMap<string, LintRule> = new Map(rules.map((rule) => [rule.id, rule]))
const faultRules: ReadonlySet<string> = new Set(Object.keys(en))

/** The rules whose severity a configuration may set. */
export const configurableRules: ReadonlySet<string> = new Set([
  ...rules.filter(({ tier }) => tier !== 'interface' && tier !== 'language').map(({ id }) => id),
  ...Object.keys(mildFaults),
])

/** The ids of every rule of messages, in no order. */
export const ruleIds: ReadonlySet<string> = new Set([...ruleOf.keys(), ...faultRules])

const suppressible: ReadonlySet<string> = new Set(ruleOf.keys())

export interface LintedMessage {
  readonly document: Document
  /** At their places in the file. */
  readonly faults: readonly Fault[]
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
  const context = { document, suppressible, others: faultRules, ...(today !== undefined && { today }) }
  const { kept, silenced, faults: ofDirectives } = suppress(found, context)
  const placed = (findings: readonly WordedFinding[]): readonly WordedFinding[] =>
    revision.isEdited ? findings.map((finding) => placedBefore(finding, revision)) : findings
  if (faults.length === 0 && ofDirectives.length === 0 && silenced.length === 0) return { findings: kept, silenced: [] }
  const read = faults.map((one) => faultFinding(one, fixOf(one, document.source), settings))
  const directives = ofDirectives.map(({ fault, fix = fixOf(fault, document.source) }) =>
    faultFinding(fault, fix, settings),
  )
  const isThere = (finding: WordedFinding | undefined): finding is WordedFinding => finding !== undefined
  return {
    findings: [...read.filter(isThere), ...placed([...directives.filter(isThere), ...kept])],
    silenced: placed(silenced.filter(({ rule }) => ruleOf.get(rule)?.tier === 'interface')),
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

/** A fault of the reader or of what surrounds a message, as a finding; none where a configuration turns it off. */
export function faultFinding(found: Fault, fix: Fix | undefined, settings: RuleSettings): WordedFinding | undefined {
  const severity = severityIn(found.rule, settings)
  if (severity === 'off') return undefined
  const { rule, span } = found
  const { pointer, measure } = placeOf(found)
  return { rule, severity, span, pointer, measure, fix, word: (language) => wordsIn(language)(found) }
}

function severityIn(rule: Rule, settings: RuleSettings): RuleSeverity {
  return rule in mildFaults ? (settings[rule] ?? severityOfFault(rule)) : 'error'
}

/** Where in the payload a fault of a recipient's values is, and by how much. */
function placeOf(found: Fault): Partial<Pick<WordedFinding, 'pointer' | 'measure'>> {
  if (found.rule === 'recipient-link-invalid' || found.rule === 'recipient-text-empty') {
    return { pointer: found.args.pointer }
  }
  if (found.rule !== 'recipient-overflow') return {}
  const { pointer, actual, limit, unit } = found.args
  return { pointer, measure: { actual, limit, unit } }
}
