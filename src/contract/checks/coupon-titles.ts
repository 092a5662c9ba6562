import type { CheckedMessage } from '../contract.ts'

/** The length of the name before "무료 쿠폰" and "UP 쿠폰". */
const maxNameCharacters = 7

/** Amounts of 1–99,999,999 won and 1–100 percent. */
export const discountTitle = /^(?:[1-9]\d{0,7}원|(?:[1-9]\d?|100)%|배송비) 할인 쿠폰$/
const suffixes = [' 무료 쿠폰', ' UP 쿠폰'] as const

/** One title of each form. */
export const couponTitleForms =
  '3000원 할인 쿠폰, 10% 할인 쿠폰, 배송비 할인 쿠폰, 아메리카노 무료 쿠폰, 사이즈 UP 쿠폰'

/** Returns what a title of the last two forms has before their words. */
export function nameInTitle(title: string, { fits }: CheckedMessage): string | undefined {
  const suffix = suffixes.find((one) => title.endsWith(one))
  const name = suffix && title.slice(0, -suffix.length)
  return name !== undefined && name.trim() !== '' && fits(name, 'characters', maxNameCharacters) ? name : undefined
}

/** The title of a discount as it is spaced in its form, and its number without commas and zeros in front. */
export function respacedTitle(title: string): string {
  return title
    .trim()
    .replaceAll(/,(?=\d{3})|^0+(?=[1-9])/g, '')
    .replace(/ ?(원|%|배송비) ?할인 ?쿠폰$/, '$1 할인 쿠폰')
}
