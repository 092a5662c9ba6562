import { defaultContract } from '../contract/contracts.ts'
import type { Language } from '../words/language.ts'

const { listName } = defaultContract

/** What keeps a record from becoming a message file, at its JSON Pointer. */
export type ConvertProblem = { readonly pointer: string } & (
  | { readonly type: 'not-a-record' | 'no-record' | 'kind-unclear' }
  /** The compiler says why. */
  | { readonly type: 'diagnostic'; readonly rule: string; readonly message: string }
  | { readonly type: 'not-the-same' }
)

/** Words a problem in one sentence. */
export function convertProblemIn(lang: Language, problem: ConvertProblem): string {
  return problem.type === 'diagnostic' ? `${problem.message} (${problem.rule})` : words[lang][problem.type]
}

const en = {
  'not-a-record': `This is no message record, no ${listName} and no compiled template.`,
  'no-record': 'This list is empty: it has no message record.',
  'kind-unclear':
    'A regular and a wide image message have the same fields: say which it is with --kind image or --kind wide.',
  'not-the-same':
    'A message file cannot say this: it has texts in NFC, without blanks at the ends of lines, and the fields of the kind alone.',
}

const ko: typeof en = {
  'not-a-record': `메시지 레코드도, ${listName}도, 컴파일된 템플릿도 아닙니다.`,
  'no-record': '빈 목록입니다. 메시지 레코드가 없습니다.',
  'kind-unclear': '이미지형과 와이드 이미지형은 필드가 같습니다. --kind image 또는 --kind wide로 유형을 정하세요.',
  'not-the-same':
    '메시지 파일로 나타낼 수 없습니다. 텍스트는 NFC이고 줄 끝에 공백이 없어야 하며, 그 유형의 필드만 쓸 수 있습니다.',
}

const words: { readonly [L in Language]: typeof en } = { en, ko }
