import { defineRule } from '../rule.ts'

export const titleEmpty = defineRule<{ depth: 1 | 2 }>()({
  id: 'title-empty',
  tier: 'interface',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ depth }) => ({ message: `Nothing follows the "${'#'.repeat(depth)}"; write a title.` }),
    ko: ({ depth }) => ({ message: `"${'#'.repeat(depth)}" 뒤가 비어 있습니다. 제목을 쓰세요.` }),
  },
})
