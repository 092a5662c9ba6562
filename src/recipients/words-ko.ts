import { fileSize } from '../words/file-size.ts'
import type { JsonType } from './fault.ts'
import type { NumberFault } from './number.ts'
import type { RecipientWords } from './words.ts'

const types: { readonly [T in JsonType]: string } = {
  text: '텍스트',
  number: '숫자',
  boolean: 'true 또는 false',
  nothing: 'null',
  list: '배열',
  mapping: '객체',
}

const delimiters = { semicolon: '세미콜론(;)', tab: '탭' } as const

const numberFaults: { readonly [F in NumberFault]: (digits: number) => string } = {
  exponent: () =>
    '번호가 지수 표기(1.01E+09)로 되어 있어 자릿수가 사라졌습니다. 열을 텍스트 형식으로 바꿔 다시 내보내세요.',
  'not-digits': () => '전화번호가 아닙니다. 숫자와 하이픈으로 번호 하나만 쓰세요.',
  'digit-count': (digits) =>
    `번호가 ${digits}자리입니다. 010 뒤에는 8자리, 011·016·017·018·019 뒤에는 7자리나 8자리가 와야 합니다.`,
  'not-mobile': () => '휴대폰 번호가 아닙니다. 010, 011, 016, 017, 018, 019로 시작해야 합니다.',
}

const asText =
  '스프레드시트는 전화번호를 숫자로 보고 맨 앞의 0을 지웁니다. 열을 텍스트 형식으로 바꾼 뒤 번호를 다시 입력하세요.'
const utf8 =
  '엑셀에서는 "다른 이름으로 저장"에서 "CSV UTF-8(쉼표로 분리)"을 고르세요. 텍스트 편집기에서는 원래 인코딩(한글은 대개 EUC-KR, CP949)으로 연 뒤 UTF-8로 저장하세요.'

const meant = (suggestion: string | undefined): string =>
  suggestion === undefined ? ' 추가하세요.' : ` "${suggestion}" 열의 오타라면 이름을 바꾸세요.`

