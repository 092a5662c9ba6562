import { defineRule } from '../rule.ts'

export const tailRepeated = defineRule<object>()({
  id: 'tail-repeated',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({ message: 'The carousel has a tail already; remove one of the two.' }),
    ko: () => ({ message: '캐러셀에 더보기(tail)가 이미 있습니다. 하나를 지우세요.' }),
  },
})
