import { defineRule } from '../rule.ts'
import { asText } from './terms.ts'

export const recipientNumberLostZero = defineRule<object>()({
  id: 'recipient-number-lost-zero',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: () => ({
      message: 'The number has lost its leading zero; write it as 010….',
      help: asText.en,
    }),
    ko: () => ({
      message: '번호 맨 앞의 0이 사라졌습니다. 010…으로 쓰세요.',
      help: asText.ko,
    }),
  },
})
