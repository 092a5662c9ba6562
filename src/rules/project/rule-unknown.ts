import { suggestionIn } from '../../words/phrases.ts'
import { defineRule } from '../rule.ts'

export const ruleUnknown = defineRule<{ rule: string; suggestion?: string }>()({
  id: 'rule-unknown',
  tier: 'language',
  severity: 'error',
  subject: 'config',
  words: {
    en: ({ rule, suggestion }) => ({
      message: `There is no rule "${rule}".${suggestionIn.en(suggestion)}`,
      help: 'friendtalk rules lists them all.',
    }),
    ko: ({ rule, suggestion }) => ({
      message: `"${rule}" 규칙은 없습니다.${suggestionIn.ko(suggestion)}`,
      help: '전체 목록은 friendtalk rules로 볼 수 있습니다.',
    }),
  },
})
