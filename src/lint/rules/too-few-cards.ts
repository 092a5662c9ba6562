import { limits } from '../../contract/limits.ts'
import { tooFewRule } from '../count-limit.ts'

export const tooFewCards = tooFewRule(
  {
    list: ({ message }) =>
      message.kind === 'ft-carousel-feed'
        ? [{ pointer: '/carousel/list', spans: message.cards.map(({ span }) => span) }]
        : [],
    name: { one: 'card', many: 'cards', ko: '카드가 {}장' },
    unit: 'cards',
    source: limits.cards.source,
  },
  limits.cards.min,
  {
    id: 'too-few-cards',
    summary: { en: 'A carousel has too few cards.', ko: '캐러셀에 카드가 모자랍니다.' },
    why: {
      en: 'A carousel of one card is rejected; ft-image shows a single one.',
      ko: '카드가 한 장인 캐러셀은 거절됩니다. 한 장이면 ft-image를 쓰세요.',
    },
    bad: {
      source: `---
kind: ft-carousel-feed
---
겨울 신메뉴를 소개합니다.

## 라떼
![라떼](card1.png)
따뜻한 라떼 한 잔
`,
    },
    good: {
      source: `---
kind: ft-carousel-feed
---
겨울 신메뉴를 소개합니다.

## 라떼
![라떼](card1.png)
따뜻한 라떼 한 잔

## 핫초코
![핫초코](card2.png)
따뜻한 핫초코 한 잔
`,
    },
  },
)
