import type { Language } from '../../words/language.ts'
import type { ValueType, Where } from '../../violation.ts'
import { defineRule } from '../rule.ts'
import { flagFix } from '../word-fixes.ts'
import { called } from './terms.ts'

const types: { readonly [L in Language]: { readonly [T in ValueType]: string } } = {
  en: {
    text: 'text',
    number: 'a number',
    'whole number': 'a whole number',
    boolean: 'true or false',
    nothing: 'nothing',
    mapping: 'a mapping',
    list: 'a list',
    function: 'a function',
  },
  ko: {
    text: '텍스트',
    number: '숫자',
    'whole number': '정수',
    boolean: 'true 또는 false',
    nothing: '빈 값',
    mapping: '매핑',
    list: '목록',
    function: '함수',
  },
}

/** How a variable is declared: what was written instead of its settings was likely meant as its example. */
function variableExample(name: string, written: string | undefined): string {
  const example = written !== undefined && /^[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*$/u.test(written) ? written : undefined
  // YAML reads a number of digits alone as no text.
  const quoted = example !== undefined && /^\d/.test(example) ? `"${example}"` : example
  return `${name}: { max: 10${quoted === undefined ? '' : `, example: ${quoted}`} }`
}

/** `where` is the mapping that has the key, `text` the value where it is a text or a number. */
export const valueType = defineRule<{
  key: string
  expected: readonly ValueType[]
  found: ValueType
  where: Where
  text?: string
}>()({
  id: 'value-type',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ key, expected, found, where, text }) => ({
      message: `${called.en(key)} is ${types.en[found]}; write ${expected.map((type) => types.en[type]).join(' or ')}.`,
      ...(found === 'boolean' &&
        expected.includes('text') && {
          help: `Text that reads true or false goes in quotes: ${/^\d*$/.test(key) ? '' : `${key}: `}"true"`,
        }),
      ...(where === 'vars' && { help: variableExample(key, text) }),
    }),
    ko: ({ key, expected, found, where, text }) => ({
      message: `${called.ko(key)}의 형식은 ${types.ko[found]}입니다. ${expected.map((type) => types.ko[type]).join(', ')}${expected.length > 1 ? ' 중 한 가지로' : ' 형식으로'} 쓰세요.`,
      ...(found === 'boolean' &&
        expected.includes('text') && {
          help: `true나 false라는 텍스트는 따옴표로 감쌉니다. 예: ${/^\d*$/.test(key) ? '' : `${key}: `}"true"`,
        }),
      ...(where === 'vars' && { help: variableExample(key, text) }),
    }),
  },
  fix: ({ key }, wrong) => (key === 'ad_flag' ? flagFix(wrong) : undefined),
})
