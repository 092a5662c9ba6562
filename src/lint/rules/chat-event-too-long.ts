import { textLimitRule } from '../text-limit.ts'

export const chatEventTooLong = textLimitRule(
  ['chatEvent'],
  { en: '"chat_event"', ko: '"chat_event" 값이' },
  {
    id: 'chat-event-too-long',
    summary: {
      en: 'The event name for a bot is too long.',
      ko: '봇 이벤트 이름이 너무 깁니다.',
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
chat_event: ${'event_'.repeat(9)}
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
chat_event: order_help
\`\`\`
`,
    },
  },
)
