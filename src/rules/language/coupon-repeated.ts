import { defineRule } from '../rule.ts'

export const couponRepeated = defineRule<object>()({
  id: 'coupon-repeated',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({ message: 'The card has a coupon already; remove one of the two.' }),
    ko: () => ({ message: '카드에 쿠폰이 이미 있습니다. 하나를 지우세요.' }),
  },
})
