import type { Language } from '../../words/language.ts'
import { defineRule } from '../rule.ts'

const meant: { readonly [L in Language]: (suggestion: string | undefined) => string } = {
  en: (suggestion) => (suggestion === undefined ? '' : ` Did you mean column "${suggestion}"? Rename it.`),
  ko: (suggestion) => (suggestion === undefined ? ' 추가하세요.' : ` "${suggestion}" 열을 말한다면 이름을 바꾸세요.`),
}

export const recipientsColumnMissing = defineRule<{ column: string; suggestion?: string }>()({
  id: 'recipients-column-missing',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ column, suggestion }) => ({
      message: `There is no column "${column}"${suggestion === undefined ? '; add it' : ''}.${meant.en(suggestion)}`,
      help:
        column === 'receiver_number'
          ? 'It holds the mobile number of each recipient.'
          : 'The message uses this variable, and it has no fallback.',
    }),
    ko: ({ column, suggestion }) => ({
      message: `"${column}" 열이 없습니다.${meant.ko(suggestion)}`,
      help:
        column === 'receiver_number'
          ? '수신자의 휴대폰 번호가 들어가는 열입니다.'
          : '메시지가 쓰는 변수인데 대체값(fallback)이 없습니다.',
    }),
  },
})
