import { codePointsOf } from '../text/text.ts'
import type { Unreadable, ValueType, Where } from '../finding-types.ts'
import type { BodySection } from '../contract/contract.ts'
import type { Language } from '../words/language.ts'

export const places: { readonly [L in Language]: { readonly [P in BodySection]: string } } = {
  en: {
    message: 'the message',
    'before-items': 'the part before the first "## "',
    item: 'an item',
    card: 'a card',
    'after-items': 'the part after "---"',
  },
  ko: {
    message: '메시지 본문',
    'before-items': '첫 "## " 앞',
    item: '아이템 안',
    card: '카드 안',
    'after-items': '"---" 뒤',
  },
}

type NamedWhere = Exclude<Where, `setting ${string}`>

const wheres: { readonly [L in Language]: { readonly [W in NamedWhere]: string } } = {
  en: {
    frontmatter: 'the frontmatter',
    vars: 'vars',
    variable: 'a variable',
    button: 'a button',
    coupon: 'a coupon',
    price: 'a price',
    link: 'a link block',
    tail: 'a tail block',
    configuration: 'the configuration',
    sender: 'a sender',
    limits: 'limits',
    override: 'an override',
    ledger: 'ledger',
    target: 'a target',
    window: 'window',
    channel: 'a channel',
    environment: 'a value from the environment',
    term: 'a term',
    requirement: 'a required text',
  },
  ko: {
    frontmatter: '프론트매터',
    vars: 'vars',
    variable: '변수 선언',
    button: '버튼',
    coupon: '쿠폰',
    price: '가격',
    link: 'link 블록',
    tail: 'tail 블록',
    configuration: '설정',
    sender: '발신자',
    limits: 'limits',
    override: 'override',
    ledger: 'ledger',
    target: '발송 대상',
    window: 'window',
    channel: '채널',
    environment: '환경 변수 값',
    term: 'terms 항목',
    requirement: 'require 항목',
  },
}

/** The name of a mapping for people; a setting has the name of its key. */
export function whereIn(lang: Language, where: Where): string {
  return where.startsWith('setting ') ? where.slice('setting '.length) : wheres[lang][where as NamedWhere]
}

export const typeNames: { readonly [L in Language]: { readonly [T in ValueType]: string } } = {
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

export function oneOf(values: readonly string[]): string {
  return values.join(', ')
}

/** The name of a value for people: a whole file has no key, and the index of a list says nothing to them. */
export const called: { readonly [L in Language]: (key: string) => string } = {
  en: (key) => (key === '' ? 'This' : /^\d+$/.test(key) ? 'This value' : `"${key}"`),
  ko: (key) => (/^\d*$/.test(key) ? '이 값' : `"${key}" 값`),
}

export const unreadableWords: { readonly [L in Language]: { readonly [U in Unreadable | 'outside-root']: string } } = {
  en: {
    permission: 'permission denied',
    loop: 'a circular symbolic link',
    directory: 'it is a directory',
    'not-found': 'it does not exist',
    'special-file': 'it is not a regular file',
    io: 'an input/output error',
    'outside-root': 'it is outside the project',
  },
  ko: {
    permission: '권한이 없습니다',
    loop: '심볼릭 링크가 순환합니다',
    directory: '디렉터리입니다',
    'not-found': '파일이 없습니다',
    'special-file': '일반 파일이 아닙니다',
    io: '입출력 오류가 났습니다',
    'outside-root': '프로젝트 밖에 있습니다',
  },
}

/** Words the difference between the typed and the meant text. */
export const differenceIn: {
  readonly [L in Language]: (difference: { readonly found: string; readonly expected: string } | undefined) => string
} = {
  en(difference) {
    if (difference === undefined) return 'This would be sent as text'
    const [found, expected] = [shown(difference.found, 'a space'), shown(difference.expected, 'a space')]
    if (difference.found === '') return `Here ${expected} is missing`
    return difference.expected === '' ? `Here ${found} has no place` : `Here ${found} stands for ${expected}`
  },
  ko(difference) {
    if (difference === undefined) return '이대로는 글자 그대로 발송됩니다'
    const [found, expected] = [shown(difference.found, '공백'), shown(difference.expected, '공백')]
    if (difference.found === '') return `여기에 ${expected} 문자가 빠졌습니다`
    return difference.expected === ''
      ? `여기에 필요 없는 ${found} 문자가 있습니다`
      : `${found} 대신 ${expected} 문자를 쓰세요`
  },
}

/** A text in quotes; one character with its code point, since others look the same. */
function shown(text: string, space: string): string {
  if (/^ +$/.test(text)) return space
  const [first = '', ...others] = text
  if (others.length === 0 && !/[\x21-\x7e]/.test(first))
    return /\p{L}|\p{N}|\p{P}|\p{S}/u.test(first) ? `"${first}" (${codePointsOf(first)})` : codePointsOf(first)
  const short = [first, ...others].slice(0, 40).join('')
  return `"${short.replaceAll(/\r\n|\r|\n/g, '⏎')}${others.length >= 40 ? '…' : ''}"`
}
