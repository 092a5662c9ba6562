import { defineRule } from '../rule.ts'

// Every part ends at the next bracket of its kind: the cost stays linear. What names no image is text.
const pattern = /!\[[^[\]]*\]\((?:<?https:\/\/[^()]*|[^()]*\.(?:png|jpe?g|gif|webp)>?)(?: "[^"]*")?\)/gi

export const imageInsideText = defineRule<object>({
  id: 'image-inside-text',
  severity: 'error',
  check({ lines, slips }, report) {
    for (const { start, text } of lines) {
      if (!text.includes('![') || slips.some(({ line }) => line.start <= start && start <= line.end)) continue
      for (const { index, 0: found } of text.matchAll(pattern)) {
        report({ span: { start: start + index, end: start + index + found.length }, args: {} })
      }
    }
  },
  en: () => ({
    message: 'This image would be sent as text; put it on a line of its own.',
    help: 'For the characters themselves write "!\\[…](…)".',
  }),
  ko: () => ({
    message: '이 이미지는 글자로 발송됩니다. 한 줄에 이미지만 쓰세요.',
    help: '글자 그대로 보내려면 "!\\[…](…)"로 쓰세요.',
  }),
})
