import { defineRule } from '../rule.ts'

export const recipientNotInSafeList = defineRule<{ number: string }>()({
  id: 'recipient-not-in-safe-list',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ number }) => ({
      message: `${number} is not in the safe list of the target; remove the row or send to another target.`,
      help: 'The safe list is "recipients" of the target in the configuration.',
    }),
    ko: ({ number }) => ({
      message: `${number}: 발송 대상의 허용 목록에 없는 번호입니다. 행을 지우거나 다른 대상으로 보내세요.`,
      help: '허용 목록은 설정에서 발송 대상의 "recipients"입니다.',
    }),
  },
})
