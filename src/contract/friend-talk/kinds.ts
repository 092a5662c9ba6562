import type { KindFacts, Repeated } from '../contract.ts'
import { kindWords } from '../common-words.ts'
import type { Upload } from './limits.ts'

const image = { text: 'required', image: 'required', button: 'optional' } as const

/** By the path variable `service_id` of the send operation (interface: "What the service does", 3). */
export const kindFacts = {
  'ft-text': {
    sections: { message: { text: 'required', button: 'optional' } },
    upload: undefined,
    description: { en: 'Text and buttons.', ko: '텍스트와 버튼입니다.' },
    ...kindWords.text,
  },
  'ft-image': {
    sections: { message: image },
    upload: 'FT',
    description: { en: 'An image, text and buttons.', ko: '이미지와 텍스트, 버튼입니다.' },
    ...kindWords.image,
  },
  'ft-wide': {
    sections: { message: image },
    upload: 'FT_WIDE',
    description: { en: 'A wide image, text and buttons.', ko: '와이드 이미지와 텍스트, 버튼입니다.' },
    ...kindWords.wide,
  },
  'ft-wide-item-list': {
    repeats: 'item',
    sections: {
      'before-items': { header: 'required', text: 'required', button: 'optional' },
      item: { image: 'required', link: 'required' },
      'after-items': { button: 'optional' },
    },
    upload: 'ft-wide-item-list',
    ...kindWords.wideItemList,
  },
  'ft-carousel-feed': {
    repeats: 'card',
    sections: {
      'before-items': { text: 'required' },
      card: { text: 'required', image: 'required', button: 'optional', coupon: 'optional' },
      'after-items': { tail: 'optional' },
    },
    upload: 'ft-carousel-feed',
    ...kindWords.carouselFeed,
  },
} as const satisfies { readonly [kind: string]: KindFacts & { readonly upload: Upload | undefined } }

export type Kind = keyof typeof kindFacts

export const kinds = Object.keys(kindFacts) as readonly Kind[]

export function repeatedIn(kind: string): Repeated | undefined {
  const { repeats }: KindFacts = kindFacts[kind as Kind]
  return repeats
}
