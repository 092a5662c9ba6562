import { defineRule } from '../rule.ts'

export const suppressionUnused = defineRule<{ rule: string }>()({
  id: 'suppression-unused',
  tier: 'style',
  severity: 'warning',
  subject: 'message',
  words: {
    en: ({ rule }) => ({
      message: `There is no diagnostic of "${rule}" here; remove it from the directive.`,
    }),
    ko: ({ rule }) => ({
      message: `여기에는 "${rule}" 규칙에 걸리는 내용이 없습니다. 지시문에서 빼세요.`,
    }),
  },
})
