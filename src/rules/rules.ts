import * as checks from './checks.ts'
import { contractRules } from './contract-rules.ts'
import { limitRules } from './limit-rules.ts'
import type { LintRule } from './rule.ts'

const every: readonly LintRule[] = [...Object.values(checks), ...contractRules, ...limitRules]

/** Every rule that checks a message which could be read, by id. One that looks may have limits too. */
export const rules: readonly LintRule[] = [...new Set(every.map(({ id }) => id))].toSorted().flatMap((id) => {
  const parts = every.filter((rule) => rule.id === id)
  const check: LintRule['check'] = (subject, violations) => {
    for (const part of parts) part.check(subject, violations)
  }
  return parts.slice(0, 1).map((rule) => (parts.length > 1 ? { ...rule, check } : rule))
})
