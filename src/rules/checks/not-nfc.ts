import type { Span } from '../../diagnostic.ts'
import { defineRule } from '../rule.ts'

export const notNfc = defineRule<object>({
  id: 'not-nfc',
  check({ document: { source, lines }, message, isPlain }, report) {
    if (isPlain || source === source.normalize('NFC')) return
    // A path must stay what the file is called.
    const paths = [
      ...(message.recipients ? [message.recipients.span] : []),
      ...lines.flatMap((line): Span[] => (line.type === 'imageLine' ? [line.children[1].span] : [])),
    ]
    for (const { index, 0: line } of source.matchAll(/[^\r\n]+/g)) {
      const composed = line.normalize('NFC')
      if (composed === line) continue
      const span = { start: index, end: index + line.length }
      if (paths.some(({ start, end }) => start < span.end && end > span.start)) continue
      report({ span, args: {}, fix: { safe: true, edits: [{ ...span, text: composed }] } })
    }
  },
  en: 'This line has decomposed characters; save them in Unicode NFC.',
  ko: '이 줄의 글자가 자모로 풀어져 있습니다. 유니코드 NFC로 바꾸세요.',
})
