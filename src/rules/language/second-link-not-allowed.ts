import { defineRule } from '../rule.ts'

export const secondLinkNotAllowed = defineRule<object>()({
  id: 'second-link-not-allowed',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({ message: 'An image has one link; remove the second.' }),
    ko: () => ({ message: '이미지에는 링크를 하나만 걸 수 있습니다. 두 번째 링크를 지우세요.' }),
  },
})
