import type { RecipientArgs, RuleId } from '../violation.ts'
import * as checks from './checks.ts'
import { contractRules } from './contract-rules.ts'
import type { Finding, RuleInfo } from './finding.ts'
import { messageFindings, recipientsFindings } from './findings.ts'
import { limitRules } from './limit-rules.ts'
import type { LintRule } from './rule.ts'

const looking: readonly LintRule[] = [...Object.values(checks), ...contractRules, ...limitRules]

/** Every rule that checks a message which could be read, by id. One that looks may have limits too. */
export const rules: readonly LintRule[] = [...new Set(looking.map(({ id }) => id))].toSorted().flatMap((id) => {
  const parts = looking.filter((rule) => rule.id === id)
  const check: LintRule['check'] = (subject, violations) => {
    for (const part of parts) part.check(subject, violations)
  }
  return parts.slice(0, 1).map((rule) => (parts.length > 1 ? { ...rule, check } : rule))
})

/** Findings about messages and their surroundings. */
export const reportedRules: readonly Finding<never>[] = Object.values<Finding<never>>(messageFindings)

export const recipientRules: readonly Finding<never>[] = Object.values<Finding<never>>(recipientsFindings)

/** Every rule of a message, sorted by id; none has the violations of a configuration. */
export const messageRules: readonly RuleInfo[] = sorted([
  ...rules,
  ...reportedRules.filter(({ subject }) => subject !== 'config'),
])

/** Every rule of messages and of recipients files, sorted by id. */
export const everyRule: readonly RuleInfo[] = sorted([...messageRules, ...recipientRules])

/** The ids of what messages and configurations may break. */
export const ruleIds: ReadonlySet<string> = new Set([...rules, ...reportedRules].map(({ id }) => id))

/** The rules whose severity a configuration may set. */
export const configurableRules: ReadonlySet<string> = new Set(
  [
    ...rules.filter(({ tier }) => tier !== 'interface' && tier !== 'language'),
    ...reportedRules.filter(({ severity }) => severity === 'warning'),
  ].map(({ id }) => id),
)

export function reportedRule(id: RuleId): Finding<never> {
  return messageFindings[id]
}

export function recipientRule(id: keyof RecipientArgs): Finding<never> {
  return recipientsFindings[id]
}

function sorted(some: readonly RuleInfo[]): readonly RuleInfo[] {
  return some.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
