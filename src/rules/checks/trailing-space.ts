import { defineRule } from '../rule.ts'

/** Exports of other programs end every line so: one finding tells it of all lines and mends them. */
export const trailingSpace = defineRule<{ more: number }>({
  id: 'trailing-space',
  check({ lines }, report) {
    const spans = lines.flatMap(({ start, text }) => {
      let end = text.length
      while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--
      return end === text.length || end === 0 ? [] : [{ start: start + end, end: start + text.length }]
    })
    const [span] = spans
    if (span === undefined) return
    const edits = spans.map((one) => ({ text: '', ...one }))
    report({ span, args: { more: spans.length - 1 }, fix: { safe: true, edits } })
  },
  en: ({ more }) =>
    `Spaces stand at the end of this line${more > 0 ? ` and of ${more} more` : ''} and are not sent; remove them.`,
  ko: ({ more }) => `줄 끝의 공백은 발송되지 않습니다. 지우세요.${more > 0 ? ` 다른 ${more}줄에도 있습니다.` : ''}`,
})
