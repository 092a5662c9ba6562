import { textLimitRule } from '../text-limit.ts'

export const msgTooLong = textLimitRule(
  ['msg'],
  { en: 'The text', ko: '본문이' },
  {
    id: 'msg-too-long',
    summary: {
      en: 'The text of the message is too long.',
      ko: '본문이 너무 깁니다.',
    },
    why: {
      en: 'The service takes a text up to its limit, spaces and line breaks counted, and rejects a longer one.',
      ko: '서비스는 공백과 줄바꿈을 포함해 한도까지의 본문만 받고, 더 길면 거절합니다.',
    },
    bad: {
      source: `---
kind: ft-text
---
${Array(45).fill('오늘만 만나는 특별한 소식을 전해 드립니다.').join(' ')}
`,
    },
    good: {
      source: `---
kind: ft-text
---
오늘만 만나는 특별한 소식을 전해 드립니다.
`,
    },
  },
)
