import { defineRule } from '../rule.ts'

export const frontmatterMissing = defineRule<object>()({
  id: 'frontmatter-missing',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({
      message: 'The file does not start with frontmatter; put the settings between two lines of "---" at its top.',
      help: '---\nkind: ft-text\n---',
    }),
    ko: () => ({
      message: '프론트매터가 없습니다. 파일 맨 위에 "---" 줄 두 개를 쓰고 그 사이에 설정을 쓰세요.',
      help: '---\nkind: ft-text\n---',
    }),
  },
})
