import { defineRule } from '../rule.ts'
import { others, rowsIn } from './terms.ts'

export const recipientTextEmpty = defineRule<{
  file: string
  row: number
  more: number
  pointer: string
  field: string
}>()({
  id: 'recipient-text-empty',
  tier: 'interface',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: ({ file, row, more, field }) => ({
      message: `With the values of row ${row}${others(more)} of ${file}, "${field}" is blank and must not be; write text beside the variable, or correct the value.`,
    }),
    ko: ({ file, row, more, field }) => ({
      message: `${file} 파일의 ${rowsIn(row, more)} 값을 넣으면 꼭 있어야 하는 "${field}" 텍스트가 비게 됩니다. 다른 문구를 함께 쓰거나 값을 고치세요.`,
    }),
  },
})
