import type { Language } from '../words/language.ts'

/** What keeps a record from becoming a message file, at its JSON Pointer. */
export type ConvertProblem = { readonly pointer: string } & (
  | { readonly type: 'not-a-record' | 'no-record' | 'kind-unclear' }
  | { readonly type: 'key-repeated'; readonly key: string }
  | { readonly type: 'button-type-unknown'; readonly allowed: readonly string[] }
  | { readonly type: 'field-unknown' | 'field-missing'; readonly field: string }
  | { readonly type: 'too-deep'; readonly maxDepth: number }
  | { readonly type: 'not-of-type'; readonly expected: 'text' | 'list' | 'mapping' }
  /** What a message file cannot hold: it is left out or changed when the file is read. */
  | { readonly type: 'carriage-return' | 'not-nfc' | 'blank-around' | 'space-at-line-end' | 'line-break' | 'number' }
  /** The compiler says why. */
  | { readonly type: 'diagnostic'; readonly rule: string; readonly message: string }
  | { readonly type: 'not-the-same' }
  /** The message is written without it. */
  | { readonly type: 'left-out' | 'text-made' }
  | { readonly type: 'message-type-unknown'; readonly given: string; readonly allowed: readonly string[] }
)

const types = {
  en: { text: 'text', list: 'a list', mapping: 'an object' },
  ko: { text: '텍스트', list: '목록', mapping: '객체' },
} as const

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
    case 'key-repeated':
      return `The key ${problem.key} stands here a second time: which of the two is meant cannot be told.`
    case 'button-type-unknown':
      return `A button needs a type, one of ${problem.allowed.join(', ')}.`
    case 'field-unknown':
      return `A message of this kind has no field ${problem.field} here.`
    case 'field-missing':
      return `The field ${problem.field} is missing.`
    case 'too-deep':
      return `Lists and objects are nested more than ${problem.maxDepth} deep here: take levels out.`
    case 'not-of-type':
      return `This value has to be ${types.en[problem.expected]}.`
    case 'carriage-return':
      return 'The text has a carriage return (CR), which a file reads as a line feed (LF): write \\n alone.'
    case 'not-nfc':
      return 'The text is not in Unicode NFC, and a message is sent in NFC: normalise it.'
    case 'blank-around':
      return 'The text starts or ends with a blank line or ends with a space, which a file drops: take it away.'
    case 'space-at-line-end':
      return 'A line of the text ends with a space or a tab, which a file drops: take it away.'
    case 'line-break':
      return 'The text has a line break where a file has one line: take it away.'
    case 'number':
      return 'A number is passed through as text alone: write it in quotes.'
    case 'diagnostic':
      return `${problem.message} (${problem.rule})`
    case 'left-out':
      return 'This has no counterpart and is left out.'
    case 'text-made':
      return 'Every message needs a text, and this one has none: its title is written as the text.'
    case 'message-type-unknown':
      return `${problem.given} is no kind of message here; ${problem.allowed.join(', ')} are.`
    case 'not-the-same':
      return 'A message file cannot say this: what it compiles to would differ.'
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
    case 'key-repeated':
      return `${problem.key} 키가 두 번 나와 어느 값을 써야 할지 알 수 없습니다.`
    case 'button-type-unknown':
      return `버튼에는 type이 있어야 합니다. 쓸 수 있는 값: ${problem.allowed.join(', ')}`
    case 'field-unknown':
      return `이 유형의 메시지에는 이 자리에 ${problem.field} 필드가 없습니다.`
    case 'field-missing':
      return `${problem.field} 필드가 없습니다.`
    case 'too-deep':
      return `목록과 객체가 ${problem.maxDepth}단계보다 깊게 중첩되어 있습니다. 중첩을 줄이세요.`
    case 'not-of-type':
      return `이 자리의 값은 ${types.ko[problem.expected]}이어야 합니다.`
        .replace('텍스트이어야', '텍스트여야')
        .replace('객체이어야', '객체여야')
    case 'carriage-return':
      return '텍스트에 캐리지 리턴(CR)이 있습니다. 파일에서는 줄바꿈(LF)이 되므로 \\n만 쓰세요.'
    case 'not-nfc':
      return '텍스트가 유니코드 NFC가 아닙니다. 메시지는 NFC로 전송되므로 정규화하세요.'
    case 'blank-around':
      return '텍스트의 처음이나 끝에 빈 줄 또는 공백이 있습니다. 파일에서는 사라지므로 지우세요.'
    case 'space-at-line-end':
      return '줄 끝에 공백이나 탭이 있습니다. 파일에서는 사라지므로 지우세요.'
    case 'line-break':
      return '파일에서 한 줄로 쓰는 자리에 줄바꿈이 있습니다. 줄바꿈을 지우세요.'
    case 'number':
      return '숫자는 텍스트로만 전달됩니다. 따옴표로 감싸세요.'
    case 'diagnostic':
      return `${problem.message} (${problem.rule})`
    case 'left-out':
      return '대응하는 항목이 없어 뺐습니다.'
    case 'text-made':
      return '메시지에는 글이 있어야 하는데 없어서 제목을 글로 넣었습니다.'
    case 'message-type-unknown':
      return `${problem.given} 유형은 보낼 수 없습니다. 쓸 수 있는 유형: ${problem.allowed.join(', ')}`
    case 'not-the-same':
      return '메시지 파일로 나타낼 수 없습니다. 파일을 컴파일하면 다른 값이 됩니다.'
  }
}
