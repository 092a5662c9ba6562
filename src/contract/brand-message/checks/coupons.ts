import { nameInTitle, neededFields, titles } from '../../checks/coupons.ts'
import { couponNames } from '../names.ts'

/** Numbers such as `3,000원`: sibling services alone refuse them. */
function isOtherNumber({ title, suggestion }: { readonly title: string; readonly suggestion?: string }): boolean {
  return suggestion !== undefined && /^[\d,]+원 할인 쿠폰$/.test(title)
}

export const couponTitleNotAllowed = titles(
  { id: 'coupon-title-not-allowed', tier: 'interface', code: '-3315' },
  (found, message) => !isOtherNumber(found) && nameInTitle(found.title, message) === undefined,
)

export const couponTitleFormat = titles(
  {
    id: 'coupon-title-format',
    remedy: { en: 'Write what it is for without spaces.', ko: '앞말을 띄어쓰기 없이 쓰세요.' },
  },
  (found, message) => isOtherNumber(found) || nameInTitle(found.title, message)?.includes(' ') === true,
)

const channelCoupon = 'alimtalk=coupon://'

export const couponPartMissing = neededFields(
  { id: 'coupon-part-missing', tier: 'interface' },
  couponNames,
  ({ android, ios }) => {
    const isOfChannel = [android, ios].some((link) => String(link?.value).startsWith(channelCoupon))
    return isOfChannel ? ['title', 'description'] : ['title', 'description', 'mobile']
  },
  (missing) => (missing.join() === 'mobile' ? '-3313' : '-3314'),
)
