import { defineRule } from '../rule.ts'

export const recipientKeyDuplicate = defineRule<{ firstRow: number }>()({
  id: 'recipient-key-duplicate',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ firstRow }) => ({
      message: `The msg_key of this row is that of row ${firstRow} too; give each row its own.`,
    }),
    ko: ({ firstRow }) => ({
      message: `${firstRow}번째 행과 msg_key가 같습니다. 행마다 다른 값을 쓰세요.`,
    }),
  },
})
