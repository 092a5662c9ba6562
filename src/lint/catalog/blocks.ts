import { carouselFeed, shirtCard, textMessage } from '../example-source.ts'
import type { ReaderRuleInfo } from './reader-rule.ts'

const text = '예약이 확정되었습니다.\n'

const coupon = `\`\`\`coupon
title: 3000원 할인 쿠폰
description: 여름 한정
url_mobile: https://example.com/coupons/1
\`\`\`
`

/** Rules about blocks and comments. */
export const blockRules = [
  {
    id: 'block-unknown',
    tier: 'language',
    summary: {
      en: 'The name after three backticks is none of a block.',
      ko: '백틱 세 개 뒤에 쓴 블록 이름이 잘못되었습니다.',
    },
    why: {
      en: 'Taken for text, a misspelt block would be sent to people with its backticks and settings.',
      ko: '이름이 틀린 블록을 텍스트로 보면 백틱과 설정까지 그대로 수신자에게 발송됩니다.',
    },
    bad: { source: textMessage(`${text}\n\`\`\`buttons\nname: 상담원 연결\ntype: BC\n\`\`\`\n`) },
    good: { source: textMessage(`${text}\n\`\`\`button\nname: 상담원 연결\ntype: BC\n\`\`\`\n`) },
  },
  {
    id: 'block-unclosed',
    tier: 'language',
    summary: { en: 'A block has no line that ends it.', ko: '블록을 끝내는 줄이 없습니다.' },
    why: {
      en: 'Every line below would belong to the block, and text would be lost.',
      ko: '그 아래 줄이 모두 블록에 포함되어 본문이 사라집니다.',
    },
    bad: { source: textMessage(`${text}\n\`\`\`button\nname: 상담원 연결\ntype: BC\n`) },
    good: { source: textMessage(`${text}\n\`\`\`button\nname: 상담원 연결\ntype: BC\n\`\`\`\n`) },
  },
  {
    id: 'block-not-allowed',
    tier: 'language',
    summary: {
      en: 'A block stands in a part of the message that has no use for it.',
      ko: '메시지의 이 부분에서 쓸 수 없는 블록이 있습니다.',
    },
    why: {
      en: 'The service has no field for it there, and what it says would be lost: coupons, for one, exist in cards alone.',
      ko: '서비스에 담을 필드가 없어 블록의 내용이 사라집니다. 예를 들어 쿠폰은 캐러셀 카드에만 있습니다.',
    },
    bad: { source: textMessage(`여름 쿠폰이 도착했습니다.\n\n${coupon}`) },
    good: { source: textMessage('여름 쿠폰이 도착했습니다.\n\n- [쿠폰 받기](https://example.com/coupons/1)\n') },
  },
  {
    id: 'coupon-repeated',
    tier: 'language',
    summary: { en: 'A card has more than one coupon.', ko: '카드 하나에 쿠폰이 둘 이상입니다.' },
    why: {
      en: 'The service has room for one coupon in a card, so the others would be lost.',
      ko: '서비스는 카드마다 쿠폰을 하나만 받으므로 나머지는 사라집니다.',
    },
    bad: {
      source: carouselFeed(`${shirtCard}
${coupon}
\`\`\`coupon
title: 배송비 할인 쿠폰
description: 첫 구매 고객
url_mobile: https://example.com/coupons/2
\`\`\`
`),
    },
    good: { source: carouselFeed(`${shirtCard}\n${coupon}`) },
  },
  {
    id: 'tail-repeated',
    tier: 'language',
    summary: {
      en: 'A carousel has more than one "more" link at its end.',
      ko: '캐러셀 끝에 더보기 링크가 둘 이상입니다.',
    },
    why: {
      en: 'The service has one field for it, so the others would be lost.',
      ko: '서비스에는 더보기를 넣는 필드가 하나뿐이라 나머지는 사라집니다.',
    },
    bad: {
      source: carouselFeed(
        shirtCard,
        `
---

[전체 보기](https://example.com/all)

\`\`\`tail
url_mobile: https://m.example.com/all
url_pc: https://www.example.com/all
\`\`\`
`,
      ),
    },
    good: { source: carouselFeed(shirtCard, '\n---\n\n[전체 보기](https://example.com/all)\n') },
  },
  {
    id: 'comment-unclosed',
    tier: 'language',
    summary: { en: 'A comment starts and never ends.', ko: '주석이 시작만 하고 끝나지 않습니다.' },
    why: {
      en: 'Everything below would belong to the comment and reach nobody.',
      ko: '그 아래 내용이 모두 주석으로 처리되어 발송되지 않습니다.',
    },
    bad: { source: textMessage(`${text}\n<!-- 예약팀 확인 완료\n\n- [예약 보기](https://example.com/bookings)\n`) },
    good: {
      source: textMessage(`${text}\n<!-- 예약팀 확인 완료 -->\n\n- [예약 보기](https://example.com/bookings)\n`),
    },
  },
] as const satisfies readonly ReaderRuleInfo[]
