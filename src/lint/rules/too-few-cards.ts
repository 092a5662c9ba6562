import { carouselOf } from '../example-source.ts'
import { limits } from '../../contract/limits.ts'
import { tooFewRule } from '../count-limit.ts'
import { countedCards } from '../counted-lists.ts'

export const tooFewCards = tooFewRule(countedCards, limits.cards.min, {
  id: 'too-few-cards',
  summary: { en: 'A carousel has too few cards.', ko: '캐러셀에 카드가 모자랍니다.' },
  why: {
    en: 'A carousel of one card is rejected; ft-image shows a single one.',
    ko: '카드가 한 장인 캐러셀은 거절됩니다. 한 장이면 ft-image를 쓰세요.',
  },
  bad: { source: carouselOf([{ header: '라떼' }]) },
  good: { source: carouselOf([{ header: '라떼' }, { header: '핫초코' }]) },
})
