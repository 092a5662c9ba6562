import { defineRule } from '../rule.ts'

export const yamlDirective = defineRule<object>()({
  id: 'yaml-directive',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({ message: 'A YAML directive (%) stands here; remove it.' }),
    ko: () => ({ message: 'YAML 지시문(%)이 있습니다. 지우세요.' }),
  },
})
