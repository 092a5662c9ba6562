import type { Kind } from '../../contract/kinds.ts'
import { defineRule, type Measure } from '../rule.ts'

const kindsWithoutText: ReadonlySet<Kind> = new Set(['ft-wide-item-list', 'ft-carousel-feed'])

// The interface requires the text for these kinds too, so that there is one cannot be wrong: one line is the summary
// that a chat list shows. Several lines hold content of their own, which would be lost.
const maxLines = 1

export const textMayNotShow = defineRule<Measure>({
  id: 'text-may-not-show',
  tier: 'platform',
  severity: 'warning',
  source: 'text by kind',
  summary: {
    en: 'The text of a list or a carousel holds more than a summary.',
    ko: '리스트형이나 캐러셀형의 본문에 요약보다 많은 내용이 있습니다.',
  },
  why: {
    en: 'Some services show only the items or cards, and of the text at most a line in the chat list. The text is required, so one line is never reported; several lines hold content that readers may never see.',
    ko: '일부 서비스에서는 아이템이나 카드만 보이고, 본문은 채팅 목록에 한 줄 정도만 나타납니다. 본문은 반드시 있어야 하므로 한 줄은 알리지 않지만, 여러 줄에 담은 내용은 수신자가 못 볼 수 있습니다.',
  },
  bad: {
    source: carouselWith(
      '겨울 신메뉴를 소개합니다.\n\n12월 31일까지 멤버십 회원께는 한 잔을 더 드립니다.\n매장에서 회원 바코드를 보여 주세요.',
    ),
  },
  good: { source: carouselWith('겨울 신메뉴를 소개합니다.') },
  check({ message: { kind, msg } }, report) {
    if (!kindsWithoutText.has(kind) || msg === undefined) return
    // Lines are joined by pieces that hold nothing but line breaks.
    const breaks = msg.pieces.flatMap((piece, index) =>
      piece.type === 'text' && piece.value.startsWith('\n') ? [index] : [],
    )
    const second = breaks[0] === undefined ? undefined : msg.pieces[breaks[0] + 1]
    if (second === undefined) return
    const measure = { actual: breaks.length + 1, limit: maxLines, unit: 'lines' } as const
    report({ span: { start: second.span.start, end: msg.span.end }, pointer: '/msg', measure, args: measure })
  },
  words: {
    en: ({ actual }) => ({
      message: `The text has ${actual} lines, but some services show no text in this kind. Keep one line as a summary and move the rest into the items or cards.`,
    }),
    ko: ({ actual }) => ({
      message: `본문이 ${actual}줄이지만 일부 서비스에서는 이 종류의 본문이 보이지 않습니다. 요약 한 줄만 남기고 나머지는 아이템이나 카드로 옮기세요.`,
    }),
  },
})

function carouselWith(text: string): string {
  return `---
kind: ft-carousel-feed
---
${text}

## 라떼
![라떼](latte.png)
부드러운 우유

## 핫초코
![핫초코](choco.png)
진한 초콜릿
`
}
