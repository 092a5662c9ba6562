import { defineRule } from '../rule.ts'

export const frontmatterUnclosed = defineRule<object>()({
  id: 'frontmatter-unclosed',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({
      message: 'The frontmatter is not closed; end it with a line of "---".',
      help: 'The closing line has exactly three "-" and starts in column 1.',
    }),
    ko: () => ({
      message: '프론트매터가 닫히지 않았습니다. "---" 줄로 닫으세요.',
      help: '닫는 줄은 첫 칸부터 "-" 세 개입니다.',
    }),
  },
})
