import type { Unreadable } from '../../violation.ts'
import { unreadableWords } from '../language/image-unreadable.ts'
import { defineRule } from '../rule.ts'

export const fileUnreadable = defineRule<{ reason: Unreadable }>()({
  id: 'file-unreadable',
  tier: 'language',
  severity: 'error',
  subject: 'project',
  words: {
    en: ({ reason }) => ({ message: `The file cannot be read: ${unreadableWords.en[reason]}.` }),
    ko: ({ reason }) => ({ message: `파일을 읽을 수 없습니다. ${unreadableWords.ko[reason]}.` }),
  },
})
