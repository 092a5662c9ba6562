import { defineRule } from '../rule.ts'

export const suppressionWithoutReason = defineRule<{
  /** What stands for the ` -- ` before a reason. */
  typed?: string
}>()({
  id: 'suppression-without-reason',
  tier: 'style',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ typed }) => ({
      message:
        typed === undefined
          ? 'The directive gives no reason; write " -- " and why after the rule.'
          : `"${typed}" stands before the reason; write " -- ".`,
      help: '<!-- friendtalk-disable-next-line rule-id -- why this is right here (until 2027-01-31) -->',
    }),
    ko: ({ typed }) => ({
      message:
        typed === undefined
          ? '지시문에 이유가 없습니다. 규칙 뒤에 " -- "와 이유를 쓰세요.'
          : `이유 앞에 "${typed}" 대신 " -- "를 쓰세요.`,
      help: '<!-- friendtalk-disable-next-line 규칙-이름 -- 여기서는 괜찮은 이유 (until 2027-01-31) -->',
    }),
  },
})
