import type { Where } from '../../violation.ts'
import type { BodySection } from '../../contract/kinds.ts'
import type { Language } from '../../words/language.ts'

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

export const wheres: { readonly [L in Language]: { readonly [W in Where]: string } } = {
  en: {
    frontmatter: 'the frontmatter',
    vars: 'vars',
    variable: 'a variable',
    failback_data: 'failback_data',
    button: 'a button',
    coupon: 'a coupon',
    link: 'a link block',
    tail: 'a tail block',
    configuration: 'the configuration',
    sender: 'a sender',
    limits: 'limits',
    override: 'an override',
    ledger: 'ledger',
    target: 'a target',
    channel: 'a channel',
    environment: 'a value from the environment',
    term: 'a term',
    requirement: 'a required text',
  },
  ko: {
    frontmatter: '프론트매터',
    vars: 'vars',
    variable: '변수 선언',
    failback_data: 'failback_data',
    button: '버튼',
    coupon: '쿠폰',
    link: 'link 블록',
    tail: 'tail 블록',
    configuration: '설정',
    sender: '발신자',
    limits: 'limits',
    override: 'override',
    ledger: 'ledger',
    target: '발송 대상',
    channel: '채널',
    environment: '환경 변수 값',
    term: 'terms 항목',
    requirement: 'require 항목',
  },
}

export function oneOf(values: readonly string[]): string {
  return values.join(', ')
}

/** How a value is called: a whole file has no key, and the index of a list says nothing to people. */
export const called: { readonly [L in Language]: (key: string) => string } = {
  en: (key) => (key === '' ? 'This' : /^\d+$/.test(key) ? 'This value' : `"${key}"`),
  ko: (key) => (/^\d*$/.test(key) ? '이 값' : `"${key}" 값`),
}
