import { defineRule } from '../rule.ts'

export const suppressionExpired = defineRule<{ rule: string; until: string }>()({
  id: 'suppression-expired',
  tier: 'style',
  severity: 'warning',
  subject: 'workspace',
  words: {
    en: ({ rule, until }) => ({
      message: `This suppressed "${rule}" until ${until}; fix the violation, or give a new date.`,
    }),
    ko: ({ rule, until }) => ({
      message: `"${rule}" 규칙을 ${until}까지만 끄기로 했습니다. 내용을 고치거나 날짜를 새로 정하세요.`,
    }),
  },
})
