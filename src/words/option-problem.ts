import type { Language } from './language.ts'
import { suggestionIn } from './phrases.ts'

/** What can be wrong with a call of the library, beyond what its types say. */
export type OptionProblem =
  | { readonly type: 'project-closed' }
  | { readonly type: 'path-missing'; readonly path: string; readonly suggestion?: string }
  | { readonly type: 'option-missing'; readonly option: string }
  | { readonly type: 'option-wrong'; readonly option: 'limit' | 'at' }

type Words = {
  readonly [T in OptionProblem['type']]: (problem: Extract<OptionProblem, { readonly type: T }>) => string
}

const takes: { readonly [L in Language]: { readonly [option in 'limit' | 'at']: string } } = {
  en: {
    limit: 'a whole number of messages from 1',
    at: 'a Date, a time in Korea ("14:30", "2026-06-12 14:30") or a time with its offset ("2026-06-12T14:30:00+09:00")',
  },
  ko: {
    limit: '1 이상의 정수',
    at: 'Date, 한국 시각("14:30", "2026-06-12 14:30"), 시간대가 있는 시각("2026-06-12T14:30:00+09:00")',
  },
}

export const optionProblemWords: { readonly [L in Language]: Words } = {
  en: {
    'project-closed': () => 'The project is closed; open it again with openProject.',
    'path-missing': ({ path, suggestion }) => `${path}: there is no such file or folder.${suggestionIn.en(suggestion)}`,
    'option-missing': ({ option }) => `${option} is missing.`,
    'option-wrong': ({ option }) => `${option}: takes ${takes.en[option]}.`,
  },
  ko: {
    'project-closed': () => '이미 닫은 프로젝트입니다. openProject로 다시 여세요.',
    'path-missing': ({ path, suggestion }) => `${path}: 파일이나 폴더가 없습니다.${suggestionIn.ko(suggestion)}`,
    'option-missing': ({ option }) => `${option} 옵션이 빠졌습니다.`,
    'option-wrong': ({ option }) => `${option}: 쓸 수 있는 값은 ${takes.ko[option]}입니다.`,
  },
}