export const ko: RecipientWords = {
  'recipients-format-unknown': ({ extension }) => ({
    message: `수신자 파일은 .csv, .ndjson, .jsonl이어야 합니다. ${extension === '' ? '이 파일에는 확장자가 없습니다.' : `이 파일의 확장자는 "${extension}"입니다.`}`,
    ...(extension.startsWith('.xls') && {
      help: '엑셀의 "다른 이름으로 저장"에서 "CSV UTF-8(쉼표로 분리)"을 고르세요.',
    }),
  }),
  'recipients-utf16': () => ({ message: '파일이 UTF-16입니다. UTF-8로 저장하세요.', help: utf8 }),
  'recipients-not-utf8': () => ({ message: '여기부터 UTF-8이 아닙니다. 파일을 UTF-8로 저장하세요.', help: utf8 }),
  'recipients-empty': () => ({
    message: '파일에 수신자가 없습니다. 한 줄에 한 명씩 쓰세요.',
    help: 'CSV 파일의 첫 줄은 열 이름입니다.',
  }),
  'recipients-delimiter': ({ delimiter }) => ({
    message: `열이 ${delimiters[delimiter]} 문자로 나뉘어 있습니다. 쉼표로 나누세요.`,
    help: '엑셀의 "다른 이름으로 저장"에서 "CSV UTF-8(쉼표로 분리)"을 고르세요.',
  }),
  'recipients-column-missing': ({ column, suggestion }) => ({
    message: `"${column}" 열이 없습니다.${meant(suggestion)}`,
    help:
      column === 'receiver_number'
        ? '수신자의 휴대폰 번호가 들어가는 열입니다.'
        : '메시지가 쓰는 변수인데 대체값(fallback)이 없습니다.',
  }),
  'recipients-column-duplicate': ({ column }) => ({
    message: `"${column}" 열이 두 번 나옵니다. 하나를 지우거나 이름을 바꾸세요.`,
  }),
  'recipients-column-unnamed': ({ index }) => ({
    message: `${index}번째 열에 이름이 없습니다. 이름을 쓰거나 열을 지우세요.`,
    help: 'CSV 파일의 첫 줄은 열 이름입니다.',
  }),
  'recipients-column-character': ({ code }) => ({
    message: `열 이름에 쓸 수 없는 ${code} 문자가 있습니다. 지우세요.`,
    ...(code === 'U+0000' && { help: 'NUL 문자가 있는 파일은 UTF-16일 때가 많습니다. UTF-8로 저장하세요.' }),
  }),
  'recipients-column-unknown': ({ column, suggestion }) => ({
    message: `"${column}": 메시지가 쓰지 않는 열입니다. "${suggestion}"의 오타인지 확인하세요.`,
  }),
  'recipients-keys-unchecked': () => ({
    message: 'msg_key가 겹칠 수 있는 행이 너무 많아 확인할 수 없습니다. 행마다 다른 msg_key를 쓰거나 열을 지우세요.',
  }),

  'recipient-quote-unclosed': ({ maxBytes }) => ({
    message: '여기서 연 따옴표가 닫히지 않습니다. 닫으세요.',
    help: `값 안의 따옴표는 두 번 쓰고 값 전체를 따옴표로 감쌉니다: "5"" 화면". 한 행은 최대 ${fileSize(maxBytes)}입니다.`,
  }),
  'recipient-quote-misplaced': () => ({
    message: '여기에는 따옴표를 쓸 수 없습니다. 값 전체를 따옴표로 감싸고 이 따옴표는 두 번 쓰세요.',
    help: '5" 화면은 "5"" 화면"으로 씁니다.',
  }),
  'recipient-row-too-large': ({ maxBytes }) => ({
    message: `행이 ${fileSize(maxBytes)}를 넘습니다. 수신자 한 명에 이만큼은 필요하지 않습니다.`,
  }),
  'recipient-row-blank': () => ({ message: '행과 행 사이에 빈 행이 있습니다. 지우세요.' }),
  'recipient-cell-count': ({ actual, expected }) => ({
    message: `행의 셀이 ${actual}개입니다. 첫 줄의 열은 ${expected}개입니다.`,
    ...(actual > expected && { help: '쉼표가 있는 값은 따옴표로 감쌉니다: "1,000"' }),
  }),
  'recipient-not-json': () => ({
    message: 'JSON이 아닌 줄입니다. 한 줄에 객체 하나를 쓰세요.',
    help: '{"receiver_number":"01012345678"}',
  }),
  'recipient-not-object': ({ found }) => ({
    message: `줄의 내용이 ${types[found]}입니다. 객체로 쓰세요.`,
    help: '{"receiver_number":"01012345678"}',
  }),
  'recipient-number-missing': () => ({ message: 'receiver_number 값이 없습니다. 번호를 쓰거나 행을 지우세요.' }),
  'recipient-number-not-text': ({ found }) => ({
    message: `receiver_number 값의 형식은 ${types[found]}입니다. 따옴표로 감싸 텍스트로 쓰세요.`,
    ...(found === 'number' && { help: 'JSON의 숫자에는 맨 앞 0이 없습니다. 01012345678은 1012345678이 됩니다.' }),
  }),
  'recipient-number-invalid': ({ reason, digits }) => ({
    message: numberFaults[reason](digits),
    ...(reason === 'exponent' && { help: asText }),
  }),
  'recipient-number-lost-zero': () => ({
    message: '번호 맨 앞의 0이 사라졌습니다. 010…으로 쓰세요.',
    help: asText,
  }),
  'recipient-value-type': ({ column, found }) => ({
    message: `"${column}" 값의 형식은 ${types[found]}입니다. 따옴표로 감싸 텍스트로 쓰세요.`,
  }),
  'recipient-value-missing': ({ column }) => ({
    message: `"${column}" 값이 비어 있고 메시지에 대체값도 없습니다. 값을 채우세요.`,
    help: `대체값은 메시지에 선언합니다: vars: { ${column}: { fallback: … } }`,
  }),
  'recipient-value-too-long': ({ column, actual, max }) => ({
    message: `"${column}" 값이 ${actual}자입니다. 최대 ${max}자입니다.`,
    help: '최대 글자 수는 메시지의 "vars"에 선언되어 있습니다.',
  }),
  'recipient-character': ({ column, code }) => ({
    message: `"${column}" 값에 보낼 수 없는 ${code} 문자가 있습니다. 지우세요.`,
    ...(code === 'U+FFFD' && { help: '인코딩이 잘못되어 글자가 깨진 자리입니다. 파일을 다시 내보내세요.' }),
  }),
  'recipient-combining-marks': ({ column, max }) => ({
    message: `"${column}" 값에 결합 문자가 ${max}개 넘게 이어집니다. 줄이세요.`,
  }),
  'recipient-duplicate': ({ number, firstRow }) => ({
    message: `${number} 번호가 ${firstRow === undefined ? '앞' : `${firstRow}번째`} 행에 이미 있습니다. 하나를 지우세요.`,
    help: '번호는 숫자만 비교합니다. +82 10-1234-5678과 010-1234-5678은 같은 번호입니다.',
  }),
  'recipient-key-duplicate': ({ firstRow }) => ({
    message: `${firstRow}번째 행과 msg_key가 같습니다. 행마다 다른 값을 쓰세요.`,
  }),
  'recipient-not-in-safe-list': ({ number }) => ({
    message: `${number}: 발송 대상의 허용 목록에 없는 번호입니다. 행을 지우거나 다른 대상으로 보내세요.`,
    help: '허용 목록은 설정에서 발송 대상의 "recipients"입니다.',
  }),
}
