import { defineRule } from '../rule.ts'

export const recipientValueVariable = defineRule<{ column: string }>()({
  id: 'recipient-value-variable',
  tier: 'style',
  severity: 'warning',
  subject: 'recipients',
  words: {
    en: ({ column }) => ({
      message: `The value of "${column}" holds "#{", which is sent as it is; was it left unfilled where the list was made?`,
    }),
    ko: ({ column }) => ({
      message: `"${column}" 값에 "#{"가 있고, 적힌 그대로 발송됩니다. 목록을 만들 때 값이 채워지지 않았는지 확인하세요.`,
    }),
  },
})
