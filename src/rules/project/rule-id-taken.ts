import { defineRule } from '../rule.ts'

export const ruleIdTaken = defineRule<{ rule: string; by: 'friendtalk' | 'plugin' }>()({
  id: 'rule-id-taken',
  tier: 'language',
  severity: 'error',
  subject: 'config',
  words: {
    en: ({ rule, by }) => ({
      message: `${by === 'plugin' ? 'Another of the plugins' : 'A rule of friendtalk'} has the id "${rule}" already; choose another one.`,
    }),
    ko: ({ rule, by }) => ({
      message: `"${rule}"은(는) ${by === 'plugin' ? '다른 플러그인' : 'friendtalk의 규칙'}이 이미 쓰는 이름입니다. 다른 이름을 쓰세요.`,
    }),
  },
})
