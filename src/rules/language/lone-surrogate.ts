import { defineRule } from '../rule.ts'

export const loneSurrogate = defineRule<object>()({
  id: 'lone-surrogate',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({ message: 'Half of a character (a lone surrogate) stands here; remove it.' }),
    ko: () => ({ message: '반쪽짜리 문자(짝 없는 서로게이트)가 있습니다. 지우세요.' }),
  },
})
