import { textLimitRule } from '../text-limit.ts'

export const echoToWebhookTooLong = textLimitRule(
  ['echoToWebhook'],
  { en: '"echo_to_webhook"', ko: '"echo_to_webhook" 값이' },
  {
    id: 'echo-to-webhook-too-long',
    summary: {
      en: 'The text that comes back with the webhook is too long.',
      ko: '웹훅으로 돌려받는 값이 너무 깁니다.',
    },
    why: {
      en: 'The service answers with code G142 and sends nothing.',
      ko: '서비스가 코드 G142로 거절하고 보내지 않습니다.',
    },
    bad: {
      source: `---
kind: ft-text
echo_to_webhook: ${'campaign-2026-winter;'.repeat(13)}
---
주문이 접수되었습니다.
`,
    },
    good: {
      source: `---
kind: ft-text
echo_to_webhook: campaign-2026-winter
---
주문이 접수되었습니다.
`,
    },
  },
)
