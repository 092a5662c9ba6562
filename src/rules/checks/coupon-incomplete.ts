import { lineEndOf } from '../lines.ts'
import { defineRule } from '../rule.ts'
import { inQuotes } from '../terms.ts'
import { couponTitleForms } from './coupon-title-format.ts'

const neededFields = ['title', 'description'] as const

export const couponIncomplete = defineRule<{ missing: readonly string[] }>()({
  id: 'coupon-incomplete',
  tier: 'platform',
  severity: 'warning',
  check({ document: { source }, message }, report) {
    if (!('cards' in message)) return
    for (const [index, { coupon }] of message.cards.entries()) {
      // That there is nothing at all is reported where the block is read.
      if (coupon === undefined || Object.keys(coupon.fields).length === 0) continue
      const missing = neededFields.filter((field) => coupon.fields[field] === undefined)
      if (missing.length === 0) continue
      // The first line of the block: what is missing has no place of its own.
      const { start } = coupon.span
      const pointer = `/carousel/list/${index}/attachment/coupon`
      report({ span: { start, end: lineEndOf(source, start) }, pointer, args: { missing } })
    }
  },
  words: {
    en: ({ missing }) => ({
      message: `The coupon has no ${inQuotes(missing, ' and no ')}; some services may refuse it. Add ${missing.length === 1 ? 'it' : 'both'}.`,
      ...(missing.includes('title') && { help: `title: ${couponTitleForms}` }),
    }),
    ko: ({ missing }) => ({
      message: `쿠폰에 ${inQuotes(missing)} 항목이 없습니다. 일부 서비스에서 거절될 수 있으니 ${missing.length === 1 ? '' : '모두 '}추가하세요.`,
      ...(missing.includes('title') && { help: `title: ${couponTitleForms}` }),
    }),
  },
})
