import { defineRule } from '../rule.ts'

export const trailingSpace = defineRule<object>({
  id: 'trailing-space',
  tier: 'craft',
  severity: 'warning',
  summary: { en: 'Spaces stand at the end of a line.', ko: '줄 끝에 공백이 있습니다.' },
  why: {
    en: 'They are not sent, also where Markdown would read two of them as a line break: every line break of the file is one of the message.',
    ko: '줄 끝 공백은 발송되지 않습니다. 마크다운처럼 공백 두 개로 줄을 바꿀 필요도 없습니다. 파일의 줄바꿈이 그대로 메시지의 줄바꿈이 됩니다.',
  },
  bad: { source: '---\nkind: ft-text\n---\n첫 줄입니다.  \n둘째 줄입니다.\n' },
  good: { source: '---\nkind: ft-text\n---\n첫 줄입니다.\n둘째 줄입니다.\n' },
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
