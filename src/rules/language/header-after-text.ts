import { defineRule } from '../rule.ts'

export const headerAfterText = defineRule<object>()({
  id: 'header-after-text',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({ message: 'The header stands after text; move it to the top.' }),
    ko: () => ({ message: '헤더가 본문 뒤에 있습니다. 맨 위로 옮기세요.' }),
  },
})
