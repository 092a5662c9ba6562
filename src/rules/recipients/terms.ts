import type { ValueType } from '../../violation.ts'
import type { Language } from '../../words/language.ts'

/** What a value of JSON is, where text belongs. */
export type JsonType = Exclude<ValueType, 'whole number' | 'function'>

export const types: { readonly [L in Language]: { readonly [T in JsonType]: string } } = {
  en: {
    text: 'text',
    number: 'a number',
    boolean: 'true or false',
    nothing: 'null',
    list: 'a list',
    mapping: 'an object',
  },
  ko: {
    text: '텍스트',
    number: '숫자',
    boolean: 'true 또는 false',
    nothing: 'null',
    list: '배열',
    mapping: '객체',
  },
}

/** How a column of numbers keeps its zeros. */
export const asText: { readonly [L in Language]: string } = {
  en: 'A spreadsheet takes a phone number for a number and drops its zero: format the column as text and enter it again.',
  ko: '스프레드시트는 전화번호를 숫자로 보고 맨 앞의 0을 지웁니다. 열을 텍스트 형식으로 바꾼 뒤 번호를 다시 입력하세요.',
}

/** How programs save UTF-8. */
export const utf8: { readonly [L in Language]: string } = {
  en: 'In Excel: Save As, "CSV UTF-8 (Comma delimited)". In a text editor: open it in its own encoding (for Korean text EUC-KR or CP949) and save it as UTF-8.',
  ko: '엑셀에서는 "다른 이름으로 저장"에서 "CSV UTF-8(쉼표로 분리)"을 고르세요. 텍스트 편집기에서는 원래 인코딩(한글은 대개 EUC-KR, CP949)으로 연 뒤 UTF-8로 저장하세요.',
}
