import { defineRule } from '../rule.ts'

export const suppressionWithoutReason = defineRule<object>()({
  id: 'suppression-without-reason',
  tier: 'style',
  severity: 'error',
  subject: 'message',
  words: {
    en: () => ({
      message: 'The directive gives no reason; write " -- " and why after the rule.',
      help: '<!-- friendtalk-disable-next-line rule-id -- why this is right here (until 2027-01-31) -->',
    }),
    ko: () => ({
      message: '지시문에 이유가 없습니다. 규칙 뒤에 " -- "와 이유를 쓰세요.',
      help: '<!-- friendtalk-disable-next-line 규칙-이름 -- 여기서는 괜찮은 이유 (until 2027-01-31) -->',
    }),
  },
})
