import { allRules } from '../lint/catalog.ts'
import type { RuleInfo } from '../lint/rule.ts'
import { recipientRules } from '../recipients/catalog.ts'

/** Every rule of messages and of recipients files, sorted by id. */
export const everyRule: readonly RuleInfo[] = [...allRules, ...recipientRules].toSorted((a, b) =>
  a.id < b.id ? -1 : 1,
)

const ruleOf: ReadonlyMap<string, RuleInfo> = new Map(everyRule.map((rule) => [rule.id, rule]))

/** The rule of an id; nothing where there is none. */
export function ruleNamed(id: string): RuleInfo | undefined {
  return ruleOf.get(id)
}
