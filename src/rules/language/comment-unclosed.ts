import { defineRule } from '../rule.ts'

export const commentUnclosed = defineRule<object>()({
  id: 'comment-unclosed',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({
      message: 'The comment is not closed; end it with "-->", or write "\\<!--" for the characters.',
    }),
    ko: () => ({
      message: '주석이 닫히지 않았습니다. "-->"로 닫거나, 문자 자체라면 "\\<!--"로 쓰세요.',
    }),
  },
})
