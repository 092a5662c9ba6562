import { fileSize } from '../../words/phrases.ts'
import { defineRule } from '../rule.ts'

export const imageTooLarge = defineRule<{ path: string; bytes: number; maxBytes: number }>()({
  id: 'image-too-large',
  tier: 'language',
  severity: 'error',
  subject: 'project',
  words: {
    en: ({ path, bytes, maxBytes }) => ({
      message: `"${path}" has ${fileSize(bytes, maxBytes)}; files above ${fileSize(maxBytes)} are not read.`,
    }),
    ko: ({ path, bytes, maxBytes }) => ({
      message: `"${path}" 파일이 ${fileSize(bytes, maxBytes)}입니다. ${fileSize(maxBytes)}를 넘는 파일은 읽지 않습니다.`,
    }),
  },
})
