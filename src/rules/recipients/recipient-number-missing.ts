import { defineRule } from '../rule.ts'

export const recipientNumberMissing = defineRule<object>()({
  id: 'recipient-number-missing',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: () => ({ message: 'The row has no receiver_number; add it or remove the row.' }),
    ko: () => ({ message: 'receiver_number 값이 없습니다. 번호를 쓰거나 행을 지우세요.' }),
  },
})
