import type { KindFacts } from '../contract.ts'
import { kindWords } from '../common-words.ts'
import type { Upload } from './limits.ts'

interface BrandKindFacts extends KindFacts {
  readonly upload: Upload | undefined
  readonly uploadOfFirst?: Upload
  /** Its `chatBubbleType`. */
  readonly bubble: string
}

const single = { text: 'required', button: 'optional', coupon: 'optional' } as const

/** The kinds of brand messages (interface: "Parts per kind"). */
export const kindFacts = {
  'bm-text': {
    bubble: 'TEXT',
    sections: { message: single },
    upload: undefined,
    description: { en: 'Text, buttons and a coupon.', ko: '텍스트와 버튼, 쿠폰입니다.' },
    ...kindWords.text,
  },
  'bm-image': {
    bubble: 'IMAGE',
    sections: { message: { ...single, image: 'required' } },
    upload: 'IMAGE',
    description: { en: 'An image, text, buttons and a coupon.', ko: '이미지와 텍스트, 버튼, 쿠폰입니다.' },
    ...kindWords.image,
  },
  'bm-wide': {
    bubble: 'WIDE',
    sections: { message: { ...single, image: 'required' } },
    upload: 'WIDE_IMAGE',
    description: {
      en: 'A wide image, a short text, buttons and a coupon.',
      ko: '와이드 이미지와 짧은 텍스트, 버튼, 쿠폰입니다.',
    },
    ...kindWords.wide,
  },
  'bm-wide-item-list': {
    bubble: 'WIDE_ITEM_LIST',
    repeats: 'item',
    sections: {
      'before-items': { header: 'required', button: 'optional', coupon: 'optional' },
      item: { image: 'required', link: 'required' },
      'after-items': { button: 'optional', coupon: 'optional' },
    },
    firstTitle: 'optional',
    upload: 'NORMAL_WIDE_ITEMLIST_IMAGE',
    uploadOfFirst: 'MAIN_WIDE_ITEMLIST_IMAGE',
    ...kindWords.wideItemList,
  },
  'bm-commerce': {
    bubble: 'COMMERCE',
    sections: {
      message: {
        header: 'required',
        text: 'optional',
        image: 'required',
        price: 'required',
        button: 'required',
        coupon: 'optional',
      },
    },
    upload: 'IMAGE',
    name: { en: 'Commerce', ko: '커머스' },
    description: {
      en: 'A product with an image, its price and 1 or 2 buttons.',
      ko: '이미지와 가격, 버튼 1~2개가 있는 상품입니다.',
    },
  },
  'bm-carousel-feed': {
    bubble: 'CAROUSEL_FEED',
    repeats: 'card',
    sections: {
      'before-items': {},
      card: { text: 'required', image: 'required', button: 'required', coupon: 'optional' },
      'after-items': { tail: 'optional' },
    },
    upload: 'CAROUSEL_FEED_IMAGE',
    ...kindWords.carouselFeed,
  },
  'bm-carousel-commerce': {
    bubble: 'CAROUSEL_COMMERCE',
    repeats: 'card',
    sections: {
      'before-items': { header: 'required', text: 'required', image: 'required', link: 'optional' },
      card: { text: 'optional', image: 'required', price: 'required', button: 'required', coupon: 'optional' },
      'after-items': { tail: 'optional' },
    },
    head: true,
    upload: 'CAROUSEL_COMMERCE_IMAGE',
    name: { en: 'Carousel commerce', ko: '캐러셀 커머스' },
    description: {
      en: 'Products side by side, each with an image, its price and buttons, and an optional head before them.',
      ko: '옆으로 넘기는 상품입니다. 상품마다 이미지와 가격, 버튼이 있고 맨 앞에 인트로를 둘 수 있습니다.',
    },
  },
} as const satisfies { readonly [kind: string]: BrandKindFacts }

export type Kind = keyof typeof kindFacts

export const kinds = Object.keys(kindFacts) as readonly Kind[]

export function factsOf(kind: string): BrandKindFacts {
  return kindFacts[kind as Kind]
}
