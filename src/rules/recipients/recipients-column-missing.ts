import type { Language } from '../../words/language.ts'
import { defineRule } from '../rule.ts'

const meant: { readonly [L in Language]: (column: string, suggestion: string | undefined) => string } = {
  en: (column, suggestion) =>
    suggestion === undefined ? '; add it.' : `. If column "${suggestion}" is meant, rename it to "${column}".`,
  ko: (column, suggestion) =>
    suggestion === undefined ? '추가하세요.' : `"${suggestion}" 열이 맞다면 열 이름을 "${column}"(으)로 바꾸세요.`,
}

export const recipientsColumnMissing = defineRule<{ column: string; suggestion?: string }>()({
  id: 'recipients-column-missing',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ column, suggestion }) => ({
      message: `There is no column "${column}"${meant.en(column, suggestion)}`,
      help:
        column === 'receiver_number'
          ? 'It holds the mobile number of each recipient.'
          : 'The message uses this variable, and it has no fallback.',
    }),
    ko: ({ column, suggestion }) => ({
      message: `"${column}" 열이 없습니다. ${meant.ko(column, suggestion)}`,
      help:
        column === 'receiver_number'
          ? '수신자의 휴대폰 번호가 들어가는 열입니다.'
          : '메시지가 쓰는 변수인데 대체값(fallback)이 없습니다.',
    }),
  },
})
