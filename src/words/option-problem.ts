import { byteReadings, characterReadings } from '../contract/text.ts'
import type { Language } from './language.ts'
import { suggestionIn } from './phrases.ts'

/** What an option of the library takes. */
export type OptionForm =
  | 'text'
  | 'texts'
  | 'recipients'
  | 'switch'
  | 'function'
  | 'signal'
  | 'language'
  | 'limit'
  | 'time'
  | 'new-ledger'
  | 'source'
  | 'list'
  | 'readings'
  | 'severities'
  | 'template'

/** What can be wrong with a call of the library. */
export type OptionProblem =
  | { readonly type: 'project-closed' }
  | { readonly type: 'not-a-project' }
  | { readonly type: 'path-missing'; readonly path: string; readonly suggestion?: string }
  | { readonly type: 'not-options' }
  | { readonly type: 'option-wrong'; readonly option: string; readonly takes: OptionForm }
  | { readonly type: 'option-missing'; readonly option: string }
  | {
      readonly type: 'option-unknown'
      readonly option: string
      readonly known: readonly string[]
      readonly suggestion?: string
    }

type Words = {
  readonly [T in OptionProblem['type']]: (problem: Extract<OptionProblem, { readonly type: T }>) => string
}

const forms: { readonly [L in Language]: { readonly [F in OptionForm]: string } } = {
  en: {
    text: 'a text that is not empty',
    texts: 'an array of texts',
    recipients: 'the path of a list, or an array of rows with receiver_number',
    switch: 'true or false',
    function: 'a function',
    signal: 'an AbortSignal',
    language: '"en" or "ko"',
    limit: 'a whole number of messages from 1',
    time: 'a Date, a time of the day in Korea ("14:30") or a time with its offset ("2026-06-12T14:30:00+09:00")',
    'new-ledger': 'true, false, or { reason } with a text that is not empty',
    source: 'a text',
    list: 'an array',
    readings: `{ bytes, characters }, with ${byteReadings.join(', ')} for the one and ${characterReadings.join(', ')} for the other`,
    severities:
      '"off", "warning" or "error" for rules whose severity can be set: none of the interface or the language',
    template: '"made" or "left out"',
  },
  ko: {
    text: '비어 있지 않은 문자열',
    texts: '문자열 배열',
    recipients: '목록의 경로, 또는 receiver_number가 있는 행의 배열',
    switch: 'true나 false',
    function: '함수',
    signal: 'AbortSignal',
    language: '"en"이나 "ko"',
    limit: '1 이상의 정수',
    time: 'Date, 한국 시각("14:30"), 시간대가 있는 시각("2026-06-12T14:30:00+09:00")',
    'new-ledger': 'true, false, 또는 비어 있지 않은 문자열이 든 { reason }',
    source: '문자열',
    list: '배열',
    readings: `{ bytes, characters } 객체. bytes는 ${byteReadings.join(', ')} 중 하나, characters는 ${characterReadings.join(', ')} 중 하나`,
    severities: '인터페이스나 작성 언어의 규칙이 아니어서 바꿀 수 있는 규칙의 "off", "warning", "error"',
    template: '"made"나 "left out"',
  },
}

export const optionProblemWords: { readonly [L in Language]: Words } = {
  en: {
    'project-closed': () => 'The project is closed; open it again with openProject.',
    'not-a-project': () => 'This is no project; open one with openProject.',
    'path-missing': ({ path, suggestion }) => `${path}: there is no such file or folder.${suggestionIn.en(suggestion)}`,
    'not-options': () => 'The options of a call are one object.',
    'option-wrong': ({ option, takes }) => `${option}: takes ${forms.en[takes]}.`,
    'option-missing': ({ option }) => `${option} is missing.`,
    'option-unknown': ({ option, known, suggestion }) =>
      `There is no option "${option}".${suggestionIn.en(suggestion)} There are: ${known.join(', ')}.`,
  },
  ko: {
    'project-closed': () => '이미 닫은 프로젝트입니다. openProject로 다시 여세요.',
    'not-a-project': () => '프로젝트가 아닙니다. openProject로 여세요.',
    'path-missing': ({ path, suggestion }) => `${path}: 파일이나 폴더가 없습니다.${suggestionIn.ko(suggestion)}`,
    'not-options': () => '옵션은 객체 하나로 넘기세요.',
    'option-wrong': ({ option, takes }) => `${option}: 쓸 수 있는 값은 ${forms.ko[takes]}입니다.`,
    'option-missing': ({ option }) => `${option} 옵션이 빠졌습니다.`,
    'option-unknown': ({ option, known, suggestion }) =>
      `"${option}" 옵션은 없습니다.${suggestionIn.ko(suggestion)} 있는 옵션: ${known.join(', ')}`,
  },
}
