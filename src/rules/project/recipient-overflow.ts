import { type OtherReading, unitIn, withReadings } from '../../words/phrases.ts'
import { defineRule } from '../rule.ts'
import { others, rowsIn } from './terms.ts'

export interface OverflowArgs {
  file: string
  row: number
  more: number
  pointer: string
  field: string
  actual: number
  limit: number
  unit: 'bytes' | 'characters'
  others: readonly OtherReading[]
}

export const recipientOverflow = defineRule<OverflowArgs>()({
  id: 'recipient-overflow',
  tier: 'interface',
  severity: 'error',
  subject: 'recipients',
  words: {
    en: (found) => withReadings({ message: overflowInEnglish(found) }, found, 'en'),
    ko: (found) => withReadings({ message: overflowInKorean(found) }, found, 'ko'),
  },
})

function overflowInEnglish({ file, row, more, field, actual, limit, unit }: OverflowArgs): string {
  return `With the values of row ${row}${others(more)} of ${file}, "${field}" has ${actual}${unitIn.en[unit]}; at most ${limit} are allowed. Shorten the text or the value.`
}

function overflowInKorean({ file, row, more, field, actual, limit, unit }: OverflowArgs): string {
  const word = unitIn.ko[unit]
  return `${file} 파일의 ${rowsIn(row, more)} 값을 넣으면 "${field}"의 길이가 ${actual}${word}가 됩니다. ${limit}${word}까지 쓸 수 있으니 문구나 값을 줄이세요.`
}
