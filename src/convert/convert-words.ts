import type { Contract } from '../contract/contract.ts'
import { contracts } from '../contract/contracts.ts'
import type { Language } from '../words/language.ts'
import type { LostPart } from './rewrite.ts'

const contentFields = [...new Set(contracts.flatMap((contract) => contract.contentFields))]
const listNames = contracts.map(({ listName }) => listName)

/** A reason why a record cannot become a message file, at its JSON Pointer. */
export type ConvertProblem = { readonly pointer: string } & (
  | { readonly type: 'no-record' | 'kind-unclear' }
  /** It has none of the fields that records have; `keys` are those that it has. */
  | { readonly type: 'not-a-record'; readonly keys: readonly string[] }
  /** The compiler says why. */
  | { readonly type: 'diagnostic'; readonly rule: string; readonly message: string }
  | { readonly type: 'not-the-same' }
)

export function convertProblemIn(lang: Language, problem: ConvertProblem): string {
  switch (problem.type) {
    case 'diagnostic':
      return `${problem.message} (${problem.rule})`
    case 'not-a-record': {
      const keys = problem.keys.slice(0, maxKeys).join(', ')
      return words[lang].notARecord(problem.keys.length > maxKeys ? `${keys}, …` : keys)
    }
    case 'no-record':
    case 'kind-unclear':
    case 'not-the-same':
      return words[lang][problem.type]
  }
}

/** Says what became a comment in a message of another service. */
export function lostPartIn(lang: Language, { type, name }: LostPart, { name: service, succeeds }: Contract): string {
  return succeeds?.implied[name]?.words[lang] ?? words[lang].lost[type](service[lang], name)
}

/** Says that a file is left as it is. */
export function leftFileIn(lang: Language, { succeeds }: Contract): string {
  const from = contracts.find(({ id }) => id === succeeds?.service)
  return words[lang].left(from?.name[lang] ?? '')
}

const maxKeys = 8

const en = {
  notARecord: (keys: string) =>
    `This is no message record (${contentFields.join(', ')}), no list of them, no request (${listNames.join(', ')}) and no compiled template (payload).${keys === '' ? '' : ` It has: ${keys}.`}`,
  'no-record': 'This list is empty: it has no message record.',
  'kind-unclear':
    'A regular and a wide image message have the same fields: say which it is with --kind image or --kind wide.',
  'not-the-same':
    'A message file cannot say this: it has texts in NFC, without blanks at the ends of lines, and the fields of the kind alone.',
  lost: {
    text: (service: string) => `A ${service} of this kind has no text here: it is a comment now.`,
    button: (service: string, type: string) => `A ${service} has no buttons of the type ${type}: it is a comment now.`,
    setting: (service: string, key: string) => `A ${service} has no setting ${key}: it is a comment now.`,
  },
  left: (service: string) => `This is no message of ${service}: it is left as it is.`,
}

const ko: typeof en = {
  notARecord: (keys) =>
    `메시지 레코드(${contentFields.join(', ')})나 그 목록, 발송 요청(${listNames.join(', ')}), 컴파일된 템플릿(payload)이 아닙니다.${keys === '' ? '' : ` 여기에 있는 키: ${keys}.`}`,
  'no-record': '빈 목록입니다. 메시지 레코드가 없습니다.',
  'kind-unclear': '이미지형과 와이드 이미지형은 필드가 같습니다. --kind image 또는 --kind wide로 유형을 정하세요.',
  'not-the-same':
    '메시지 파일로 나타낼 수 없습니다. 텍스트는 NFC이고 줄 끝에 공백이 없어야 하며, 그 유형의 필드만 쓸 수 있습니다.',
  lost: {
    text: (service) => `이 유형의 ${service}에는 이 자리에 텍스트가 없어 주석으로 바꿨습니다.`,
    button: (service, type) => `${service}에는 ${type} 버튼이 없어 주석으로 바꿨습니다.`,
    setting: (service, key) => `${service}에는 ${key} 설정이 없어 주석으로 바꿨습니다.`,
  },
  left: (service) => `${service} 메시지가 아니어서 그대로 두었습니다.`,
}

const words: { readonly [L in Language]: typeof en } = { en, ko }
