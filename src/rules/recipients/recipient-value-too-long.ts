import { defineRule } from '../rule.ts'

export const recipientValueTooLong = defineRule<{
  column: string
  actual: number
  max: number
  isReference?: boolean
}>()({
  id: 'recipient-value-too-long',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ column, actual, max, isReference }) => ({
      message: `"${column}" has ${actual} characters; it may have at most ${max}.`,
      ...(!isReference && { help: 'The message declares the maximum under "vars".' }),
    }),
    ko: ({ column, actual, max, isReference }) => ({
      message: `"${column}" 값이 ${actual}자입니다. 최대 ${max}자입니다.`,
      ...(!isReference && { help: '최대 글자 수는 메시지의 "vars"에 선언되어 있습니다.' }),
    }),
  },
})
