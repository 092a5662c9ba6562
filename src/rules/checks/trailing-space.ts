import { defineRule } from '../rule.ts'

export const trailingSpace = defineRule<object>()({
  id: 'trailing-space',
  tier: 'style',
  severity: 'warning',
  check({ lines }, report) {
    for (const { start, text } of lines) {
      let end = text.length
      while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--
      if (end === text.length || end === 0) continue
      const span = { start: start + end, end: start + text.length }
      report({ span, args: {}, fix: { safe: true, edits: [{ text: '', ...span }] } })
    }
  },
  words: {
    en: () => ({ message: 'Spaces stand at the end of this line and are not sent; remove them.' }),
    ko: () => ({ message: '줄 끝의 공백은 발송되지 않습니다. 지우세요.' }),
  },
})
