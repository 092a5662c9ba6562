import { defineRule } from '../rule.ts'

export const recipientRowBlank = defineRule<object>()({
  id: 'recipient-row-blank',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: () => ({ message: 'A row is blank, and others follow; remove it.' }),
    ko: () => ({ message: '행과 행 사이에 빈 행이 있습니다. 지우세요.' }),
  },
})
