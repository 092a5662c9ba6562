import { defineRule } from '../rule.ts'

export const recipientCombiningMarks = defineRule<{ column: string; max: number }>()({
  id: 'recipient-combining-marks',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ column, max }) => ({
      message: `In "${column}" more than ${max} combining marks follow each other; remove some.`,
    }),
    ko: ({ column, max }) => ({
      message: `"${column}" 값에 결합 문자가 ${max}개 넘게 이어집니다. 줄이세요.`,
    }),
  },
})
