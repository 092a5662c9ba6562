import { insideTextRule } from '../inside-text.ts'

// Every part ends at the next bracket of its kind, and none starts inside of another: the cost stays linear.
const pattern = /(?<!!)\[(?:[^[\]]|!\[[^[\]]*\]\((?:[^()[\]]|\[[^()[\]]*\])*\))*\]\((?:[^()]|\([^()]*\))*\)/g

export const linkInsideText = insideTextRule(
  pattern,
  {
    en: () => ({
      message: 'This link would be sent as text; write it as a button: "- [name](link)".',
      help: 'For the characters themselves write "\\[…](…)".',
    }),
    ko: () => ({
      message: '이 링크는 글자로 발송됩니다. "- [이름](링크)"처럼 버튼으로 쓰세요.',
      help: '글자 그대로 보내려면 "\\[…](…)"로 쓰세요.',
    }),
  },
  {
    id: 'link-inside-text',
    summary: { en: 'A link stands inside text.', ko: '글 안에 링크가 있습니다.' },
    why: {
      en: 'It is sent as the characters that are typed: links belong into buttons, images or items.',
      ko: '글자 그대로 발송됩니다. 링크는 버튼, 이미지, 아이템에 넣으세요.',
    },
    bad: { source: '---\nkind: ft-text\n---\n자세한 내용은 [공지](https://example.com)를 보세요.\n' },
    good: { source: '---\nkind: ft-text\n---\n자세한 내용은 공지를 보세요.\n\n- [공지 보기](https://example.com)\n' },
  },
)
