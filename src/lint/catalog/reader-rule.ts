import type { Rule } from '../../fault.ts'
import type { ConfigurationRule } from '../../words/configuration.ts'
import type { RuleInfo } from '../rule.ts'

/** What the reader of messages, or what surrounds it, can find; no message has the faults of a configuration. */
export type ReaderRule = Exclude<Rule, ConfigurationRule>

/** What is known of such a rule; how severe it is stands with the faults. */
export interface ReaderRuleInfo extends Omit<RuleInfo, 'severity'> {
  readonly id: ReaderRule
}
