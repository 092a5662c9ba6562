import { fileSize } from '../../words/phrases.ts'
import { defineRule } from '../rule.ts'

export const recipientQuoteUnclosed = defineRule<{ maxBytes: number }>()({
  id: 'recipient-quote-unclosed',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ maxBytes }) => ({
      message: 'The quote that opens here is not closed; close it.',
      help: `A quote inside a value is written twice, and the value stands in quotes: "5"" screen". A row may have at most ${fileSize(maxBytes)}.`,
    }),
    ko: ({ maxBytes }) => ({
      message: '여기서 연 따옴표가 닫히지 않습니다. 닫으세요.',
      help: `값 안의 따옴표는 두 번 쓰고 값 전체를 따옴표로 감쌉니다: "5"" 화면". 한 행은 최대 ${fileSize(maxBytes)}입니다.`,
    }),
  },
})
