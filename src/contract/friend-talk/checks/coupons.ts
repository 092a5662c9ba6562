import { inQuotes } from '../../../text/text.ts'
import { couponTitleForms, discountTitle, nameInTitle, respacedTitle } from '../../checks/coupon-titles.ts'
import { couponsOf, hasVariable, holderOf } from '../../checks/places.ts'
import { contractCheck } from '../../contract.ts'

const neededFields = ['title', 'description'] as const

export const couponIncomplete = contractCheck<{ missing: readonly string[] }>({
  id: 'coupon-incomplete',
  check({ content }, report) {
    for (const { fields } of couponsOf(content)) {
      // The reader reports an empty block.
      const [first] = Object.values(fields)
      const missing = neededFields.filter((field) => fields[field] === undefined)
      if (first === undefined || missing.length === 0) continue
      report({ pointer: holderOf(first), args: { missing } })
    }
  },
  en: ({ missing }) => ({
    message: `The coupon has no ${inQuotes(missing, ' and no ')}; some services may refuse it. Add ${missing.length === 1 ? 'it' : 'both'}.`,
    ...(missing.includes('title') && { help: `title: ${couponTitleForms}` }),
  }),
  ko: ({ missing }) => ({
    message: `쿠폰에 ${inQuotes(missing)} 항목이 없습니다. 일부 서비스에서 거절될 수 있으니 ${missing.length === 1 ? '' : '모두 '}추가하세요.`,
    ...(missing.includes('title') && { help: `title: ${couponTitleForms}` }),
  }),
})

export const couponTitleFormat = contractCheck<{ title: string; suggestion?: string }>({
  id: 'coupon-title-format',
  check(message, report) {
    for (const { fields } of couponsOf(message.content)) {
      const placed = fields.title
      if (placed === undefined || hasVariable(message, placed)) continue
      const title = String(placed.value)
      if (discountTitle.test(title) || nameInTitle(title, message) !== undefined) continue
      const suggestion = respacedTitle(title)
      const isMeant = discountTitle.test(suggestion)
      report({
        pointer: placed.pointer,
        args: { title, ...(isMeant && { suggestion }) },
        ...(isMeant && { replacement: suggestion }),
      })
    }
  },
  en: ({ title, suggestion }) => ({
    message: `Some services may refuse the coupon title "${title}". ${suggestion === undefined ? 'Use one of the five forms.' : `Write "${suggestion}".`}`,
    help: `The five forms: ${couponTitleForms}`,
  }),
  ko: ({ title, suggestion }) => ({
    message: `이름이 "${title}"인 쿠폰을 받지 않는 서비스가 있습니다. ${suggestion === undefined ? '다섯 가지 형식 중 하나로 쓰세요.' : `"${suggestion}"처럼 쓰세요.`}`,
    help: `다섯 가지 형식: ${couponTitleForms}`,
  }),
})
