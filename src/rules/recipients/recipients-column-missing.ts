import type { Language } from '../../words/language.ts'
import { defineRule } from '../rule.ts'

const meant: { readonly [L in Language]: (column: string, suggestion: string | undefined) => string } = {
  en: (column, suggestion) =>
    suggestion === undefined ? '; add it.' : `. If column "${suggestion}" is meant, rename it to "${column}".`,
  ko: (column, suggestion) =>
    suggestion === undefined ? '추가하세요.' : `"${suggestion}" 열이 맞다면 열 이름을 "${column}"(으)로 바꾸세요.`,
}

export const recipientsColumnMissing = defineRule<{
  column: string
  suggestion?: string
  /** The line that has it, where that is not the first. */
  line?: number
}>()({
  id: 'recipients-column-missing',
  tier: 'style',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ column, suggestion, line }) => ({
      message:
        line === undefined
          ? `There is no column "${column}"${meant.en(column, suggestion)}`
          : `The names of the columns stand in line ${line}; remove what stands above it.`,
      help:
        column === 'receiver_number'
          ? 'It holds the mobile number of each recipient.'
          : 'The message uses this variable, and it has no fallback.',
    }),
    ko: ({ column, suggestion, line }) => ({
      message:
        line === undefined
          ? `"${column}" 열이 없습니다. ${meant.ko(column, suggestion)}`
          : `열 이름이 ${line}번째 줄에 있습니다. 그 위의 내용을 지우세요.`,
      help:
        column === 'receiver_number'
          ? '수신자의 휴대폰 번호가 들어가는 열입니다.'
          : '메시지가 쓰는 변수인데 대체값(fallback)이 없습니다.',
    }),
  },
})
