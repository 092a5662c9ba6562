import { nameInTitle, neededFields, titles } from '../../checks/coupons.ts'
import { couponNames } from '../names.ts'

export const couponIncomplete = neededFields({ id: 'coupon-incomplete' }, couponNames, () => ['title', 'description'])

export const couponTitleFormat = titles(
  { id: 'coupon-title-format' },
  ({ title }, message) => nameInTitle(title, message) === undefined,
)
