import { suggestionIn } from '../../words/phrases.ts'
import { defineRule } from '../rule.ts'
import { suggested } from '../word-fixes.ts'

export const directiveUnknown = defineRule<{ name: string; suggestion?: string }>()({
  id: 'directive-unknown',
  tier: 'style',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ name, suggestion }) => ({
      message: `"${name}" is not a directive; use friendtalk-disable-next-line or friendtalk-disable.${suggestionIn.en(suggestion)}`,
      help: 'A comment that starts with "friendtalk-" is read as a directive.',
    }),
    ko: ({ name, suggestion }) => ({
      message: `"${name}" 지시문은 없습니다. friendtalk-disable-next-line이나 friendtalk-disable을 쓰세요.${suggestionIn.ko(suggestion)}`,
      help: '"friendtalk-"로 시작하는 주석은 지시문으로 읽습니다.',
    }),
  },
  fix: ({ name, suggestion }, wrong) => suggested(name, suggestion, wrong),
})
