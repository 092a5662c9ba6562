import { defineRule } from '../rule.ts'

export const termRepeated = defineRule<{ avoid: string }>()({
  id: 'term-repeated',
  tier: 'language',
  severity: 'error',
  subject: 'config',
  words: {
    en: ({ avoid }) => ({ message: `"${avoid}" is among the terms already; remove one of the two.` }),
    ko: ({ avoid }) => ({ message: `"${avoid}"은(는) terms에 이미 있습니다. 하나를 지우세요.` }),
  },
})
