import type { Kind } from '../../src/contract/contracts.ts'
import { exampleBodies } from '../contract/brand-message/bodies.ts'
import { changed } from '../emulator/messages.ts'

const { recipientList, ...listed } = changed(exampleBodies['bm-wide-item-list'], '/item/list/0/title', undefined)

/** Messages of every kind, and the bodies that they become, which are the interface's examples without what a send adds. */
export const brandMessages: readonly {
  readonly kind: Kind
  readonly source: string
  readonly body: object
  readonly digest: string
}[] = [
  {
    kind: 'bm-text',
    digest: 'sha256:a2cbf259e3d937d95aa1372403396a03c3586077a6c66a17867e7b12eed24d2d',
    source: `---
kind: bm-text
pushAlarm: true
unsubscribeNo: "080-123-4567"
unsubscribeAuthNo: "1234"
adult: false
resendParameter:
  resendType: LMS
  resendTitle: 시음회
  resendContent: "(광고)주말 시음회[무료 수신거부]0801234567"
  resendUnsubscribeNo: "0801234567"
---
\`\`\`coupon
title: 2000원 할인 쿠폰
description: 주말 한정
linkMo: https://m.example/c
\`\`\`
새 원두가 도착했어요.
주말 시음회에 오세요.

- [시음 예약](https://m.example/a "https://w.example/a")
- [앱 열기](bean://a "https://m.example/a")
`,
    body: exampleBodies['bm-text'],
  },
  ...(['IMAGE', 'WIDE'] as const).map((bubble) => {
    const kind = bubble === 'IMAGE' ? 'bm-image' : 'bm-wide'
    return {
      kind,
      digest: `sha256:${bubble === 'IMAGE' ? '75597cdca792551e8eccfcc795f93f4b633a9da45988558c214a24a850a10802' : '2dd8df464ded0e0dfaf1c6e72ead7616b8b431d9d7b220a20cb01b987bf9a293'}`,
      source: `---\nkind: ${kind}\ntargeting: M\n---\n[![원두](https://i.example/p.jpg)](https://m.example/p)\n새 원두\n---\n5월\n`,
      body: {
        chatBubbleType: bubble,
        content: '새 원두\n---\n5월',
        image: { imageUrl: 'https://i.example/p.jpg', imageLink: 'https://m.example/p' },
        recipientList: [{ targeting: 'M', resendParameter: { isResend: false } }],
      },
    } as const
  }),
  {
    kind: 'bm-wide-item-list',
    digest: 'sha256:63418a6bf6c6de50c3844ebb56312aa3d309ebf98afe4268f492addf43d92603',
    source: `---
kind: bm-wide-item-list
---
# 이달의 원두

##
[![대표 원두](https://i.example/m.jpg)](https://m.example/1)

## 산미
![산미](https://i.example/2.jpg)
\`\`\`link
linkMo: https://m.example/2
\`\`\`

## 고소
[![고소](https://i.example/3.jpg)](https://m.example/3 "https://w.example/3")

---

- [전체 보기](https://m.example)
\`\`\`coupon
title: 배송비 할인 쿠폰
description: 주말 한정
linkMo: https://m.example/c
\`\`\`
`,
    body: {
      ...listed,
      coupon: { title: '배송비 할인 쿠폰', description: '주말 한정', linkMo: 'https://m.example/c' },
      recipientList,
    },
  },
  {
    kind: 'bm-commerce',
    digest: 'sha256:e36f59b034c7717965de826ee343e03df4031a99ebf3dec1f9835c68f2650191',
    source: `---
kind: bm-commerce
---
# 하우스 블렌드 1kg
![원두](https://i.example/p.jpg)
오늘 볶아 내일 도착
\`\`\`price
regularPrice: 30000
discountPrice: 27000
discountRate: 10
\`\`\`
- [구매하기](https://m.example/p)
`,
    body: exampleBodies['bm-commerce'],
  },
  {
    kind: 'bm-carousel-feed',
    digest: 'sha256:955958159691ee9fc40e02d9281a08ad56d221142d22b8551310d8f9c6294170',
    source: `---
kind: bm-carousel-feed
---
## 성수점
12월 3일에 엽니다.
![성수점](https://i.example/s.jpg)
- [길 찾기](https://m.example/s)
\`\`\`coupon
title: 첫잔 무료 쿠폰
description: 개점 주간
linkMo: https://m.example/c
\`\`\`

## 연남점
새 메뉴가 있어요.
![연남점](https://i.example/y.jpg)
- [메뉴](https://m.example/y)

---

[모두 보기](https://m.example/all)
`,
    body: exampleBodies['bm-carousel-feed'],
  },
  {
    kind: 'bm-carousel-commerce',
    digest: 'sha256:b709a2ab6c9441e35caab49211cc777e5cbfecfe72da477ef89f8b45e108b66e',
    source: `---
kind: bm-carousel-commerce
---
# 연말 기획
선물로 좋은 세트
[![기획](https://i.example/h.jpg)](https://m.example/g)

## 드립백 세트
리본 포장
![드립백](https://i.example/g1.jpg)
\`\`\`price
regularPrice: 20000
discountPrice: 17000
discountFixed: 3000
\`\`\`
- [선물하기](https://m.example/g1)

---

\`\`\`tail
linkMo: https://m.example/g
\`\`\`
`,
    body: changed(exampleBodies['bm-carousel-commerce'], '/carousel/head/linkPc', undefined),
  },
]
