import { inQuotes } from '../../../text/text.ts'
import {
  helpFor,
  incompleteCoupons,
  nameInTitle,
  titleHelp,
  type UnusualTitle,
  unusualTitles,
} from '../../checks/coupons.ts'
import { contractCheck } from '../../contract.ts'
import { couponNames } from '../names.ts'

/** Numbers such as `3,000원`: sibling services alone refuse them. */
function isOtherNumber({ title, suggestion }: UnusualTitle): boolean {
  return suggestion !== undefined && /^[\d,]+원 할인 쿠폰$/.test(title)
}

export const couponTitleNotAllowed = contractCheck<UnusualTitle>({
  id: 'coupon-title-not-allowed',
  tier: 'interface',
  check(message, report) {
    for (const found of unusualTitles(message)) {
      const isAllowed = isOtherNumber(found.args) || nameInTitle(found.args.title, message) !== undefined
      if (!isAllowed) report({ ...found, code: '-3315' })
    }
  },
  en: ({ title, suggestion }) => ({
    message: `A coupon cannot be called "${title}". ${suggestion === undefined ? 'Use one of the five forms.' : `Write "${suggestion}".`}`,
    help: titleHelp.en,
  }),
  ko: ({ title, suggestion }) => ({
    message: `"${title}": 쿠폰 이름으로 쓸 수 없습니다. ${suggestion === undefined ? '다섯 가지 형식 중 하나로 쓰세요.' : `"${suggestion}"처럼 쓰세요.`}`,
    help: titleHelp.ko,
  }),
})

export const couponTitleFormat = contractCheck<UnusualTitle>({
  id: 'coupon-title-format',
  check(message, report) {
    for (const found of unusualTitles(message))
      if (isOtherNumber(found.args) || nameInTitle(found.args.title, message)?.includes(' ')) report(found)
  },
  en: ({ title, suggestion }) =>
    `Some services may refuse the coupon title "${title}". ${suggestion === undefined ? 'Write what it is for without spaces.' : `Write "${suggestion}".`}`,
  ko: ({ title, suggestion }) =>
    `이름이 "${title}"인 쿠폰을 받지 않는 서비스가 있습니다. ${suggestion === undefined ? '앞말을 띄어쓰기 없이 쓰세요.' : `"${suggestion}"처럼 쓰세요.`}`,
})

const channelCoupon = 'alimtalk=coupon://'

export const couponPartMissing = contractCheck<{ missing: readonly string[] }>({
  id: 'coupon-part-missing',
  tier: 'interface',
  check({ content }, report) {
    const incomplete = incompleteCoupons(content, ({ android, ios }) => {
      const isOfChannel = [android, ios].some((link) => String(link?.value).startsWith(channelCoupon))
      return isOfChannel ? ['title', 'description'] : ['title', 'description', 'mobile']
    })
    for (const { pointer, missing } of incomplete) {
      const code = missing.join() === 'mobile' ? '-3313' : '-3314'
      report({ pointer, code, args: { missing: missing.map((field) => couponNames[field]) } })
    }
  },
  en: ({ missing }) => ({
    message: `The coupon has no ${inQuotes(missing, ' and no ')}. Add ${missing.length === 1 ? 'it' : 'them'}.`,
    ...helpFor(missing),
  }),
  ko: ({ missing }) => ({ message: `쿠폰에 ${inQuotes(missing)} 항목이 없습니다. 추가하세요.`, ...helpFor(missing) }),
})
