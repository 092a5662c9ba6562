import { defineRule } from '../rule.ts'

export const blockUnclosed = defineRule<{ name: string }>()({
  id: 'block-unclosed',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ name }) => ({ message: `The ${name} block is not closed; end it with a line of "\`\`\`".` }),
    ko: ({ name }) => ({ message: `${name} 블록이 닫히지 않았습니다. "\`\`\`" 줄로 닫으세요.` }),
  },
})
