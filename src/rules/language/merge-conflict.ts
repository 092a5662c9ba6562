import { defineRule } from '../rule.ts'

export const mergeConflict = defineRule<object>()({
  id: 'merge-conflict',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({
      message: 'A merge conflict of git is not resolved here; keep what is meant, and remove the lines with its marks.',
    }),
    ko: () => ({
      message: 'git 병합 충돌이 정리되지 않았습니다. 맞는 내용만 두고 충돌 표시 줄을 지우세요.',
    }),
  },
})
