import { defineRule } from '../rule.ts'

export const recipientValueMissing = defineRule<{ column: string }>()({
  id: 'recipient-value-missing',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ column }) => ({
      message: `"${column}" has no value, and the message no fallback for it; fill it in.`,
      help: `A fallback is declared in the message: vars: { ${column}: { fallback: … } }`,
    }),
    ko: ({ column }) => ({
      message: `"${column}" 값이 비어 있고 메시지에 대체값도 없습니다. 값을 채우세요.`,
      help: `대체값은 메시지에 선언합니다: vars: { ${column}: { fallback: … } }`,
    }),
  },
})
