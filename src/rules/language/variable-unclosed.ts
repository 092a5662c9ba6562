import { defineRule } from '../rule.ts'

export const variableUnclosed = defineRule<object>()({
  id: 'variable-unclosed',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({ message: '"#{" is not closed by "}"; close it, or write "\\#{" for the characters.' }),
    ko: () => ({
      message: '"#{"가 "}"로 닫히지 않았습니다. 닫거나, 문자 자체라면 "\\#{"로 쓰세요.',
    }),
  },
})
