import { fileSize } from '../../words/phrases.ts'
import { defineRule } from '../rule.ts'

export const recipientRowTooLarge = defineRule<{ maxBytes: number }>()({
  id: 'recipient-row-too-large',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ maxBytes }) => ({
      message: `The row has more than ${fileSize(maxBytes)}; no recipient needs so much.`,
    }),
    ko: ({ maxBytes }) => ({
      message: `행이 ${fileSize(maxBytes)}를 넘습니다. 수신자 한 명에 이만큼은 필요하지 않습니다.`,
    }),
  },
})
