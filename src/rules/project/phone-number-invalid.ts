import { defineRule } from '../rule.ts'

export const phoneNumberInvalid = defineRule<{ key: string }>()({
  id: 'phone-number-invalid',
  tier: 'language',
  severity: 'error',
  subject: 'config',
  words: {
    en: ({ key }) => ({
      message: `"${key}" is not a Korean phone number; write its digits, such as "0212345678".`,
    }),
    ko: ({ key }) => ({
      message: `"${key}" 값이 전화번호가 아닙니다. "0212345678"처럼 숫자로 쓰세요.`,
    }),
  },
})
