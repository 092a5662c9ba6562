import { defineRule } from '../rule.ts'

export const recipientsColumnUnknown = defineRule<{ column: string; suggestion: string }>()({
  id: 'recipients-column-unknown',
  tier: 'style',
  severity: 'warning',
  subject: 'recipients',
  words: {
    en: ({ column, suggestion }) => ({
      message: `The message has no use for "${column}". Did you mean "${suggestion}"?`,
    }),
    ko: ({ column, suggestion }) => ({
      message: `"${column}": 메시지가 쓰지 않는 열입니다. "${suggestion}"의 오타인지 확인하세요.`,
    }),
  },
})
