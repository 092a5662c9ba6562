import { defineRule } from '../rule.ts'

export const yamlTooDeep = defineRule<{ maxDepth: number }>()({
  id: 'yaml-too-deep',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ maxDepth }) => ({ message: `The YAML nests deeper than ${maxDepth} levels; flatten it.` }),
    ko: ({ maxDepth }) => ({ message: `YAML이 ${maxDepth}단계보다 깊습니다. 단순하게 바꾸세요.` }),
  },
})
