import { defineRule } from '../rule.ts'

export const recipientDuplicate = defineRule<{ number: string; firstRow?: number }>()({
  id: 'recipient-duplicate',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ number, firstRow }) => ({
      message: `${number} is in ${firstRow === undefined ? 'an earlier row' : `row ${firstRow}`} already; remove one of the two.`,
      help: 'Numbers are compared by their digits: +82 10-1234-5678 and 010-1234-5678 are one.',
    }),
    ko: ({ number, firstRow }) => ({
      message: `${number} 번호가 ${firstRow === undefined ? '앞' : `${firstRow}번째`} 행에 이미 있습니다. 하나를 지우세요.`,
      help: '번호는 숫자만 비교합니다. +82 10-1234-5678과 010-1234-5678은 같은 번호입니다.',
    }),
  },
})
