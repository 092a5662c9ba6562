import { defineRule } from '../rule.ts'

const pattern = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/g

export const bidirectionalCharacter = defineRule<{ codes: string }>({
  id: 'bidirectional-character',
  tier: 'craft',
  severity: 'error',
  summary: {
    en: 'A character changes the direction in which text is shown.',
    ko: '글의 표시 방향을 바꾸는 문자가 있습니다.',
  },
  why: {
    en: 'What a reviewer sees is then not what is sent: a link can look like another.',
    ko: '검토하는 사람이 보는 내용과 실제 발송되는 내용이 달라집니다. 링크가 다른 주소처럼 보일 수도 있습니다.',
  },
  bad: { source: '---\nkind: ft-text\n---\n쿠폰 번호는 \u202E1234\u202C 입니다.\n' },
  good: { source: '---\nkind: ft-text\n---\n쿠폰 번호는 1234 입니다.\n' },
  check({ document: { source }, isPlain }, report) {
    if (isPlain) return
    for (const { index, 0: found } of source.matchAll(pattern)) {
      const span = { start: index, end: index + found.length }
      const codes = [...new Set(found)].map(
        (one) => `U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
      )
      report({ span, args: { codes: codes.join(', ') }, fix: { safe: false, edits: [{ ...span, text: '' }] } })
    }
  },
  words: {
    en: ({ codes }) => ({ message: `A character that turns the direction of text stands here (${codes}); remove it.` }),
    ko: ({ codes }) => ({ message: `글의 방향을 바꾸는 문자가 있습니다(${codes}). 지우세요.` }),
  },
})
