import type { RuleInfo } from './rule.ts'
import { rules } from './rules.ts'
import { reportedRules } from './violations.ts'

/** Every rule of the reader of messages and of what surrounds it; no message has the violations of a configuration. */
export const readerRules: readonly RuleInfo[] = reportedRules.filter(({ subject }) => subject !== 'config')

export const allRules: readonly RuleInfo[] = [...rules, ...readerRules].toSorted((a, b) => (a.id < b.id ? -1 : 1))
