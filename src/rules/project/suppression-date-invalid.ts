import { defineRule } from '../rule.ts'

export const suppressionDateInvalid = defineRule<{ until: string }>()({
  id: 'suppression-date-invalid',
  tier: 'style',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ until }) => ({
      message: `"${until}" is not a date; write it as (until 2027-01-31).`,
    }),
    ko: ({ until }) => ({
      message: `"${until}": 날짜가 아닙니다. (until 2027-01-31)처럼 쓰세요.`,
    }),
  },
})
