import { defineRule } from '../rule.ts'
import { type JsonType, types } from './terms.ts'

export const recipientNumberNotText = defineRule<{ found: JsonType }>()({
  id: 'recipient-number-not-text',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ found }) => ({
      message: `receiver_number is ${types.en[found]}; write it as text, in quotes.`,
      ...(found === 'number' && { help: 'A number in JSON has no leading zero: 01012345678 becomes 1012345678.' }),
    }),
    ko: ({ found }) => ({
      message: `receiver_number 값의 형식은 ${types.ko[found]}입니다. 따옴표로 감싸 텍스트로 쓰세요.`,
      ...(found === 'number' && { help: 'JSON의 숫자에는 맨 앞 0이 없습니다. 01012345678은 1012345678이 됩니다.' }),
    }),
  },
})
