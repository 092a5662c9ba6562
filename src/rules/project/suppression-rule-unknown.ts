import { defineRule } from '../rule.ts'
import { ruleUnknown } from './rule-unknown.ts'
import { suggested } from '../word-fixes.ts'

export const suppressionRuleUnknown = defineRule<{ rule: string; suggestion?: string }>()({
  id: 'suppression-rule-unknown',
  tier: 'style',
  severity: 'error',
  subject: 'message',
  words: ruleUnknown.words,
  fix: ({ rule, suggestion }, wrong) => suggested(rule, suggestion, wrong),
})
