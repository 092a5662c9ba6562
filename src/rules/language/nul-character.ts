import { defineRule } from '../rule.ts'

export const nulCharacter = defineRule<object>()({
  id: 'nul-character',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({
      message: 'A NUL character stands here; remove it.',
      help: 'A file with NUL characters is often UTF-16: save it as UTF-8.',
    }),
    ko: () => ({
      message: 'NUL 문자가 있습니다. 지우세요.',
      help: 'NUL 문자가 있는 파일은 UTF-16일 때가 많습니다. UTF-8로 저장하세요.',
    }),
  },
})
