import { type CheckedMessage, contractCheck } from '../../contract.ts'
import { hasVariable } from './buttons.ts'

/** Of what stands before "무료 쿠폰" and "UP 쿠폰". */
const maxNameCharacters = 7

/** Amounts of 1–99,999,999 won and 1–100 percent. */
const discount = /^(?:[1-9]\d{0,7}원|(?:[1-9]\d?|100)%|배송비) 할인 쿠폰$/
const suffixes = [' 무료 쿠폰', ' UP 쿠폰'] as const

export const couponTitleFormat = contractCheck<{ title: string; suggestion?: string }>({
  id: 'coupon-title-format',
  tier: 'platform',
  check(message, report) {
    const { content } = message
    for (const { coupon } of 'cards' in content ? content.cards : []) {
      const placed = coupon?.fields.title
      if (placed === undefined || hasVariable(message, placed)) continue
      const title = String(placed.value)
      if (hasForm(title, message)) continue
      const suggestion = respaced(title)
      const isMeant = discount.test(suggestion)
      report({
        pointer: placed.pointer,
        args: { title, ...(isMeant && { suggestion }) },
        ...(isMeant && { replacement: suggestion }),
      })
    }
  },
  words: {
    en: ({ title, suggestion }) => ({
      message: `Some services may refuse the coupon title "${title}". ${suggestion === undefined ? 'Use one of the five forms.' : `Write "${suggestion}".`}`,
      help: `The five forms: ${couponTitleForms}`,
    }),
    ko: ({ title, suggestion }) => ({
      message: `이름이 "${title}"인 쿠폰을 받지 않는 서비스가 있습니다. ${suggestion === undefined ? '다섯 가지 형식 중 하나로 쓰세요.' : `"${suggestion}"처럼 쓰세요.`}`,
      help: `다섯 가지 형식: ${couponTitleForms}`,
    }),
  },
})

/** One title of each form. */
export const couponTitleForms =
  '3000원 할인 쿠폰, 10% 할인 쿠폰, 배송비 할인 쿠폰, 아메리카노 무료 쿠폰, 사이즈 UP 쿠폰'

function hasForm(title: string, { fits }: CheckedMessage): boolean {
  if (discount.test(title)) return true
  const suffix = suffixes.find((one) => title.endsWith(one))
  if (suffix === undefined) return false
  const name = title.slice(0, -suffix.length)
  return name.trim() !== '' && fits(name, 'characters', maxNameCharacters)
}

/** The title of a discount as it is spaced in its form, and its number without commas. */
function respaced(title: string): string {
  return title
    .trim()
    .replaceAll(/,(?=\d{3})/g, '')
    .replace(/ ?(원|%|배송비) ?할인 ?쿠폰$/, '$1 할인 쿠폰')
}
