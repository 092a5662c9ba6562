import { carouselOf } from '../example-source.ts'
import { limits } from '../../contract/limits.ts'
import { tooManyRule } from '../count-limit.ts'
import { countedCards } from '../counted-lists.ts'

export const tooManyCards = tooManyRule(countedCards, limits.cards.max, {
  id: 'too-many-cards',
  summary: { en: 'A carousel has too many cards.', ko: '캐러셀에 카드가 너무 많습니다.' },
  why: {
    en: 'The service rejects the message, and its upload takes no more images either.',
    ko: '서비스가 메시지를 거절하며, 이미지 업로드 개수에도 같은 한도가 있습니다.',
  },
  bad: {
    source: carouselOf([
      { header: '라떼' },
      { header: '핫초코' },
      { header: '카푸치노' },
      { header: '모카' },
      { header: '유자차' },
      { header: '밀크티' },
      { header: '쌍화차' },
    ]),
  },
  good: {
    source: carouselOf([
      { header: '라떼' },
      { header: '핫초코' },
      { header: '카푸치노' },
      { header: '모카' },
      { header: '유자차' },
      { header: '밀크티' },
    ]),
  },
})
