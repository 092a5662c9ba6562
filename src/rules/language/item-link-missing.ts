import { defineRule } from '../rule.ts'

export const itemLinkMissing = defineRule<{ isApart?: true }>()({
  id: 'item-link-missing',
  tier: 'interface',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ isApart }) => ({
      message: isApart
        ? 'This link stands apart from the image of its item; write it around the image: "[![…](path)](https://…)".'
        : 'The item has no link; write "[![…](path)](https://…)" or a link block.',
    }),
    ko: ({ isApart }) => ({
      message: isApart
        ? '링크가 아이템의 이미지와 떨어져 있습니다. "[![…](경로)](https://…)"처럼 이미지를 링크로 감싸세요.'
        : '아이템에 링크가 없습니다. "[![…](경로)](https://…)"나 link 블록을 쓰세요.',
    }),
  },
})
