import { contractCheck } from '../../contract.ts'
import { repeatedIn } from '../kinds.ts'

// The interface requires the text for these kinds too, so that there is one cannot be wrong: one line is the summary
// that a chat list shows. Several lines hold content of their own, which would be lost.
const maxLines = 1

export const textMayNotShow = contractCheck<{ actual: number }>({
  id: 'text-may-not-show',
  check({ kind, texts }, report) {
    const msg = texts.find(({ pointer }) => pointer === '/msg')
    if (repeatedIn(kind) === undefined || msg === undefined) return
    const breaks = Array.from(msg.text.matchAll(/\n+/g), ({ index, 0: found }) => index + found.length)
    if (breaks[0] === undefined) return
    const actual = breaks.length + 1
    const range = { start: breaks[0], end: msg.text.length }
    report({ pointer: '/msg', range, measure: { actual, limit: maxLines, unit: 'lines' }, args: { actual } })
  },
  en: ({ actual }) =>
    `The text has ${actual} lines, but some services show no text in this kind. Keep one line as a summary and move the rest into the items or cards.`,
  ko: ({ actual }) =>
    `본문이 ${actual}줄이지만 일부 서비스에서는 이 종류의 본문이 보이지 않습니다. 요약 한 줄만 남기고 나머지는 아이템이나 카드로 옮기세요.`,
})
