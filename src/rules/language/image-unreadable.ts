import type { Unreadable } from '../../violation.ts'
import { unreadableWords } from '../project/terms.ts'
import { defineRule } from '../rule.ts'

export const imageUnreadable = defineRule<{ path: string; reason: Unreadable }>()({
  id: 'image-unreadable',
  tier: 'language',
  severity: 'error',
  subject: 'workspace',
  words: {
    en: ({ path, reason }) => ({ message: `"${path}" cannot be read: ${unreadableWords.en[reason]}.` }),
    ko: ({ path, reason }) => ({
      message: `"${path}" 파일을 읽을 수 없습니다. ${unreadableWords.ko[reason]}.`,
    }),
  },
})
