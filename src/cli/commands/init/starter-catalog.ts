import { factsOf, kinds } from '../../../contract/contracts.ts'
import { suggestionFor } from '../../../language/nearest.ts'
import { UsageError } from '../../../project/usage-error.ts'
import type { Language } from '../../../words/language.ts'
import { plainName, shortName, shortNames } from '../../kind-names.ts'
import { columnsOf } from '../../terminal/printable.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { starterWords } from './starter-words.ts'

/** The messages of real uses that `new` starts from, beside one of each kind: the names of their files in `templates/`. */
export const useNames = [
  'appointment-reminder',
  'coupon',
  'delivery-started',
  'members-day',
  'new-arrivals',
  'order-ready',
  'summer-carousel',
  'weekly-picks',
] as const

type UseName = (typeof useNames)[number]

export const starterNames: readonly string[] = [...shortNames, ...useNames]

/**
 * The starter that a word names: a kind, with or without the prefix that all kinds have, or one of the real uses.
 *
 * @throws UsageError for any other word
 */
export function starterNamed(word: string): string {
  const name = plainName(word)
  if (starterNames.includes(name)) return name
  throw new UsageError({ type: 'starter-unknown', starter: word, ...suggestionFor(name, starterNames) })
}

/** `new --list`: everything that a message can be started from, a line each. */
export function starterList({ lang, outColors: colors }: Terminal): string {
  const words = starterWords[lang]
  const columns = Math.max(...starterNames.map(columnsOf)) + 2
  const line = (name: string, hint: string): string =>
    `  ${colors.bold(name)}${' '.repeat(columns - columnsOf(name))}${hint}`
  return [
    words.kindsTitle,
    ...kinds.map((kind) => line(shortName(kind), factsOf(kind).hint[lang])),
    '',
    words.usesTitle,
    ...useNames.map((name) => line(name, useHints[lang][name])),
    '',
    words.next,
    `  ${colors.bold('npx --no-install friendtalk new coupon messages/coupon.md')}`,
    '',
  ].join('\n')
}

const useHints: { readonly [L in Language]: { readonly [N in UseName]: string } } = {
  en: {
    'appointment-reminder': 'a clinic or salon reminds of an appointment the day before (text)',
    coupon: 'birthday coupon with a code for each recipient (image)',
    'delivery-started': 'a parcel is on its way, with its tracking number (text)',
    'members-day': 'a day of offers for members (wide image)',
    'new-arrivals': 'new clothes for the summer (image)',
    'order-ready': 'an order can be picked up at the shop (text)',
    'summer-carousel': 'a summer sale in cards (carousel)',
    'weekly-picks': 'products of the week (item list)',
  },
  ko: {
    'appointment-reminder': '예약 하루 전 알림 (텍스트형)',
    coupon: '수신자마다 코드가 다른 생일 쿠폰 (이미지형)',
    'delivery-started': '배송 출발과 송장 번호 안내 (텍스트형)',
    'members-day': '회원의 날 행사 (와이드 이미지형)',
    'new-arrivals': '여름 신상품 입고 (이미지형)',
    'order-ready': '매장 수령 준비 완료 (텍스트형)',
    'summer-carousel': '여름 휴가 기획전 (캐러셀 피드형)',
    'weekly-picks': '이번 주 추천 상품 (와이드 아이템 리스트)',
  },
}
