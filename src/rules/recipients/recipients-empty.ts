import { defineRule } from '../rule.ts'

export const recipientsEmpty = defineRule<object>()({
  id: 'recipients-empty',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: () => ({
      message: 'The file has no recipients; write one on each line.',
      help: 'The first line of a CSV file has the names of the columns.',
    }),
    ko: () => ({
      message: '파일에 수신자가 없습니다. 한 줄에 한 명씩 쓰세요.',
      help: 'CSV 파일의 첫 줄은 열 이름입니다.',
    }),
  },
})
