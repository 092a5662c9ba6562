import { defineRule } from '../rule.ts'

export const variableNotAllowed = defineRule<{ name: string; field: string }>()({
  id: 'variable-not-allowed',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ name, field }) => ({
      message: `"#{${name}}" stands in ${field}, which takes no variables; write the value out.`,
    }),
    ko: ({ name, field }) => ({
      message: `변수를 쓸 수 없는 ${field} 값에 "#{${name}}" 변수가 있습니다. 변수 대신 실제 값을 쓰세요.`,
    }),
  },
})
