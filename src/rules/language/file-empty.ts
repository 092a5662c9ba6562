import { defineRule } from '../rule.ts'

export const fileEmpty = defineRule<object>()({
  id: 'file-empty',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({
      message: 'The file is empty; a message starts with frontmatter.',
      help: 'The smallest message:\n---\nkind: ft-text\n---\nHello!',
    }),
    ko: () => ({
      message: '파일이 비어 있습니다. 메시지는 프론트매터로 시작합니다.',
      help: '가장 짧은 메시지:\n---\nkind: ft-text\n---\n안녕하세요!',
    }),
  },
})
