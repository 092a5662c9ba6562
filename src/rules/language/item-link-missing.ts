import { defineRule } from '../rule.ts'

export const itemLinkMissing = defineRule<object>()({
  id: 'item-link-missing',
  tier: 'interface',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({
      message: 'The item has no link; write "[![…](path)](https://…)" or a link block.',
    }),
    ko: () => ({
      message: '아이템에 링크가 없습니다. "[![…](경로)](https://…)"나 link 블록을 쓰세요.',
    }),
  },
})
