import type { Size, Suggesting, ValueType, Where } from '../../finding-types.ts'
import { finding, findings } from '../finding.ts'
import type { Language, Text } from '../../words/language.ts'
import { fileSize, suggestionIn } from '../../words/phrases.ts'
import { replacing, suggested, yamlText } from '../word-fixes.ts'
import { called, oneOf, typeNames, whereIn } from '../terms.ts'

/** The form of a variable's declaration: what was written instead of its settings was likely meant as its example. */
function variableExample(name: string, written: string | undefined): string {
  return `${yamlText(name)}: { max: 10${written === undefined ? '' : `, example: ${yamlText(written)}`} }`
}

// Messages of the YAML library are written for programmers; these are for the people who write messages.
const errors: { readonly [L in Language]: { readonly [code: string]: string } } = {
  en: {
    ALIAS: 'an alias (*) stands here; write the value out, or put text that starts with "*" in quotes',
    ANCHOR: 'an anchor (&) stands here; remove it, or put text that starts with "&" in quotes',
    DIRECTIVE: 'a directive (%) stands here; remove it',
    COMMENT: '"#" behind a blank begins a comment, which cuts this text off; put the whole value in quotes',
    TOO_DEEP: 'it nests too deep',
    BAD_COLLECTION_TYPE: 'a tag does not fit what follows it',
    BAD_DIRECTIVE: 'a directive (%) cannot be read',
    BAD_DQ_ESCAPE: 'a "\\" in double quotes starts no escape that YAML knows; write "\\\\" or use single quotes',
    BAD_INDENT: 'the indentation does not fit the lines around it',
    BAD_PROP_ORDER: 'an anchor or tag stands in the wrong place',
    BAD_SCALAR_START: 'a value cannot start with this character; put the value in quotes',
    TAG: 'a value starts with "!", the sign of a tag; put the value in quotes',
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
    ALIAS: '별칭(*)이 있습니다. 실제 값을 쓰거나, "*"로 시작하는 텍스트라면 따옴표로 감싸세요',
    ANCHOR: '앵커(&)가 있습니다. 지우거나, "&"로 시작하는 텍스트라면 따옴표로 감싸세요',
    DIRECTIVE: '지시문(%)이 있습니다. 지우세요',
    COMMENT: '공백 뒤의 "#"부터는 주석이라 텍스트가 여기서 잘립니다. 값 전체를 따옴표로 감싸세요',
    TOO_DEEP: '너무 깊습니다',
    BAD_COLLECTION_TYPE: '태그가 뒤따르는 값과 맞지 않습니다',
    BAD_DIRECTIVE: '지시문(%)을 해석할 수 없습니다',
    BAD_DQ_ESCAPE: '큰따옴표 안의 "\\"가 YAML 이스케이프가 아닙니다. "\\\\"로 쓰거나 작은따옴표를 쓰세요',
    BAD_INDENT: '들여쓰기가 주변 줄과 맞지 않습니다',
    BAD_PROP_ORDER: '앵커나 태그의 위치가 잘못되었습니다',
    BAD_SCALAR_START: '이 문자로는 값을 시작할 수 없습니다. 값을 따옴표로 감싸세요',
    TAG: '값이 태그 기호 "!"로 시작합니다. 값을 따옴표로 감싸세요',
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

/** Errors that a value often causes if it starts with a special character. */
const afterSpecialCharacter: ReadonlySet<string> = new Set(['MISSING_CHAR', 'UNCLOSED_COLLECTION', 'UNEXPECTED_TOKEN'])

export const yamlFindings = findings({
  'key-duplicate': finding<{ key: string }>({
    en: ({ key }) => `The key "${key}" stands here a second time; remove one of the two.`,
    ko: ({ key }) => `"${key}" 키가 두 번 나옵니다. 하나를 지우세요.`,
  }),
  'key-missing': finding<{ key: string; where: Where }>({
    tier: 'interface',
    en: ({ key, where }) => `"${key}" is missing in ${whereIn('en', where)}; add it.`,
    ko: ({ key, where }) => `${whereIn('ko', where)}에 "${key}" 항목이 없습니다. 추가하세요.`,
  }),
  /** `form`: how the body says what the key does. */
  'key-unknown': finding<Suggesting<{ key: string; where: Where; allowed: readonly string[]; form?: string }>>({
    en: ({ key, where, allowed, suggestion, form }) => ({
      message: `"${key}" is not a key of ${whereIn('en', where)}${form === undefined ? '' : `; write it in the body: "${form}"`}.${suggestionIn.en(suggestion)}`,
      help: `Allowed here: ${oneOf(allowed)}.`,
    }),
    ko: ({ key, where, allowed, suggestion, form }) => ({
      message: `"${key}": ${whereIn('ko', where)}에 없는 키입니다.${form === undefined ? '' : ` 본문에 "${form}"처럼 쓰세요.`}${suggestionIn.ko(suggestion)}`,
      help: `쓸 수 있는 키: ${oneOf(allowed)}`,
    }),
    fix: ({ key, suggestion }, wrong) => suggested(key, suggestion, wrong),
  }),
  'number-unquoted': finding<{ key: string; text: string }>({
    en: ({ key, text }) => ({
      message: `${called.en(key)} is a number; put it in quotes: "${text}".`,
      help: text.includes(',')
        ? 'Between { and } a comma ends a value: 1,000 is read as 1.'
        : 'YAML reads digits as a number and loses a leading zero: 01012345678 becomes 1012345678.',
    }),
    ko: ({ key, text }) => ({
      message: `${called.ko(key)}이 숫자입니다. 따옴표로 감싸세요: "${text}".`,
      help: text.includes(',')
        ? '{ } 안에서는 쉼표에서 값이 끝납니다. 1,000은 1로 읽힙니다.'
        : 'YAML은 숫자의 맨 앞 0을 버립니다. 01012345678은 1012345678이 됩니다.',
    }),
    fix: ({ text }, { span }) => replacing(span, `"${text}"`, 'safe'),
  }),
  /** `comment` stands where YAML has a value. */
  'value-empty': finding<{ key: string; comment?: string }>({
    en: ({ key, comment }) =>
      `${called.en(key)} is empty${comment === undefined ? '; give it a value, or remove it if it is optional' : `: "#" begins a comment here; put a text that starts with it in quotes: ${yamlText(comment)}`}.`,
    ko: ({ key, comment }) =>
      `${called.ko(key)}이 비어 있습니다. ${comment === undefined ? '값을 쓰세요. 선택 항목이면 지워도 됩니다.' : `여기서는 "#"부터 주석입니다. "#"로 시작하는 텍스트는 따옴표로 감싸세요: ${yamlText(comment)}`}`,
  }),
  /** `why` is what is said of a value that is left out. */
  'value-not-allowed': finding<Suggesting<{ key: string; value: string; allowed: readonly string[]; why?: Text }>>({
    tier: 'interface',
    en: ({ key, value, allowed, suggestion, why }) =>
      `"${value}" is not a value of "${key}"; ${why?.en ?? `use one of ${oneOf(allowed)}`}.${suggestionIn.en(suggestion)}`,
    ko: ({ key, value, allowed, suggestion, why }) =>
      `"${value}": "${key}"에 쓸 수 없는 값입니다. ${why?.ko ?? `${oneOf(allowed)} 중에서 고르세요`}.${suggestionIn.ko(suggestion)}`,
    fix: ({ value, suggestion }, wrong) => suggested(value, suggestion, wrong),
  }),
  'value-too-small': finding<{ key: string; value: number; min: number }>({
    en: ({ key, value, min }) => `${called.en(key)} is ${value}; it must be at least ${min}.`,
    ko: ({ key, value, min }) => `${called.ko(key)}이 ${value}입니다. ${min} 이상이어야 합니다.`,
  }),
  /** `where` is the mapping that has the key, `text` the value where it is a text or a number. */
  'value-type': finding<
    Suggesting<{ key: string; expected: readonly ValueType[]; found: ValueType; where: Where; text?: string }>
  >({
    en: ({ key, expected, found, where, text, suggestion }) => ({
      message: `${called.en(key)} is ${typeNames.en[found]}; write ${expected.map((type) => typeNames.en[type]).join(' or ')}${suggestion === undefined ? '' : `: ${suggestion}`}.`,
      ...(found === 'boolean' &&
        expected.includes('text') && {
          help: `Text that reads true or false goes in quotes: ${/^\d*$/.test(key) ? '' : `${key}: `}"true"`,
        }),
      ...(where === 'vars' && { help: variableExample(key, text) }),
    }),
    ko: ({ key, expected, found, where, text, suggestion }) => ({
      message: `${called.ko(key)}의 형식은 ${typeNames.ko[found]}입니다. ${expected.map((type) => typeNames.ko[type]).join(', ')}${expected.length > 1 ? ' 중 한 가지로' : ' 형식으로'} 쓰세요${suggestion === undefined ? '' : `: ${suggestion}`}.`,
      ...(found === 'boolean' &&
        expected.includes('text') && {
          help: `true나 false라는 텍스트는 따옴표로 감쌉니다. 예: ${/^\d*$/.test(key) ? '' : `${key}: `}"true"`,
        }),
      ...(where === 'vars' && { help: variableExample(key, text) }),
    }),
    fix: ({ suggestion }, { span }) => (suggestion === undefined ? undefined : replacing(span, suggestion, 'safe')),
  }),
  'yaml-syntax': finding<{ code: string }>({
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
  }),
  'yaml-too-large': finding<Size>({
    en: ({ bytes, maxBytes }) => `The YAML has ${fileSize(bytes, maxBytes)}; at most ${fileSize(maxBytes)} are read.`,
    ko: ({ bytes, maxBytes }) => `YAML이 ${fileSize(bytes, maxBytes)}입니다. 최대 ${fileSize(maxBytes)}까지 읽습니다.`,
  }),
})
