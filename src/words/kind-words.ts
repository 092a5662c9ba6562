import type { Kind } from '../contract/kinds.ts'
import { limits } from '../contract/limits.ts'
import type { Language } from './language.ts'

type WordsOfKinds = { readonly [L in Language]: { readonly [K in Kind]: string } }

/** What the kinds of messages are called. */
export const kindNames: WordsOfKinds = {
  en: {
    'ft-text': 'Text',
    'ft-image': 'Image',
    'ft-wide': 'Wide image',
    'ft-wide-item-list': 'Wide item list',
    'ft-carousel-feed': 'Carousel feed',
  },
  ko: {
    'ft-text': '텍스트',
    'ft-image': '이미지',
    'ft-wide': '와이드 이미지',
    'ft-wide-item-list': '와이드 아이템 리스트',
    'ft-carousel-feed': '캐러셀 피드',
  },
}

const { items, cards } = limits

/** What messages of the kinds look like, for those who choose one. */
export const kindHints: WordsOfKinds = {
  en: {
    'ft-text': 'text',
    'ft-image': 'text with an image',
    'ft-wide': 'wide image with a line of text',
    'ft-wide-item-list': `list of ${items.min} or ${items.max} items`,
    'ft-carousel-feed': `carousel of ${cards.min} to ${cards.max} cards`,
  },
  ko: {
    'ft-text': '텍스트형',
    'ft-image': '이미지형',
    'ft-wide': '와이드 이미지형',
    'ft-wide-item-list': `와이드 리스트형, 항목 ${items.min}~${items.max}개`,
    'ft-carousel-feed': `캐러셀 피드형, 카드 ${cards.min}~${cards.max}개`,
  },
}
