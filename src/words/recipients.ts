import type { FaultArgs, Rule } from '../fault.ts'
import type { Language } from './language.ts'
import { unitIn, withReadings } from './readings.ts'
import { unreadableWords } from './unreadable.ts'
import type { Words } from './wording.ts'

type RecipientsRule = Extract<Rule, 'recipient-overflow' | 'recipient-link-invalid' | 'recipients-not-read'>

const others = (more: number): string => (more === 0 ? '' : ` and ${more} more row${more === 1 ? '' : 's'}`)
const othersInKorean = (more: number): string => (more === 0 ? '' : ` 외 ${more}행`)

/** The words for what a message finds wrong with the values of its recipients. */
export const recipientsWords: { readonly [L in Language]: Pick<Words, RecipientsRule> } = {
  en: {
    'recipient-overflow': (found) => withReadings({ message: overflowInEnglish(found) }, found, 'en'),
    'recipient-link-invalid': ({ file, row, more, field }) => ({
      message: `With the values of row ${row}${others(more)} of ${file}, "${field}" is not a URL; a value at the start of a link must be one.`,
    }),
    'recipients-not-read': ({ path, reason }) => ({
      message: `The recipients file "${path}" cannot be read: ${unreadableWords.en[reason]}.`,
    }),
  },
  ko: {
    'recipient-overflow': (found) => withReadings({ message: overflowInKorean(found) }, found, 'ko'),
    'recipient-link-invalid': ({ file, row, more, field }) => ({
      message: `${file} 파일의 ${row}행${othersInKorean(more)} 값을 넣으면 "${field}" 값이 올바른 URL이 되지 않습니다. 링크 맨 앞의 변수에는 URL을 넣으세요.`,
    }),
    'recipients-not-read': ({ path, reason }) => ({
      message: `수신자 파일 "${path}": 읽을 수 없습니다. ${unreadableWords.ko[reason]}.`,
    }),
  },
}

type Overflow = FaultArgs['recipient-overflow']

function overflowInEnglish({ file, row, more, field, actual, limit, unit }: Overflow): string {
  return `With the values of row ${row}${others(more)} of ${file}, "${field}" has ${actual}${unitIn.en[unit]}; at most ${limit} are allowed. Shorten the text or the value.`
}

function overflowInKorean({ file, row, more, field, actual, limit, unit }: Overflow): string {
  const word = unitIn.ko[unit]
  return `${file} 파일의 ${row}행${othersInKorean(more)} 값을 넣으면 "${field}"의 길이가 ${actual}${word}가 됩니다. ${limit}${word}까지 쓸 수 있으니 문구나 값을 줄이세요.`
}
