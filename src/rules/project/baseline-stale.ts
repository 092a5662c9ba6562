import { defineRule } from '../rule.ts'

export const baselineStale = defineRule<{ rule: string; path: string }>()({
  id: 'baseline-stale',
  tier: 'style',
  severity: 'warning',
  subject: 'project',
  words: {
    en: ({ rule, path }) => ({
      message: `"${path}" has no such diagnostic of "${rule}" any more; write the baseline again with --write-baseline.`,
    }),
    ko: ({ rule, path }) => ({
      message: `"${path}" 파일에서 "${rule}" 문제 하나가 사라졌습니다. --write-baseline으로 기준선을 다시 만드세요.`,
    }),
  },
})
