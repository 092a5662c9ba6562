import { times } from '../../contract/limits.ts'
import { defineRule } from '../rule.ts'

export const windowNotOff = defineRule<object>()({
  id: 'window-not-off',
  tier: 'language',
  severity: 'error',
  subject: 'config',
  words: {
    en: () => ({
      message: `"window" can be off for this machine alone; remove it. Sending is restricted between ${times.restrictedFrom} and ${times.restrictedUntil} KST.`,
    }),
    ko: () => ({
      message: `"window" 설정은 이 컴퓨터로 보낼 때만 끌 수 있습니다. ${times.restrictedFrom}부터 ${times.restrictedUntil}까지(KST)는 발송이 제한되니 이 줄을 지우세요.`,
    }),
  },
})
