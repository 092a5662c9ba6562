import { grouped } from '../../words/printable.ts'
import { defineRule } from '../rule.ts'

export const recipientsVariableWithoutColumn = defineRule<{ column: string; rows: number; suggestion?: string }>()({
  id: 'recipients-variable-without-column',
  tier: 'style',
  severity: 'warning',
  subject: 'recipients',
  words: {
    en: ({ column, rows, suggestion }) => ({
      message: `There is no column "${column}", so ${rows === 1 ? 'the one recipient gets' : `all ${grouped(rows)} recipients get`} its fallback.${suggestion === undefined ? '' : ` If column "${suggestion}" is meant, rename it to "${column}".`}`,
    }),
    ko: ({ column, rows, suggestion }) => ({
      message: `"${column}" 열이 없어 수신자 ${grouped(rows)}명이 모두 대체값으로 받습니다.${suggestion === undefined ? '' : ` "${suggestion}" 열이 맞다면 열 이름을 "${column}"(으)로 바꾸세요.`}`,
    }),
  },
})
