import { defineRule } from '../rule.ts'
import { placeholder } from '../../text/text.ts'

// Every part ends at the next bracket of its kind: the cost stays linear. What has no address is text.
const pattern = new RegExp(
  String.raw`(?<!!)\[[^[\]]*\]\(<?(?:[a-z][a-z\d+.-]*:\/\/|www\.|${placeholder})[^()]*(?:\([^()]*\)[^()]*)*\)`,
  'i',
)

export const linkInsideText = defineRule<{ isButton: boolean }>({
  id: 'link-inside-text',
  severity: 'error',
  check({ lines, slips }, report) {
    for (const { start, text } of lines) {
      if (!text.includes('](') || slips.some(({ line }) => line.start <= start && start <= line.end)) continue
      const match = pattern.exec(text)
      if (!match) continue
      const span = { start: start + match.index, end: start + match.index + match[0].length }
      report({ span, args: { isButton: text.startsWith('- [') } })
    }
  },
  en: ({ isButton }) => ({
    message: isButton
      ? 'This button would be sent as text; write one button on a line, and nothing else.'
      : 'This link would be sent as text; write it as a button: "- [name](link)".',
    help: 'For the characters themselves write "\\[…](…)".',
  }),
  ko: ({ isButton }) => ({
    message: isButton
      ? '이 버튼은 글자로 발송됩니다. 한 줄에 버튼 하나만 쓰세요.'
      : '이 링크는 글자로 발송됩니다. "- [이름](링크)"처럼 버튼으로 쓰세요.',
    help: '글자 그대로 보내려면 "\\[…](…)"로 쓰세요.',
  }),
})
