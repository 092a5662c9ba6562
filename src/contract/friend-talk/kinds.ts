import type { KindFacts, Repeated } from '../contract.ts'

/** The path variable `service_id` of the send operation (interface: "What the service does", 3). */
export const kinds = ['ft-text', 'ft-image', 'ft-wide', 'ft-wide-item-list', 'ft-carousel-feed'] as const

/** One of the five message kinds. */
export type Kind = (typeof kinds)[number]

/** The four image-upload operations, by the segment of their path. */
export const uploads = ['FT', 'FT_WIDE', 'ft-wide-item-list', 'ft-carousel-feed'] as const

/** One of the four image-upload operations. */
export type Upload = (typeof uploads)[number]

const image = { text: 'required', image: 'required', button: 'optional' } as const

export const kindFacts = {
  'ft-text': {
    repeats: undefined,
    sections: { message: { text: 'required', button: 'optional' } },
    upload: undefined,
    name: { en: 'Text', ko: '텍스트' },
    hint: { en: 'text', ko: '텍스트형' },
    description: { en: 'Text and buttons.', ko: '텍스트와 버튼입니다.' },
  },
  'ft-image': {
    repeats: undefined,
    sections: { message: image },
    upload: 'FT',
    name: { en: 'Image', ko: '이미지' },
    hint: { en: 'text with an image', ko: '이미지형' },
    description: { en: 'An image, text and buttons.', ko: '이미지와 텍스트, 버튼입니다.' },
  },
  'ft-wide': {
    repeats: undefined,
    sections: { message: image },
    upload: 'FT_WIDE',
    name: { en: 'Wide image', ko: '와이드 이미지' },
    hint: { en: 'wide image with a line of text', ko: '와이드 이미지형' },
    description: { en: 'A wide image, text and buttons.', ko: '와이드 이미지와 텍스트, 버튼입니다.' },
  },
  'ft-wide-item-list': {
    repeats: 'item',
    sections: {
      'before-items': { header: 'required', text: 'required', button: 'optional' },
      item: { image: 'required', link: 'required' },
      'after-items': { button: 'optional' },
    },
    upload: 'ft-wide-item-list',
    name: { en: 'Wide item list', ko: '와이드 아이템 리스트' },
    hint: { en: 'list of 3 or 4 items', ko: '와이드 아이템 리스트, 항목 3~4개' },
    description: {
      en: 'A header and 3 to 4 items, each with an image and a link.',
      ko: '헤더와 3~4개의 항목입니다. 항목마다 이미지와 링크가 있습니다.',
    },
  },
  'ft-carousel-feed': {
    repeats: 'card',
    sections: {
      'before-items': { text: 'required' },
      card: { text: 'required', image: 'required', button: 'optional', coupon: 'optional' },
      'after-items': { tail: 'optional' },
    },
    upload: 'ft-carousel-feed',
    name: { en: 'Carousel feed', ko: '캐러셀 피드' },
    hint: { en: 'carousel of 2 to 6 cards', ko: '캐러셀 피드형, 카드 2~6개' },
    description: {
      en: '2 to 6 cards side by side, each with an image, text and buttons.',
      ko: '옆으로 넘기는 카드 2~6장입니다. 카드마다 이미지와 텍스트, 버튼이 있습니다.',
    },
  },
} as const satisfies { readonly [K in Kind]: KindFacts & { readonly upload: Upload | undefined } }

/** Returns what the body of a kind repeats. */
export function repeatedIn(kind: string): Repeated | undefined {
  return kindFacts[kind as Kind].repeats
}
