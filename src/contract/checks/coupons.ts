import { inQuotes } from '../../text/text.ts'
import type { Text } from '../../words/language.ts'
import type { CouponContent, CouponField, Placed } from '../content.ts'
import { type CheckedMessage, type ContractCheck, contractCheck } from '../contract.ts'
import { couponsOf, hasVariable, holderOf } from './places.ts'

/** The length of the name before "무료 쿠폰" and "UP 쿠폰". */
const maxNameCharacters = 7

/** Amounts of 1–99,999,999 won and 1–100 percent. */
const discountTitle = /^(?:[1-9]\d{0,7}원|(?:[1-9]\d?|100)%|배송비) 할인 쿠폰$/
const suffixes = [' 무료 쿠폰', ' UP 쿠폰'] as const

/** One title of each form. */
const titleForms = '3000원 할인 쿠폰, 10% 할인 쿠폰, 배송비 할인 쿠폰, 아메리카노 무료 쿠폰, 사이즈 UP 쿠폰'

interface UnusualTitle {
  readonly title: string
  /** The discount that was likely meant. */
  readonly suggestion?: string
}

type Facts = Pick<ContractCheck, 'id' | 'tier'>

/** Returns the check of titles without variables that are no discount as every service takes it. */
export function titles(
  { code, remedy, ...facts }: Facts & { readonly code?: string; readonly remedy?: Text },
  isWrong: (found: UnusualTitle, message: CheckedMessage) => boolean,
): ContractCheck {
  const isAdvice = facts.tier === undefined
  return contractCheck<UnusualTitle>({
    ...facts,
    check(message, report) {
      for (const { title: placed } of couponsOf(message.content).map(({ fields }) => fields)) {
        const title = String(placed?.value)
        if (placed === undefined || hasVariable(message, placed) || discountTitle.test(title)) continue
        const replacement = respaced(title)
        const likely = discountTitle.test(replacement) ? { replacement } : {}
        const args = { title, ...('replacement' in likely && { suggestion: replacement }) }
        if (isWrong(args, message))
          report({ pointer: placed.pointer, args, ...likely, ...(code !== undefined && { code }) })
      }
    },
    en: ({ title, suggestion }) => ({
      message: `${isAdvice ? `Some services may refuse the coupon title "${title}"` : `A coupon cannot be called "${title}"`}. ${suggestion === undefined ? (remedy?.en ?? 'Use one of the five forms.') : `Write "${suggestion}".`}`,
      ...(remedy === undefined && { help: `The five forms: ${titleForms}` }),
    }),
    ko: ({ title, suggestion }) => ({
      message: `${isAdvice ? `이름이 "${title}"인 쿠폰을 받지 않는 서비스가 있습니다` : `"${title}": 쿠폰 이름으로 쓸 수 없습니다`}. ${suggestion === undefined ? (remedy?.ko ?? '다섯 가지 형식 중 하나로 쓰세요.') : `"${suggestion}"처럼 쓰세요.`}`,
      ...(remedy === undefined && { help: `다섯 가지 형식: ${titleForms}` }),
    }),
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

/** Returns the check of the fields that a coupon needs. */
export function neededFields(
  facts: Facts,
  names: { readonly [F in CouponField]: string },
  neededIn: (coupon: CouponContent<Placed>['fields']) => readonly CouponField[],
  codeOf?: (missing: readonly CouponField[]) => string,
): ContractCheck {
  const isAdvice = facts.tier === undefined
  // Shows how a title is written where it is missing.
  const helpFor = (missing: readonly string[]) =>
    missing.includes(names.title) ? { help: `title: ${titleForms}` } : {}
  return contractCheck<{ missing: readonly string[] }>({
    ...facts,
    check({ content }, report) {
      for (const { fields } of couponsOf(content)) {
        // The reader reports an empty block.
        const [first] = Object.values(fields)
        const missing = neededIn(fields).filter((field) => fields[field] === undefined)
        if (first === undefined || missing.length === 0) continue
        const args = { missing: missing.map((field) => names[field]) }
        report({ pointer: holderOf(first), args, ...(codeOf && { code: codeOf(missing) }) })
      }
    },
    en: ({ missing }) => ({
      message: `The coupon has no ${inQuotes(missing, ' and no ')}${isAdvice ? '; some services may refuse it' : ''}. Add ${missing.length === 1 ? 'it' : 'them'}.`,
      ...helpFor(missing),
    }),
    ko: ({ missing }) => ({
      message: `쿠폰에 ${inQuotes(missing)} 항목이 없습니다. ${isAdvice ? '일부 서비스에서 거절될 수 있으니 ' : ''}${missing.length === 1 ? '' : '모두 '}추가하세요.`,
      ...helpFor(missing),
    }),
  })
}
