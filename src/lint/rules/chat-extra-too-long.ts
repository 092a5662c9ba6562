import { textLimitRule } from '../text-limit.ts'

export const chatExtraTooLong = textLimitRule(
  ['chatExtra'],
  { en: '"chat_extra"', ko: '"chat_extra" 값이' },
  {
    id: 'chat-extra-too-long',
    summary: {
      en: 'The metadata for a chat is too long.',
      ko: '상담 전환 메타 정보가 너무 깁니다.',
    },
    why: {
      en: 'The limit counts bytes, and the service rejects a message above it.',
      ko: '한도는 바이트로 세며, 넘으면 서비스가 메시지를 거절합니다.',
    },
    bad: {
      source: `---
kind: ft-text
---
상담이 필요하신가요?

\`\`\`button
name: 상담하기
type: BT
chat_extra: ${'order_'.repeat(9)}
\`\`\`
`,
    },
    good: {
      source: `---
kind: ft-text
---
상담이 필요하신가요?

\`\`\`button
name: 상담하기
type: BT
chat_extra: order_20260101
\`\`\`
`,
    },
  },
)
