import { defineRule } from '../rule.ts'

export const headerRepeated = defineRule<object>()({
  id: 'header-repeated',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({ message: 'The message has a header already; remove one of the two.' }),
    ko: () => ({ message: '헤더가 이미 있습니다. 하나를 지우세요.' }),
  },
})
