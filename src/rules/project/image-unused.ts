import { defineRule } from '../rule.ts'

export const imageUnused = defineRule<{ path: string }>()({
  id: 'image-unused',
  tier: 'style',
  severity: 'warning',
  subject: 'project',
  words: {
    en: ({ path }) => ({ message: `No message uses "${path}"; remove it or refer to it.` }),
    ko: ({ path }) => ({ message: `"${path}" 파일을 쓰는 메시지가 없습니다. 지우거나 메시지에 넣으세요.` }),
  },
})
