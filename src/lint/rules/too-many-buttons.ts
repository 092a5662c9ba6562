import { limits } from '../../contract/limits.ts'
import { tooManyRule } from '../count-limit.ts'
import { countedButtons } from '../counted-lists.ts'

export const tooManyButtons = tooManyRule(countedButtons, limits.buttons.max, {
  id: 'too-many-buttons',
  summary: { en: 'A message or a card has too many buttons.', ko: '메시지나 카드에 버튼이 너무 많습니다.' },
  why: { en: 'The service rejects the message.', ko: '서비스가 메시지를 거절합니다.' },
  bad: {
    source: `---
kind: ft-text
---
무엇을 도와드릴까요?

- [주문 조회](https://example.com/1)
- [배송 조회](https://example.com/2)
- [교환 신청](https://example.com/3)
- [반품 신청](https://example.com/4)
- [1:1 문의](https://example.com/5)
- [매장 찾기](https://example.com/6)
`,
  },
  good: {
    source: `---
kind: ft-text
---
무엇을 도와드릴까요?

- [주문 조회](https://example.com/1)
- [배송 조회](https://example.com/2)
- [교환 신청](https://example.com/3)
- [반품 신청](https://example.com/4)
- [1:1 문의](https://example.com/5)
`,
  },
})
