import { defineRule } from '../rule.ts'

export const suppressionWithoutRule = defineRule<object>()({
  id: 'suppression-without-rule',
  tier: 'style',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({
      message: 'The directive names no rule; write the id of the rule to suppress, then " -- " and the reason.',
    }),
    ko: () => ({
      message: '지시문에 규칙 이름이 없습니다. 끌 규칙의 이름을 쓰고 " -- " 뒤에 이유를 쓰세요.',
    }),
  },
})
