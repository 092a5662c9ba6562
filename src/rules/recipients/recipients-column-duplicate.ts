import { defineRule } from '../rule.ts'

export const recipientsColumnDuplicate = defineRule<{ column: string }>()({
  id: 'recipients-column-duplicate',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ column }) => ({
      message: `The column "${column}" is there a second time; remove or rename one of the two.`,
    }),
    ko: ({ column }) => ({
      message: `"${column}" 열이 두 번 나옵니다. 하나를 지우거나 이름을 바꾸세요.`,
    }),
  },
})
