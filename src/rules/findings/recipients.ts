import type { JsonType, Suggesting } from '../../finding-types.ts'
import { oneLineFields } from '../../contract/contracts.ts'
import { finding, findings } from '../finding.ts'
import { grouped } from '../../words/printable.ts'
import { typeNames } from '../terms.ts'
import type { NumberViolation } from '../../text/phone-number.ts'
import type { Language } from '../../words/language.ts'

const types: { readonly [L in Language]: { readonly [T in JsonType]: string } } = {
  en: { ...typeNames.en, nothing: 'null', mapping: 'an object' },
  ko: { ...typeNames.ko, nothing: 'null', mapping: '객체', list: '배열' },
}

/** A way to keep the zeros of a column of numbers. */
const asText: { readonly [L in Language]: string } = {
  en: 'A spreadsheet takes a phone number for a number and drops its zero: format the column as text and enter it again.',
  ko: '스프레드시트는 전화번호를 숫자로 보고 맨 앞의 0을 지웁니다. 열을 텍스트 형식으로 바꾼 뒤 번호를 다시 입력하세요.',
}

const utf8: { readonly [L in Language]: string } = {
  en: 'In Excel: Save As, "CSV UTF-8 (Comma delimited)". In a text editor: open it in its own encoding (for Korean text EUC-KR or CP949) and save it as UTF-8.',
  ko: '엑셀에서는 "다른 이름으로 저장"에서 "CSV UTF-8(쉼표로 분리)"을 고르세요. 텍스트 편집기에서는 원래 인코딩(한글은 대개 EUC-KR, CP949)으로 연 뒤 UTF-8로 저장하세요.',
}

const numberViolations: { readonly [L in Language]: { readonly [F in NumberViolation]: (digits: number) => string } } =
  {
    en: {
      exponent: () =>
        'The number is written with an exponent, as 1.01E+10, and its digits are lost; export the column as text.',
      formula: () => 'This is a formula of a spreadsheet; write the number without "=" and quotes.',
      'not-digits': () => 'This is no phone number; write one number of digits and hyphens.',
      'digit-count': (digits) =>
        `The number has ${digits} ${digits === 1 ? 'digit' : 'digits'}; 010 is followed by 8, and 011, 016, 017, 018 and 019 by 7 or 8.`,
      'not-mobile': () => 'This is no Korean mobile number; it starts with 010, 011, 016, 017, 018 or 019.',
    },
    ko: {
      exponent: () =>
        '번호가 지수 표기(예: 1.01E+10)로 되어 있어 자릿수가 사라졌습니다. 열을 텍스트 형식으로 바꿔 다시 내보내세요.',
      formula: () => '스프레드시트 수식입니다. "="와 따옴표 없이 번호만 쓰세요.',
      'not-digits': () => '전화번호가 아닙니다. 숫자와 하이픈으로 번호 하나만 쓰세요.',
      'digit-count': (digits) =>
        `번호가 ${digits}자리입니다. 010 뒤에는 8자리, 011·016·017·018·019 뒤에는 7자리나 8자리가 와야 합니다.`,
      'not-mobile': () => '휴대폰 번호가 아닙니다. 010, 011, 016, 017, 018, 019로 시작해야 합니다.',
    },
  }

/** The setting that names a column, in quotes that YAML, JSON and TypeScript take. */
function columnsOf(column: string, heading: string): string {
  return `columns: { ${JSON.stringify(heading)}: ${JSON.stringify(column)} }`
}

/** The sentence about the column that was likely meant, after what is said before it. */
const meant: { readonly [L in Language]: (column: string, suggestion: string | undefined) => string } = {
  en: (column, suggestion) =>
    suggestion === undefined
      ? '; add it.'
      : `. If column "${suggestion}" is meant, write ${columnsOf(column, suggestion)} into the message or the configuration.`,
  ko: (column, suggestion) =>
    suggestion === undefined
      ? '추가하세요.'
      : `"${suggestion}" 열이 맞다면 메시지나 설정에 ${columnsOf(column, suggestion)} 항목을 쓰세요.`,
}

