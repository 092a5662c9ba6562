import { defineRule } from '../rule.ts'

export const recipientNumberKept = defineRule<{ column: string }>()({
  id: 'recipient-number-kept',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ column }) => ({
      message: `The column "${column}" holds a mobile number, which would stay when the recipient's number is erased; write another word for this person, such as a customer number.`,
    }),
    ko: ({ column }) => ({
      message: `"${column}" 열에 휴대전화 번호가 있습니다. 수신 번호를 지운 뒤에도 남으므로 고객 번호처럼 다른 값을 쓰세요.`,
    }),
  },
})
