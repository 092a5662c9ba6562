import { defineRule } from '../rule.ts'

export const itemLinkRepeated = defineRule<object>()({
  id: 'item-link-repeated',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({ message: 'The item has a link already; remove one of the two.' }),
    ko: () => ({ message: '아이템에 링크가 이미 있습니다. 하나를 지우세요.' }),
  },
})