export const recipientsFindings = findings(
  {
    'recipient-cell-count': finding<{ actual: number; expected: number }>({
      en: ({ actual, expected }) => ({
        message: `The row has ${actual} ${actual === 1 ? 'cell' : 'cells'}; the header has ${expected}.`,
        ...(actual > expected && { help: 'A value with a comma stands in quotes: "1,000"' }),
      }),
      ko: ({ actual, expected }) => ({
        message: `행의 셀이 ${actual}개입니다. 첫 줄의 열은 ${expected}개입니다.`,
        ...(actual > expected && { help: '쉼표가 있는 값은 따옴표로 감쌉니다: "1,000"' }),
      }),
    }),
    'recipient-character': finding<{ column: string; code: string }>({
      en: ({ column, code }) => ({
        message: `"${column}" holds the character ${code}, which cannot be sent; remove it.`,
        ...(code === 'U+FFFD' && {
          help: 'This character is what a wrong encoding has left of another: export the file again.',
        }),
      }),
      ko: ({ column, code }) => ({
        message: `"${column}" 값에 보낼 수 없는 ${code} 문자가 있습니다. 지우세요.`,
        ...(code === 'U+FFFD' && { help: '인코딩이 잘못되어 글자가 깨진 자리입니다. 파일을 다시 내보내세요.' }),
      }),
    }),
    'recipient-duplicate': finding<{ number: string; firstRow: number }>({
      en: ({ number, firstRow }) => ({
        message: `${number} is in row ${firstRow} already; remove one of the two.`,
        help: 'Numbers are compared by their digits: +82 10-1234-5678 and 010-1234-5678 are one.',
      }),
      ko: ({ number, firstRow }) => ({
        message: `${number} 번호가 ${firstRow}번째 행에 이미 있습니다. 하나를 지우세요.`,
        help: '번호는 숫자만 비교합니다. +82 10-1234-5678과 010-1234-5678은 같은 번호입니다.',
      }),
    }),
    'recipient-line-break': finding<{ column: string; field: string }>({
      en: ({ column, field }) =>
        `"${column}" has a line break, and the message has it in ${oneLineFields[field]?.en ?? field}, which is one line; remove the break.`,
      ko: ({ column, field }) =>
        `"${column}" 값에 줄바꿈이 있는데, 메시지에서는 한 줄인 ${oneLineFields[field]?.ko ?? field}에 들어갑니다. 줄바꿈을 지우세요.`,
    }),
    'recipient-not-in-safe-list': finding<{ number: string }>({
      en: ({ number }) => ({
        message: `${number} is not in the safe list of the target; remove the row or send to another target.`,
        help: 'The safe list is "recipients" of the target in the configuration.',
      }),
      ko: ({ number }) => ({
        message: `${number}: 발송 대상의 허용 목록에 없는 번호입니다. 행을 지우거나 다른 대상으로 보내세요.`,
        help: '허용 목록은 설정에서 발송 대상의 "recipients"입니다.',
      }),
    }),
    'recipient-not-json': {
      en: () => ({
        message: 'The line is not JSON; write one object on each line.',
        help: '{"receiver_number":"01012345678"}',
      }),
      ko: () => ({
        message: 'JSON이 아닌 줄입니다. 한 줄에 객체 하나를 쓰세요.',
        help: '{"receiver_number":"01012345678"}',
      }),
    },
    'recipient-not-object': finding<{ found: JsonType }>({
      en: ({ found }) => ({
        message: `The line is ${types.en[found]}; write an object.`,
        help: '{"receiver_number":"01012345678"}',
      }),
      ko: ({ found }) => ({
        message: `줄의 내용이 ${types.ko[found]}입니다. 객체로 쓰세요.`,
        help: '{"receiver_number":"01012345678"}',
      }),
    }),
    'recipient-number-invalid': finding<{ reason: NumberViolation; digits: number }>({
      en: ({ reason, digits }) => ({
        message: numberViolations.en[reason](digits),
        ...(reason === 'exponent' && { help: asText.en }),
      }),
      ko: ({ reason, digits }) => ({
        message: numberViolations.ko[reason](digits),
        ...(reason === 'exponent' && { help: asText.ko }),
      }),
    }),
    'recipient-number-kept': finding<{ column: string }>({
      en: ({ column }) =>
        `The column "${column}" holds a mobile number, which would stay when the recipient's number is erased; write another word for this person, such as a customer number.`,
      ko: ({ column }) =>
        `"${column}" 열에 휴대전화 번호가 있습니다. 수신 번호를 지운 뒤에도 남으므로 고객 번호처럼 다른 값을 쓰세요.`,
    }),
    'recipient-number-lost-zero': {
      en: () => ({
        message: 'The number has lost its leading zero; write it as 010….',
        help: asText.en,
      }),
      ko: () => ({
        message: '번호 맨 앞의 0이 사라졌습니다. 010…으로 쓰세요.',
        help: asText.ko,
      }),
    },
    'recipient-number-missing': {
      en: 'The row has no receiver_number; add it or remove the row.',
      ko: 'receiver_number 값이 없습니다. 번호를 쓰거나 행을 지우세요.',
    },
    'recipient-number-not-text': finding<{ found: JsonType }>({
      en: ({ found }) => ({
        message: `receiver_number is ${types.en[found]}; write it as text, in quotes.`,
        ...(found === 'number' && { help: 'A number in JSON has no leading zero: 01012345678 becomes 1012345678.' }),
      }),
      ko: ({ found }) => ({
        message: `receiver_number 값의 형식은 ${types.ko[found]}입니다. 따옴표로 감싸 텍스트로 쓰세요.`,
        ...(found === 'number' && { help: 'JSON의 숫자에는 맨 앞 0이 없습니다. 01012345678은 1012345678이 됩니다.' }),
      }),
    }),
    'recipient-quote-misplaced': {
      en: () => ({
        message: 'A quote stands wrong in this row, or one before it is not closed; the file is read no further.',
        help: 'A value with a quote stands in quotes, and its own are written twice: 5" screen is "5"" screen".',
      }),
      ko: () => ({
        message: '이 행의 따옴표가 잘못되었거나 앞의 따옴표가 닫히지 않았습니다. 여기까지만 읽었습니다.',
        help: '따옴표가 있는 값은 따옴표로 감싸고 안의 따옴표는 두 번 씁니다. 5" 화면은 "5"" 화면"으로 씁니다.',
      }),
    },
    'recipient-quote-unclosed': {
      en: () => ({
        message: 'The quote that opens here is not closed; close it.',
        help: 'A quote inside a value is written twice, and the value stands in quotes: "5"" screen".',
      }),
      ko: () => ({
        message: '여기서 연 따옴표가 닫히지 않습니다. 닫으세요.',
        help: '값 안의 따옴표는 두 번 쓰고 값 전체를 따옴표로 감쌉니다: "5"" 화면".',
      }),
    },
    'recipient-row-too-large': {
      en: 'The row is longer than any recipient needs; is this a list of recipients?',
      ko: '행이 지나치게 깁니다. 수신자 목록이 맞는지 확인하세요.',
    },
    'recipient-value-missing': finding<{ column: string }>({
      en: ({ column }) => ({
        message: `"${column}" has no value, and the message no fallback for it; fill it in.`,
        help: `A fallback is declared in the message: vars: { ${column}: { fallback: … } }`,
      }),
      ko: ({ column }) => ({
        message: `"${column}" 값이 비어 있고 메시지에 대체값도 없습니다. 값을 채우세요.`,
        help: `대체값은 메시지에 선언합니다: vars: { ${column}: { fallback: … } }`,
      }),
    }),
    'recipient-value-too-long': finding<{ column: string; actual: number; max: number; isReference?: boolean }>({
      en: ({ column, actual, max, isReference }) => ({
        message: `"${column}" has ${actual} characters; it may have at most ${max}.`,
        ...(!isReference && { help: 'The message declares the maximum under "vars".' }),
      }),
      ko: ({ column, actual, max, isReference }) => ({
        message: `"${column}" 값이 ${actual}자입니다. 최대 ${max}자입니다.`,
        ...(!isReference && { help: '최대 글자 수는 메시지의 "vars"에 선언되어 있습니다.' }),
      }),
    }),
    'recipient-value-type': finding<{ column: string; found: JsonType }>({
      en: ({ column, found }) => `"${column}" is ${types.en[found]}; write it as text, in quotes.`,
      ko: ({ column, found }) => `"${column}" 값의 형식은 ${types.ko[found]}입니다. 따옴표로 감싸 텍스트로 쓰세요.`,
    }),
    /** `found` is what programs write where a value is missing; absent where spaces stand at an end of the value. */
    'recipient-value-unlikely': finding<{ column: string; found?: string }>({
      severity: 'warning',
      en: ({ column, found }) =>
        found === undefined
          ? `The value of "${column}" starts or ends with a space, which is sent too; remove it.`
          : `The value of "${column}" is "${found}", which is sent as it is; was it left unfilled where the list was made?`,
      ko: ({ column, found }) =>
        found === undefined
          ? `"${column}" 값의 앞이나 뒤에 공백이 있고, 공백까지 발송됩니다. 지우세요.`
          : `"${column}" 값이 "${found}"이고, 적힌 그대로 발송됩니다. 목록을 만들 때 값이 채워지지 않았는지 확인하세요.`,
    }),
    'recipient-value-variable': finding<{ column: string }>({
      severity: 'warning',
      en: ({ column }) =>
        `The value of "${column}" holds "#{", which is sent as it is; was it left unfilled where the list was made?`,
      ko: ({ column }) =>
        `"${column}" 값에 "#{"가 있고, 적힌 그대로 발송됩니다. 목록을 만들 때 값이 채워지지 않았는지 확인하세요.`,
    }),
    'recipients-column-duplicate': finding<{ column: string }>({
      en: ({ column }) => `The column "${column}" is there a second time; remove or rename one of the two.`,
      ko: ({ column }) => `"${column}" 열이 두 번 나옵니다. 하나를 지우거나 이름을 바꾸세요.`,
    }),
    'recipients-column-key': {
      en: () => ({
        message:
          'There is a column "msg_key": the key is friendtalk\'s, "ref" is yours. Rename it to "ref" or remove it.',
        help: 'A "ref" of at most 128 characters stays with the send: join results to your customers by it.',
      }),
      ko: () => ({
        message:
          '"msg_key" 열이 있습니다. 키는 friendtalk이 만들고, 직접 쓰는 값은 "ref"에 넣습니다. 열 이름을 "ref"로 바꾸거나 열을 지우세요.',
        help: '128자 이하의 "ref" 값은 발송 기록에 남으므로, 결과를 고객과 연결할 때 쓰면 됩니다.',
      }),
    },
    /** `line` has the column, where that is not the first. */
    'recipients-column-missing': finding<Suggesting<{ column: string }>>({
      en: ({ column, suggestion }) => ({
        message: `There is no column "${column}"${meant.en(column, suggestion)}`,
        help:
          column === 'receiver_number'
            ? 'It holds the mobile number of each recipient.'
            : 'The message uses this variable, and it has no fallback.',
      }),
      ko: ({ column, suggestion }) => ({
        message: `"${column}" 열이 없습니다. ${meant.ko(column, suggestion)}`,
        help:
          column === 'receiver_number'
            ? '수신자의 휴대폰 번호가 들어가는 열입니다.'
            : '메시지가 쓰는 변수인데 대체값(fallback)이 없습니다.',
      }),
    }),
    'recipients-empty': {
      en: () => ({
        message: 'The file has no recipients; write one on each line.',
        help: 'The first line of a CSV file has the names of the columns.',
      }),
      ko: () => ({
        message: '파일에 수신자가 없습니다. 한 줄에 한 명씩 쓰세요.',
        help: 'CSV 파일의 첫 줄은 열 이름입니다.',
      }),
    },
    'recipients-format-unknown': finding<{ extension: string }>({
      en: ({ extension }) => ({
        message: `Recipients are a .csv, .ndjson or .jsonl file, and this one ${extension === '' ? 'has no extension' : `is "${extension}"`}.`,
        ...(extension.startsWith('.xls') && { help: 'In Excel: Save As, "CSV UTF-8 (Comma delimited)".' }),
      }),
      ko: ({ extension }) => ({
        message: `수신자 파일은 .csv, .ndjson, .jsonl이어야 합니다. ${extension === '' ? '이 파일에는 확장자가 없습니다.' : `이 파일의 확장자는 "${extension}"입니다.`}`,
        ...(extension.startsWith('.xls') && {
          help: '엑셀의 "다른 이름으로 저장"에서 "CSV UTF-8(쉼표로 분리)"을 고르세요.',
        }),
      }),
    }),
    'recipients-not-utf8': {
      en: () => ({ message: 'The file is not UTF-8 from here on; save it as UTF-8.', help: utf8.en }),
      ko: () => ({ message: '여기부터 UTF-8이 아닙니다. 파일을 UTF-8로 저장하세요.', help: utf8.ko }),
    },
    'recipients-utf16': {
      en: () => ({ message: 'The file is UTF-16; save it as UTF-8.', help: utf8.en }),
      ko: () => ({ message: '파일이 UTF-16입니다. UTF-8로 저장하세요.', help: utf8.ko }),
    },
    'recipients-web-page': {
      en: () => ({
        message: 'The file is a web page (HTML) with the name of a list; export the list as CSV.',
        help: 'Some systems export a table of HTML for Excel: open it there and save it as "CSV UTF-8 (Comma delimited)".',
      }),
      ko: () => ({
        message: '이름은 명단이지만 내용은 웹 페이지(HTML)입니다. CSV로 다시 내보내세요.',
        help: '엑셀용 파일을 HTML 표로 내보내는 시스템이 있습니다. 엑셀에서 열어 "CSV UTF-8(쉼표로 분리)"로 저장하세요.',
      }),
    },
    'recipients-workbook': {
      en: () => ({
        message: 'The file is a workbook of a spreadsheet program with the name of a list; export the sheet as CSV.',
        help: 'Another ending makes no other file of it. In Excel: Save As, "CSV UTF-8 (Comma delimited)".',
      }),
      ko: () => ({
        message: '이름은 명단이지만 내용은 스프레드시트 통합 문서입니다. 시트를 CSV로 내보내세요.',
        help: '확장자를 바꿔도 내용은 그대로입니다. 엑셀의 "다른 이름으로 저장"에서 "CSV UTF-8(쉼표로 분리)"을 고르세요.',
      }),
    },
    'recipients-variable-without-column': finding<Suggesting<{ column: string; rows: number }>>({
      severity: 'warning',
      en: ({ column, rows, suggestion }) =>
        `There is no column "${column}", so ${rows === 1 ? 'the one recipient gets' : `all ${grouped(rows)} recipients get`} its fallback.${suggestion === undefined ? '' : meant.en(column, suggestion).slice(1)}`,
      ko: ({ column, rows, suggestion }) =>
        `"${column}" 열이 없어 수신자 ${grouped(rows)}명이 모두 대체값으로 받습니다.${suggestion === undefined ? '' : ` ${meant.ko(column, suggestion)}`}`,
    }),
  },
  { subject: 'recipients', tier: 'style' },
)
