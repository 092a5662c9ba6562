import type { FaultArgs, Rule } from '../fault.ts'
import type { Language } from './language.ts'
import { unitIn, withReadings } from './readings.ts'
import { suggestionIn } from './suggestion.ts'
import { unreadableWords } from './unreadable.ts'
import type { Words } from './wording.ts'

type RecipientsRule = Extract<
  Rule,
  'recipient-overflow' | 'recipient-link-invalid' | 'recipient-text-empty' | 'recipients-not-read'
>

const others = (more: number): string => (more === 0 ? '' : ` and ${more} more row${more === 1 ? '' : 's'}`)
const rowsIn = (row: number, more: number): string => (more === 0 ? `${row}행` : `${row}행을 비롯한 ${more + 1}개 행의`)

/** The words for what a message finds wrong with the values of its recipients. */
export const recipientsWords: { readonly [L in Language]: Pick<Words, RecipientsRule> } = {
  en: {
    'recipient-overflow': (found) => withReadings({ message: overflowInEnglish(found) }, found, 'en'),
    'recipient-link-invalid': ({ file, row, more, field }) => ({
      message: `With the values of row ${row}${others(more)} of ${file}, "${field}" is not a URL; a value at the start of a link must be one.`,
    }),
    'recipient-text-empty': ({ file, row, more, field }) => ({
      message: `With the values of row ${row}${others(more)} of ${file}, "${field}" is blank and must not be; write text beside the variable, or correct the value.`,
    }),
    'recipients-not-read': ({ path, file, reason, suggestion }) => ({
      message: `The recipients file "${path}"${lookedFor(path, file)} cannot be read: ${unreadableWords.en[reason]}.${suggestionIn.en(suggestion)}`,
      ...(path !== file && { help: 'A path in a message counts from the folder of the message.' }),
    }),
  },
  ko: {
    'recipient-overflow': (found) => withReadings({ message: overflowInKorean(found) }, found, 'ko'),
    'recipient-link-invalid': ({ file, row, more, field }) => ({
      message: `${file} 파일의 ${rowsIn(row, more)} 값을 넣으면 "${field}" 값이 올바른 URL이 되지 않습니다. 링크 맨 앞의 변수에는 URL을 넣으세요.`,
    }),
    'recipient-text-empty': ({ file, row, more, field }) => ({
      message: `${file} 파일의 ${rowsIn(row, more)} 값을 넣으면 꼭 있어야 하는 "${field}" 텍스트가 비게 됩니다. 다른 문구를 함께 쓰거나 값을 고치세요.`,
    }),
    'recipients-not-read': ({ path, file, reason, suggestion }) => ({
      message: `수신자 파일 "${path}"${lookedFor(path, file)}: 읽을 수 없습니다. ${unreadableWords.ko[reason]}.${suggestionIn.ko(suggestion)}`,
      ...(path !== file && { help: '메시지에 적은 경로는 메시지 파일이 있는 폴더를 기준으로 합니다.' }),
    }),
  },
}

/** Where a path leads from the root, where that is not what was typed. */
function lookedFor(path: string, file: string): string {
  return path === file ? '' : ` (${file})`
}

/** Stands behind the last finding of a file that is shown. */
export const moreFindings: { readonly [L in Language]: (more: number) => string } = {
  en: (more) => `There are ${more} more findings in this file.`,
  ko: (more) => `이 파일에는 문제가 ${more}개 더 있습니다.`,
}

type Overflow = FaultArgs['recipient-overflow']

function overflowInEnglish({ file, row, more, field, actual, limit, unit }: Overflow): string {
  return `With the values of row ${row}${others(more)} of ${file}, "${field}" has ${actual}${unitIn.en[unit]}; at most ${limit} are allowed. Shorten the text or the value.`
}

function overflowInKorean({ file, row, more, field, actual, limit, unit }: Overflow): string {
  const word = unitIn.ko[unit]
  return `${file} 파일의 ${rowsIn(row, more)} 값을 넣으면 "${field}"의 길이가 ${actual}${word}가 됩니다. ${limit}${word}까지 쓸 수 있으니 문구나 값을 줄이세요.`
}
