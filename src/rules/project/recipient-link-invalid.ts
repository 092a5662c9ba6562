import { defineRule } from '../rule.ts'
import { others, rowsIn } from './terms.ts'

export const recipientLinkInvalid = defineRule<{
  file: string
  row: number
  more: number
  pointer: string
  field: string
}>()({
  id: 'recipient-link-invalid',
  tier: 'language',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ file, row, more, field }) => ({
      message: `With the values of row ${row}${others(more)} of ${file}, "${field}" is not a URL; a value at the start of a link must be one.`,
    }),
    ko: ({ file, row, more, field }) => ({
      message: `${file} 파일의 ${rowsIn(row, more)} 값을 넣으면 "${field}" 값이 올바른 URL이 되지 않습니다. 링크 맨 앞의 변수에는 URL을 넣으세요.`,
    }),
  },
})
