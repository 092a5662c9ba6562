import { defineRule } from '../rule.ts'
import { type JsonType, types } from './terms.ts'

export const recipientNotObject = defineRule<{ found: JsonType }>()({
  id: 'recipient-not-object',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ found }) => ({
      message: `The line is ${types.en[found]}; write an object.`,
      help: '{"receiver_number":"01012345678"}',
    }),
    ko: ({ found }) => ({
      message: `줄의 내용이 ${types.ko[found]}입니다. 객체로 쓰세요.`,
      help: '{"receiver_number":"01012345678"}',
    }),
  },
})
