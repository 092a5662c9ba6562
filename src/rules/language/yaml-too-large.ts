import { fileSize } from '../../words/phrases.ts'
import { defineRule } from '../rule.ts'

export const yamlTooLarge = defineRule<{ bytes: number; maxBytes: number }>()({
  id: 'yaml-too-large',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ bytes, maxBytes }) => ({
      message: `The YAML has ${fileSize(bytes, maxBytes)}; at most ${fileSize(maxBytes)} are read.`,
    }),
    ko: ({ bytes, maxBytes }) => ({
      message: `YAML이 ${fileSize(bytes, maxBytes)}입니다. 최대 ${fileSize(maxBytes)}까지 읽습니다.`,
    }),
  },
})
