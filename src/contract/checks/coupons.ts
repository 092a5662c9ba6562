import type { CouponField, ReadContent } from '../content.ts'
import type { CheckedMessage, CheckReport } from '../contract.ts'
import { couponsOf, hasVariable, holderOf } from './places.ts'

/** The length of the name before "무료 쿠폰" and "UP 쿠폰". */
const maxNameCharacters = 7

/** Amounts of 1–99,999,999 won and 1–100 percent. */
const discountTitle = /^(?:[1-9]\d{0,7}원|(?:[1-9]\d?|100)%|배송비) 할인 쿠폰$/
const suffixes = [' 무료 쿠폰', ' UP 쿠폰'] as const

/** One title of each form. */
const titleForms = '3000원 할인 쿠폰, 10% 할인 쿠폰, 배송비 할인 쿠폰, 아메리카노 무료 쿠폰, 사이즈 UP 쿠폰'

export const titleHelp = { en: `The five forms: ${titleForms}`, ko: `다섯 가지 형식: ${titleForms}` }

export interface UnusualTitle {
  readonly title: string
  /** The discount that was likely meant. */
  readonly suggestion?: string
}

/** Returns the titles without variables that are no discount as every service takes it. */
export function unusualTitles(message: CheckedMessage): readonly CheckReport<UnusualTitle>[] {
  return couponsOf(message.content).flatMap(({ fields: { title: placed } }) => {
    const title = String(placed?.value)
    if (placed === undefined || hasVariable(message, placed) || discountTitle.test(title)) return []
    const replacement = respaced(title)
    if (!discountTitle.test(replacement)) return [{ pointer: placed.pointer, args: { title } }]
    return [{ pointer: placed.pointer, args: { title, suggestion: replacement }, replacement }]
  })
}

/** Returns what a title of the last two forms has before their words. */
export function nameInTitle(title: string, { fits }: CheckedMessage): string | undefined {
  const suffix = suffixes.find((one) => title.endsWith(one))
  const name = suffix && title.slice(0, -suffix.length)
  return name !== undefined && name.trim() !== '' && fits(name, 'characters', maxNameCharacters) ? name : undefined
}

/** The title of a discount as it is spaced in its form, and its number without commas and zeros in front. */
function respaced(title: string): string {
  return title
    .trim()
    .replaceAll(/,(?=\d{3})|^0+(?=[1-9])/g, '')
    .replace(/ ?(원|%|배송비) ?할인 ?쿠폰$/, '$1 할인 쿠폰')
}

export function incompleteCoupons(
  content: ReadContent,
  neededIn: (coupon: ReturnType<typeof couponsOf>[number]['fields']) => readonly CouponField[],
): readonly { readonly pointer: string; readonly missing: readonly CouponField[] }[] {
  return couponsOf(content).flatMap(({ fields }) => {
    // The reader reports an empty block.
    const [first] = Object.values(fields)
    const missing = neededIn(fields).filter((field) => fields[field] === undefined)
    return first === undefined || missing.length === 0 ? [] : [{ pointer: holderOf(first), missing }]
  })
}

/** Shows how a title is written where it is missing. */
export function helpFor(missing: readonly string[]): { readonly help?: string } {
  return missing.includes('title') ? { help: `title: ${titleForms}` } : {}
}
