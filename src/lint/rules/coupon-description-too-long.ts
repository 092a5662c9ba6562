import { carouselOf, couponBlock } from '../example-source.ts'
import { textLimitRule } from '../text-limit.ts'

export const couponDescriptionTooLong = textLimitRule(
  ['couponDescription'],
  { en: 'The description of the coupon', ko: '쿠폰 설명이' },
  {
    id: 'coupon-description-too-long',
    summary: {
      en: 'The description of a coupon is too long.',
      ko: '쿠폰 설명이 너무 깁니다.',
    },
    why: {
      en: 'The service rejects the message.',
      ko: '서비스가 메시지를 거절합니다.',
    },
    bad: {
      source: carouselOf([
        {
          header: '라떼',
          after: couponBlock({ title: '1000원 할인 쿠폰', description: '겨울 신메뉴를 구매하실 때 쓸 수 있어요' }),
        },
        { header: '핫초코' },
      ]),
    },
    good: {
      source: carouselOf([
        { header: '라떼', after: couponBlock({ title: '1000원 할인 쿠폰', description: '겨울 신메뉴 전용' }) },
        { header: '핫초코' },
      ]),
    },
  },
)
