import { defineRule } from '../rule.ts'

export const linkEmpty = defineRule<object>()({
  id: 'link-empty',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({ message: 'The link is empty; write where it leads.' }),
    ko: () => ({ message: '링크가 비어 있습니다. 주소를 쓰세요.' }),
  },
})
