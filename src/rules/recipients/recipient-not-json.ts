import { defineRule } from '../rule.ts'

export const recipientNotJson = defineRule<object>()({
  id: 'recipient-not-json',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: () => ({
      message: 'The line is not JSON; write one object on each line.',
      help: '{"receiver_number":"01012345678"}',
    }),
    ko: () => ({
      message: 'JSON이 아닌 줄입니다. 한 줄에 객체 하나를 쓰세요.',
      help: '{"receiver_number":"01012345678"}',
    }),
  },
})
