import { defineRule } from '../rule.ts'

export const suppressionNotPossible = defineRule<{ rule: string }>()({
  id: 'suppression-not-possible',
  tier: 'style',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ rule }) => ({
      message: `"${rule}" cannot be suppressed: a message that breaks it cannot be compiled. Fix the violation instead.`,
    }),
    ko: ({ rule }) => ({
      message: `"${rule}" 규칙은 끌 수 없습니다. 어기면 메시지를 컴파일할 수 없으니 내용을 고치세요.`,
    }),
  },
})
