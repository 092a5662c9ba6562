import type { Language } from '../../words/language.ts'
import { defineRule } from '../rule.ts'

// Messages of the YAML library are written for programmers; these are for the people who write messages.
const errors: { readonly [L in Language]: { readonly [code: string]: string } } = {
  en: {
    BAD_ALIAS: 'an alias (*) has no name',
    BAD_ANCHOR: 'an anchor (&) has no name; put the value in quotes',
    BAD_COLLECTION_TYPE: 'a tag does not fit what follows it',
    BAD_DIRECTIVE: 'a directive (%) cannot be read',
    BAD_DQ_ESCAPE: 'a "\\" in double quotes starts no escape that YAML knows; write "\\\\" or use single quotes',
    BAD_INDENT: 'the indentation does not fit the lines around it',
    BAD_PROP_ORDER: 'an anchor or tag stands in the wrong place',
    BAD_SCALAR_START: 'a value cannot start with this character; put the value in quotes',
    BAD_TAG: 'a value starts with "!", the sign of a tag; put the value in quotes',
    BLOCK_AS_IMPLICIT_KEY: 'a value holds ": "; put the value in quotes',
    BLOCK_IN_FLOW: 'lines with indentation cannot stand inside { } or [ ]',
    MISSING_CHAR: 'a character is missing, such as ":" after a key or a closing quote or bracket',
    MULTILINE_IMPLICIT_KEY: 'a key must stand on one line',
    MULTIPLE_DOCS: 'a second document starts here ("---" or "...")',
    NON_STRING_KEY: 'a key must be a plain word',
    TAB_AS_INDENT: 'a tab indents this line; use spaces',
    TEXT_BEHIND_END: 'text stands behind a closing quote or bracket; put the whole value in quotes',
    UNCLOSED_COLLECTION: 'the bracket that opens here is never closed',
    UNEXPECTED_TOKEN: 'this is not expected here',
    KEY_OVER_1024_CHARS: 'a key is longer than 1024 characters',
  },
  ko: {
    BAD_ALIAS: '별칭(*)에 이름이 없습니다',
    BAD_ANCHOR: '앵커(&)에 이름이 없습니다. 값을 따옴표로 감싸세요',
    BAD_COLLECTION_TYPE: '태그가 뒤따르는 값과 맞지 않습니다',
    BAD_DIRECTIVE: '지시문(%)을 해석할 수 없습니다',
    BAD_DQ_ESCAPE: '큰따옴표 안의 "\\"가 YAML 이스케이프가 아닙니다. "\\\\"로 쓰거나 작은따옴표를 쓰세요',
    BAD_INDENT: '들여쓰기가 주변 줄과 맞지 않습니다',
    BAD_PROP_ORDER: '앵커나 태그의 위치가 잘못되었습니다',
    BAD_SCALAR_START: '이 문자로는 값을 시작할 수 없습니다. 값을 따옴표로 감싸세요',
    BAD_TAG: '값이 태그 기호 "!"로 시작합니다. 값을 따옴표로 감싸세요',
    BLOCK_AS_IMPLICIT_KEY: '값에 ": "가 있습니다. 값을 따옴표로 감싸세요',
    BLOCK_IN_FLOW: '{ }나 [ ] 안에는 들여쓰기한 줄을 쓸 수 없습니다',
    MISSING_CHAR: '키 뒤의 ":"나 닫는 따옴표·괄호 같은 문자가 빠졌습니다',
    MULTILINE_IMPLICIT_KEY: '키는 한 줄에 써야 합니다',
    MULTIPLE_DOCS: '여기서 두 번째 문서가 시작됩니다("---" 또는 "...")',
    NON_STRING_KEY: '키는 단순한 단어여야 합니다',
    TAB_AS_INDENT: '탭으로 들여썼습니다. 공백을 쓰세요',
    TEXT_BEHIND_END: '닫는 따옴표나 괄호 뒤에 글자가 더 있습니다. 값 전체를 따옴표로 감싸세요',
    UNCLOSED_COLLECTION: '여기서 연 괄호가 닫히지 않았습니다',
    UNEXPECTED_TOKEN: '여기에 올 수 없는 내용입니다',
    KEY_OVER_1024_CHARS: '키가 1024자를 넘습니다',
  },
}

/** What is said where a value that starts with a special character is the likely cause. */
const afterSpecialCharacter: ReadonlySet<string> = new Set(['MISSING_CHAR', 'UNCLOSED_COLLECTION', 'UNEXPECTED_TOKEN'])

export const yamlSyntax = defineRule<{ code: string }>()({
  id: 'yaml-syntax',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ code }) => ({
      message: `The YAML cannot be read: ${errors.en[code] ?? errors.en['UNEXPECTED_TOKEN']}.`,
      ...(afterSpecialCharacter.has(code) && {
        help: 'A value that starts with "!", "[", "{", "*", "&", "#" or "%" goes in quotes.',
      }),
    }),
    ko: ({ code }) => ({
      message: `YAML을 해석할 수 없습니다. ${errors.ko[code] ?? errors.ko['UNEXPECTED_TOKEN']}.`,
      ...(afterSpecialCharacter.has(code) && {
        help: '"!", "[", "{", "*", "&", "#", "%"로 시작하는 값은 따옴표로 감쌉니다.',
      }),
    }),
  },
})
