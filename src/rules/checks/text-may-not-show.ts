import type { Kind } from '../../contract/friend-talk/kinds.ts'
import { defineRule, type Measure } from '../rule.ts'

const kindsWithoutText: ReadonlySet<Kind> = new Set(['ft-wide-item-list', 'ft-carousel-feed'])

// The interface requires the text for these kinds too, so that there is one cannot be wrong: one line is the summary
// that a chat list shows. Several lines hold content of their own, which would be lost.
const maxLines = 1

export const textMayNotShow = defineRule<Measure>()({
  id: 'text-may-not-show',
  tier: 'platform',
  severity: 'warning',
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
