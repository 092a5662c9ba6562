import type { Suggesting, Unreadable } from '../../finding-types.ts'
import type { OtherReading } from '../../text/text.ts'
import { suggestionIn, unitIn, withReadings } from '../../words/phrases.ts'
import { finding, findings } from '../finding.ts'
import { unreadableWords } from '../terms.ts'

type OfRows = { file: string; row: number; more: number; pointer: string; field: string }

const others = (more: number): string => (more === 0 ? '' : ` and ${more} more row${more === 1 ? '' : 's'}`)

const rowsIn = (row: number, more: number): string => (more === 0 ? `${row}행` : `${row}행을 비롯한 ${more + 1}개 행의`)

/** A path from the root, if that is not what was typed. */
function lookedFor(path: string, file: string): string {
  return path === file ? '' : ` (${file})`
}

/** Findings about messages with the values of recipients. */
export const rowsFindings = findings(
  {
    'recipient-link-invalid': finding<OfRows>({
      tier: 'language',
      en: ({ file, row, more, field }) =>
        `With the values of row ${row}${others(more)} of ${file}, "${field}" is not a URL; a value at the start of a link must be one.`,
      ko: ({ file, row, more, field }) =>
        `${file} 파일의 ${rowsIn(row, more)} 값을 넣으면 "${field}" 값이 올바른 URL이 되지 않습니다. 링크 맨 앞의 변수에는 URL을 넣으세요.`,
    }),
    'recipient-overflow': finding<
      OfRows & { actual: number; limit: number; unit: 'bytes' | 'characters'; others: readonly OtherReading[] }
    >({
      tier: 'interface',
      en: (found) => {
        const { file, row, more, field, actual, limit, unit } = found
        const message = `With the values of row ${row}${others(more)} of ${file}, "${field}" has ${actual}${unitIn.en[unit]}; at most ${limit} are allowed. Shorten the text or the value.`
        return withReadings(message, found, 'en')
      },
      ko: (found) => {
        const { file, row, more, field, actual, limit } = found
        const unit = unitIn.ko[found.unit]
        const message = `${file} 파일의 ${rowsIn(row, more)} 값을 넣으면 "${field}"의 길이가 ${actual}${unit}가 됩니다. ${limit}${unit}까지 쓸 수 있으니 문구나 값을 줄이세요.`
        return withReadings(message, found, 'ko')
      },
    }),
    'recipient-text-empty': finding<OfRows>({
      tier: 'interface',
      en: ({ file, row, more, field }) =>
        `With the values of row ${row}${others(more)} of ${file}, "${field}" is blank and must not be; write text beside the variable, or correct the value.`,
      ko: ({ file, row, more, field }) =>
        `${file} 파일의 ${rowsIn(row, more)} 값을 넣으면 꼭 있어야 하는 "${field}" 텍스트가 비게 됩니다. 다른 문구를 함께 쓰거나 값을 고치세요.`,
    }),
    /** `path` as typed, `file` where that leads to from the root. */
    'recipients-not-read': finding<Suggesting<{ path: string; file: string; reason: Unreadable | 'outside-root' }>>({
      tier: 'language',
      severity: 'warning',
      en: ({ path, file, reason, suggestion }) => ({
        message: `The recipients file "${path}"${lookedFor(path, file)} cannot be read: ${unreadableWords.en[reason]}.${suggestionIn.en(suggestion)}`,
        ...(path !== file && { help: 'A path in a message counts from the folder of the message.' }),
      }),
      ko: ({ path, file, reason, suggestion }) => ({
        message: `수신자 파일 "${path}"${lookedFor(path, file)}: 읽을 수 없습니다. ${unreadableWords.ko[reason]}.${suggestionIn.ko(suggestion)}`,
        ...(path !== file && { help: '메시지에 적은 경로는 메시지 파일이 있는 폴더를 기준으로 합니다.' }),
      }),
    }),
  },
  { subject: 'recipients', tier: 'style' },
)
