import { insideTextRule } from '../inside-text.ts'

// Every part ends at the next bracket of its kind: the cost stays linear.
const pattern = /!\[[^[\]]*\]\([^()]*\)/g

export const imageInsideText = insideTextRule(
  pattern,
  {
    en: () => ({
      message: 'This image would be sent as text; put it on a line of its own.',
      help: 'For the characters themselves write "!\\[…](…)".',
    }),
    ko: () => ({
      message: '이 이미지는 글자로 발송됩니다. 한 줄에 이미지만 쓰세요.',
      help: '글자 그대로 보내려면 "!\\[…](…)"로 쓰세요.',
    }),
  },
  {
    id: 'image-inside-text',
    summary: { en: 'An image stands inside text.', ko: '글 안에 이미지가 있습니다.' },
    why: {
      en: 'It is sent as the characters that are typed: an image must stand alone on its line.',
      ko: '글자 그대로 발송됩니다. 이미지는 한 줄에 따로 써야 합니다.',
    },
    bad: { source: '---\nkind: ft-image\n---\n새 매장은 ![매장](store.png)입니다.\n\n![매장](store.png)\n' },
    good: { source: '---\nkind: ft-image\n---\n새 매장입니다.\n\n![매장](store.png)\n' },
  },
)
