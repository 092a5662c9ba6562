import type { KindFacts } from '../contract.ts'

/** The values of `imageType` (interface: "Images"). */
export const uploads = [
  'IMAGE',
  'WIDE_IMAGE',
  'MAIN_WIDE_ITEMLIST_IMAGE',
  'NORMAL_WIDE_ITEMLIST_IMAGE',
  'CAROUSEL_FEED_IMAGE',
  'CAROUSEL_COMMERCE_IMAGE',
] as const

export type Upload = (typeof uploads)[number]

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
    repeats: undefined,
    sections: { message: single },
    upload: undefined,
    name: { en: 'Text', ko: '텍스트' },
    hint: { en: 'text', ko: '텍스트형' },
    description: { en: 'Text, buttons and a coupon.', ko: '텍스트와 버튼, 쿠폰입니다.' },
  },
  'bm-image': {
    bubble: 'IMAGE',
    repeats: undefined,
    sections: { message: { ...single, image: 'required' } },
    upload: 'IMAGE',
    name: { en: 'Image', ko: '이미지' },
    hint: { en: 'text with an image', ko: '이미지형' },
    description: { en: 'An image, text, buttons and a coupon.', ko: '이미지와 텍스트, 버튼, 쿠폰입니다.' },
  },
  'bm-wide': {
    bubble: 'WIDE',
    repeats: undefined,
    sections: { message: { ...single, image: 'required' } },
    upload: 'WIDE_IMAGE',
    name: { en: 'Wide image', ko: '와이드 이미지' },
    hint: { en: 'wide image with a line of text', ko: '와이드 이미지형' },
    description: {
      en: 'A wide image, a short text, buttons and a coupon.',
      ko: '와이드 이미지와 짧은 텍스트, 버튼, 쿠폰입니다.',
    },
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
    name: { en: 'Wide item list', ko: '와이드 아이템 리스트' },
    hint: { en: 'list of 3 or 4 items', ko: '와이드 아이템 리스트, 항목 3~4개' },
    description: {
      en: 'A header and 3 to 4 items, each with an image and a link.',
      ko: '헤더와 3~4개의 항목입니다. 항목마다 이미지와 링크가 있습니다.',
    },
  },
  'bm-commerce': {
    bubble: 'COMMERCE',
    repeats: undefined,
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
    hint: { en: 'product with its price', ko: '커머스형, 상품과 가격' },
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
    name: { en: 'Carousel feed', ko: '캐러셀 피드' },
    hint: { en: 'carousel of 2 to 6 cards', ko: '캐러셀 피드형, 카드 2~6개' },
    description: {
      en: '2 to 6 cards side by side, each with an image, text and buttons.',
      ko: '옆으로 넘기는 카드 2~6장입니다. 카드마다 이미지와 텍스트, 버튼이 있습니다.',
    },
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
    hint: { en: 'carousel of products with prices', ko: '캐러셀 커머스형, 상품과 가격' },
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
