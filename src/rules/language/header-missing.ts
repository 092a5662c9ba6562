import { defineRule } from '../rule.ts'

export const headerMissing = defineRule<object>()({
  id: 'header-missing',
  tier: 'interface',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({ message: 'ft-wide-item-list needs a header; write "# …" above the text.' }),
    ko: () => ({
      message: 'ft-wide-item-list에는 헤더가 필요합니다. 본문 위에 "# …" 줄을 쓰세요.',
    }),
  },
})
