import { fileSize } from '../../words/phrases.ts'
import { defineRule } from '../rule.ts'

export const fileTooLarge = defineRule<{ bytes: number; maxBytes: number }>()({
  id: 'file-too-large',
  tier: 'language',
  severity: 'error',
  subject: 'project',
  words: {
    en: ({ bytes, maxBytes }) => ({
      message: `The file has ${fileSize(bytes, maxBytes)}; a message file may have at most ${fileSize(maxBytes)}.`,
    }),
    ko: ({ bytes, maxBytes }) => ({
      message: `파일이 ${fileSize(bytes, maxBytes)}입니다. 메시지 파일은 최대 ${fileSize(maxBytes)}입니다.`,
    }),
  },
})
