import { defineRule } from '../rule.ts'

export const ruleNotConfigurable = defineRule<{ rule: string }>()({
  id: 'rule-not-configurable',
  tier: 'language',
  severity: 'error',
  subject: 'config',
  words: {
    en: ({ rule }) => ({
      message: `"${rule}" is always an error and cannot be set here; remove it.`,
      help: 'A rule of the interface is suppressed where it is broken, with a reason: <!-- friendtalk-disable-next-line rule -- reason -->',
    }),
    ko: ({ rule }) => ({
      message: `"${rule}" 규칙은 항상 오류이므로 설정에서 바꿀 수 없습니다. 이 줄을 지우세요.`,
      help: '인터페이스 규칙은 어긴 곳에서 이유를 적어 끕니다. <!-- friendtalk-disable-next-line 규칙 -- 이유 -->',
    }),
  },
})
