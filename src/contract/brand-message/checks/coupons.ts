import { inQuotes } from '../../../text/text.ts'
import { couponTitleForms, discountTitle, nameInTitle, respacedTitle } from '../../checks/coupon-titles.ts'
import { couponsOf, hasVariable, holderOf } from '../../checks/places.ts'
import { type CheckedMessage, type CheckReport, contractCheck } from '../../contract.ts'
import { couponNames } from '../names.ts'

interface TitleViolation {
  readonly title: string
  readonly suggestion?: string
}

/** The interface refuses these. Numbers such as `3,000원` are refused by sibling services alone. */
export const couponTitleNotAllowed = contractCheck<TitleViolation>({
  id: 'coupon-title-not-allowed',
  tier: 'interface',
  check(message, report) {
    for (const { title, suggestion, found } of unusualTitles(message)) {
      const isNumber = suggestion !== undefined && /^[\d,]+원 할인 쿠폰$/.test(title)
      if (!isNumber && nameInTitle(title, message) === undefined) report({ ...found, code: '-3315' })
    }
  },
  en: ({ title, suggestion }) => ({
    message: `A coupon cannot be called "${title}". ${suggestion === undefined ? 'Use one of the five forms.' : `Write "${suggestion}".`}`,
    help: `The five forms: ${couponTitleForms}`,
  }),
  ko: ({ title, suggestion }) => ({
    message: `"${title}": 쿠폰 이름으로 쓸 수 없습니다. ${suggestion === undefined ? '다섯 가지 형식 중 하나로 쓰세요.' : `"${suggestion}"처럼 쓰세요.`}`,
    help: `다섯 가지 형식: ${couponTitleForms}`,
  }),
})

export const couponTitleFormat = contractCheck<TitleViolation>({
  id: 'coupon-title-format',
  check(message, report) {
    for (const { title, suggestion, found } of unusualTitles(message)) {
      const isNumber = suggestion !== undefined && /^[\d,]+원 할인 쿠폰$/.test(title)
      if (isNumber || nameInTitle(title, message)?.includes(' ')) report(found)
    }
  },
  en: ({ title, suggestion }) =>
    `Some services may refuse the coupon title "${title}". ${suggestion === undefined ? 'Write what it is for without spaces.' : `Write "${suggestion}".`}`,
  ko: ({ title, suggestion }) =>
    `이름이 "${title}"인 쿠폰을 받지 않는 서비스가 있습니다. ${suggestion === undefined ? '앞말을 띄어쓰기 없이 쓰세요.' : `"${suggestion}"처럼 쓰세요.`}`,
})

interface UnusualTitle extends TitleViolation {
  readonly found: CheckReport<TitleViolation>
}

/** The titles without variables that are no discount as every service takes it. */
function unusualTitles(message: CheckedMessage): readonly UnusualTitle[] {
  return couponsOf(message.content).flatMap(({ fields: { title: placed } }) => {
    const title = String(placed?.value)
    if (placed === undefined || hasVariable(message, placed) || discountTitle.test(title)) return []
    const replacement = respacedTitle(title)
    const isMeant = discountTitle.test(replacement)
    const args = { title, ...(isMeant && { suggestion: replacement }) }
    return [{ ...args, found: { pointer: placed.pointer, args, ...(isMeant && { replacement }) } }]
  })
}

const channelCoupon = 'alimtalk=coupon://'

export const couponPartMissing = contractCheck<{ missing: readonly string[] }>({
  id: 'coupon-part-missing',
  tier: 'interface',
  check({ content }, report) {
    for (const { fields } of couponsOf(content)) {
      // The reader reports an empty block.
      const [first] = Object.values(fields)
      const needsLink = ![fields.android, fields.ios].some((link) => String(link?.value).startsWith(channelCoupon))
      const needed = ['title', 'description', ...(needsLink ? (['mobile'] as const) : [])] as const
      const missing = needed.filter((field) => fields[field] === undefined).map((field) => couponNames[field])
      const code = missing.join() === couponNames.mobile ? '-3313' : '-3314'
      if (first && missing.length > 0) report({ pointer: holderOf(first), code, args: { missing } })
    }
  },
  en: ({ missing }) => ({
    message: `The coupon has no ${inQuotes(missing, ' and no ')}. Add ${missing.length === 1 ? 'it' : 'them'}.`,
    ...(missing.includes('title') && { help: `title: ${couponTitleForms}` }),
  }),
  ko: ({ missing }) => ({
    message: `쿠폰에 ${inQuotes(missing)} 항목이 없습니다. 추가하세요.`,
    ...(missing.includes('title') && { help: `title: ${couponTitleForms}` }),
  }),
})
