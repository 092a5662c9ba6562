import { codePointsOf } from '../../text/text.ts'
import { defineRule } from '../rule.ts'

const pattern = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/g

export const bidirectionalCharacter = defineRule<{ codes: string }>({
  id: 'bidirectional-character',
  severity: 'error',
  check({ document: { source }, isPlain }, report) {
    if (isPlain) return
    for (const { index, 0: found } of source.matchAll(pattern)) {
      const span = { start: index, end: index + found.length }
      report({ span, args: { codes: codePointsOf(found) }, fix: { safe: false, edits: [{ ...span, text: '' }] } })
    }
  },
  en: ({ codes }) => `A character that turns the direction of text stands here (${codes}); remove it.`,
  ko: ({ codes }) => `글의 방향을 바꾸는 문자가 있습니다(${codes}). 지우세요.`,
})
