import { defineRule } from '../rule.ts'

export const keyDuplicate = defineRule<{ key: string }>()({
  id: 'key-duplicate',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ key }) => ({ message: `The key "${key}" stands here a second time; remove one of the two.` }),
    ko: ({ key }) => ({ message: `"${key}" 키가 두 번 나옵니다. 하나를 지우세요.` }),
  },
})
