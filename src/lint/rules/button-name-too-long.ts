import { textLimitRule } from '../text-limit.ts'

export const buttonNameTooLong = textLimitRule(
  ['buttonNameLong', 'buttonNameShort', 'buttonName', 'cardButtonName'],
  { en: 'The button name', ko: '버튼 이름이' },
  {
    id: 'button-name-too-long',
    summary: {
      en: 'The name of a button is too long.',
      ko: '버튼 이름이 너무 깁니다.',
    },
    why: {
      en: 'Each kind has its own maximum; in a card of a carousel bytes are counted too, and a Hangul syllable takes three of them.',
      ko: '종류마다 한도가 다릅니다. 캐러셀 카드에서는 바이트도 세며, 한글 한 글자는 3바이트입니다.',
    },
    bad: {
      source: `---
kind: ft-text
---
신상품이 도착했습니다.

- [이번 주 신상품 모두 보러 가기](https://example.com/new)
`,
    },
    good: {
      source: `---
kind: ft-text
---
신상품이 도착했습니다.

- [신상품 보기](https://example.com/new)
`,
    },
  },
)
