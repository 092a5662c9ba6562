import { defineRule } from '../rule.ts'

export const pluginsInJson = defineRule<object>()({
  id: 'plugins-in-json',
  tier: 'language',
  severity: 'error',
  subject: 'config',
  words: {
    en: () => ({
      message:
        'A configuration in JSON has no "plugins", which are functions; list them in friendtalk.config.ts, .js or .mjs, or use "terms" and "require".',
    }),
    ko: () => ({
      message:
        '"plugins"는 함수라서 JSON 설정에 쓸 수 없습니다. friendtalk.config.ts, .js, .mjs 파일에 적거나 "terms"와 "require"를 쓰세요.',
    }),
  },
})
