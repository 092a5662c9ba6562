import type { FaultArgs, Rule, Unreadable } from '../fault.ts'
import type { Language } from './language.ts'
import { unitIn, withReadings } from './readings.ts'
import type { Words } from './wording.ts'

type RecipientsRule = Extract<Rule, 'recipient-overflow' | 'recipient-link-invalid' | 'recipients-not-read'>

const reasons: { readonly [L in Language]: { readonly [U in Unreadable | 'outside-root']: string } } = {
  en: {
    permission: 'permission denied',
    loop: 'a circular symbolic link',
    directory: 'it is a directory',
    'not-found': 'it does not exist',
    'special-file': 'it is not a regular file',
    io: 'an input/output error',
    'outside-root': 'it is outside the project',
  },
  ko: {
    permission: '권한이 없습니다',
    loop: '심볼릭 링크가 순환합니다',
    directory: '디렉터리입니다',
    'not-found': '파일이 없습니다',
    'special-file': '일반 파일이 아닙니다',
    io: '입출력 오류가 났습니다',
    'outside-root': '프로젝트 밖에 있습니다',
  },
}

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
      message: `The recipients file "${path}" cannot be read: ${reasons.en[reason]}.`,
    }),
  },
  ko: {
    'recipient-overflow': (found) => withReadings({ message: overflowInKorean(found) }, found, 'ko'),
    'recipient-link-invalid': ({ file, row, more, field }) => ({
      message: `${file} 파일의 ${row}행${othersInKorean(more)} 값을 넣으면 "${field}" 값이 올바른 URL이 되지 않습니다. 링크 맨 앞의 변수에는 URL을 넣으세요.`,
    }),
    'recipients-not-read': ({ path, reason }) => ({
      message: `수신자 파일 "${path}": 읽을 수 없습니다. ${reasons.ko[reason]}.`,
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
