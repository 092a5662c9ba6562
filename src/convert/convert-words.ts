import type { Language } from '../words/language.ts'

/** What keeps a record from becoming a message file, at its JSON Pointer. */
export type ConvertProblem = { readonly pointer: string } & (
  | { readonly type: 'not-a-record' | 'no-record' | 'kind-unclear' }
  /** The compiler says why. */
  | { readonly type: 'diagnostic'; readonly rule: string; readonly message: string }
  | { readonly type: 'not-the-same' }
)

/** Words a problem in one sentence. */
export function convertProblemIn(lang: Language, problem: ConvertProblem): string {
  return lang === 'ko' ? inKorean(problem) : inEnglish(problem)
}

function inEnglish(problem: ConvertProblem): string {
  switch (problem.type) {
    case 'not-a-record':
      return 'This is no message record, no msg_data and no compiled template.'
    case 'no-record':
      return 'This list is empty: it has no message record.'
    case 'kind-unclear':
      return 'A regular and a wide image message have the same fields: say which it is with --kind image or --kind wide.'
    case 'diagnostic':
      return `${problem.message} (${problem.rule})`
    case 'not-the-same':
      return 'A message file cannot say this: it has texts in NFC, without blanks at the ends of lines, and the fields of the kind alone.'
  }
}

function inKorean(problem: ConvertProblem): string {
  switch (problem.type) {
    case 'not-a-record':
      return '메시지 레코드도, msg_data도, 컴파일된 템플릿도 아닙니다.'
    case 'no-record':
      return '빈 목록입니다. 메시지 레코드가 없습니다.'
    case 'kind-unclear':
      return '이미지형과 와이드 이미지형은 필드가 같습니다. --kind image 또는 --kind wide로 유형을 정하세요.'
    case 'diagnostic':
      return `${problem.message} (${problem.rule})`
    case 'not-the-same':
      return '메시지 파일로 나타낼 수 없습니다. 텍스트는 NFC이고 줄 끝에 공백이 없어야 하며, 그 유형의 필드만 쓸 수 있습니다.'
  }
}
