import { defineRule } from '../rule.ts'

export const yamlTag = defineRule<{ tag: string }>()({
  id: 'yaml-tag',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ tag }) => ({
      message: `The tag ${tag} is not known; remove it.`,
      help: 'Text that starts with "!" goes in quotes.',
    }),
    ko: ({ tag }) => ({
      message: `알 수 없는 "${tag}" 태그가 있습니다. 지우세요.`,
      help: '"!"로 시작하는 텍스트는 따옴표로 감쌉니다.',
    }),
  },
})
