import { defineRule } from '../rule.ts'
import { type JsonType, types } from './terms.ts'

export const recipientValueType = defineRule<{ column: string; found: JsonType }>()({
  id: 'recipient-value-type',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ column, found }) => ({
      message: `"${column}" is ${types.en[found]}; write it as text, in quotes.`,
    }),
    ko: ({ column, found }) => ({
      message: `"${column}" 값의 형식은 ${types.ko[found]}입니다. 따옴표로 감싸 텍스트로 쓰세요.`,
    }),
  },
})
