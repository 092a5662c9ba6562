import { limits } from '../../contract/limits.ts'
import { tooManyRule } from '../count-limit.ts'

export const tooManyCards = tooManyRule(
  {
    list: ({ message }) =>
      message.kind === 'ft-carousel-feed'
        ? [{ pointer: '/carousel/list', spans: message.cards.map(({ span }) => span) }]
        : [],
    name: { one: 'card', many: 'cards', ko: '카드가 {}장' },
    unit: 'cards',
    source: limits.cards.source,
  },
  limits.cards.max,
  {
    id: 'too-many-cards',
    summary: { en: 'A carousel has too many cards.', ko: '캐러셀에 카드가 너무 많습니다.' },
    why: {
      en: 'The service rejects the message, and its upload takes no more images either.',
      ko: '서비스가 메시지를 거절하며, 이미지 업로드 개수에도 같은 한도가 있습니다.',
    },
    bad: {
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

## 카푸치노
![카푸치노](card3.png)
따뜻한 카푸치노 한 잔

## 모카
![모카](card4.png)
따뜻한 모카 한 잔

## 에스프레소
![에스프레소](card5.png)
따뜻한 에스프레소 한 잔

## 유자차
![유자차](card6.png)
따뜻한 유자차 한 잔

## 밀크티
![밀크티](card7.png)
따뜻한 밀크티 한 잔
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

## 카푸치노
![카푸치노](card3.png)
따뜻한 카푸치노 한 잔

## 모카
![모카](card4.png)
따뜻한 모카 한 잔

## 에스프레소
![에스프레소](card5.png)
따뜻한 에스프레소 한 잔

## 유자차
![유자차](card6.png)
따뜻한 유자차 한 잔
`,
    },
  },
)
