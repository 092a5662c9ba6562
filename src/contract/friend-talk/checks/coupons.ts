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

export const couponIncomplete = contractCheck<{ missing: readonly string[] }>({
  id: 'coupon-incomplete',
  check({ content }, report) {
    for (const { pointer, missing } of incompleteCoupons(content, () => ['title', 'description']))
      report({ pointer, args: { missing } })
  },
  en: ({ missing }) => ({
    message: `The coupon has no ${inQuotes(missing, ' and no ')}; some services may refuse it. Add ${missing.length === 1 ? 'it' : 'both'}.`,
    ...helpFor(missing),
  }),
  ko: ({ missing }) => ({
    message: `쿠폰에 ${inQuotes(missing)} 항목이 없습니다. 일부 서비스에서 거절될 수 있으니 ${missing.length === 1 ? '' : '모두 '}추가하세요.`,
    ...helpFor(missing),
  }),
})

export const couponTitleFormat = contractCheck<UnusualTitle>({
  id: 'coupon-title-format',
  check(message, report) {
    for (const found of unusualTitles(message)) if (nameInTitle(found.args.title, message) === undefined) report(found)
  },
  en: ({ title, suggestion }) => ({
    message: `Some services may refuse the coupon title "${title}". ${suggestion === undefined ? 'Use one of the five forms.' : `Write "${suggestion}".`}`,
    help: titleHelp.en,
  }),
  ko: ({ title, suggestion }) => ({
    message: `이름이 "${title}"인 쿠폰을 받지 않는 서비스가 있습니다. ${suggestion === undefined ? '다섯 가지 형식 중 하나로 쓰세요.' : `"${suggestion}"처럼 쓰세요.`}`,
    help: titleHelp.ko,
  }),
})
