import { textLimitRule } from '../text-limit.ts'

export const couponDescriptionTooLong = textLimitRule('coupon-description-too-long', ['couponDescription'], {
  en: 'The description of the coupon',
  ko: '쿠폰 설명이',
})
