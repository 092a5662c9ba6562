import { defineRule } from '../rule.ts'

export const recipientsVariableWithoutColumn = defineRule<{ column: string; rows: number; suggestion?: string }>()({
  id: 'recipients-variable-without-column',
  tier: 'style',
  severity: 'warning',
  subject: 'recipients',
  words: {
    en: ({ column, rows, suggestion }) => ({
      message: `There is no column "${column}", so ${rows === 1 ? 'the one recipient gets' : `all ${rows} recipients get`} its fallback.${suggestion === undefined ? '' : ` Did you mean column "${suggestion}"? Rename it.`}`,
    }),
    ko: ({ column, rows, suggestion }) => ({
      message: `"${column}" 열이 없어 수신자 ${rows}명이 모두 대체값으로 받습니다.${suggestion === undefined ? '' : ` "${suggestion}" 열을 말한다면 이름을 바꾸세요.`}`,
    }),
  },
})
