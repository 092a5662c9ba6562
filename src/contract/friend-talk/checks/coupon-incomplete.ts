import { inQuotes } from '../../../text/text.ts'
import { couponTitleForms } from '../../checks/coupon-titles.ts'
import { couponsOf, holderOf } from '../../checks/places.ts'
import { contractCheck } from '../../contract.ts'

const neededFields = ['title', 'description'] as const

export const couponIncomplete = contractCheck<{ missing: readonly string[] }>({
  id: 'coupon-incomplete',
  check({ content }, report) {
    for (const { fields } of couponsOf(content)) {
      // That there is nothing at all is reported where the block is read.
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
