import { carouselOf } from '../example-source.ts'
import { textLimitRule } from '../text-limit.ts'

export const cardHeaderTooLong = textLimitRule(
  ['cardHeader'],
  { en: 'The card title', ko: '카드 제목이' },
  {
    id: 'card-header-too-long',
    summary: {
      en: 'The title of a card is too long.',
      ko: '카드 제목이 너무 깁니다.',
    },
    why: {
      en: 'The limit counts bytes: a Hangul syllable takes three in UTF-8.',
      ko: '한도는 바이트로 셉니다. 한글 한 글자는 UTF-8로 3바이트입니다.',
    },
    bad: { source: carouselOf([{ header: '달콤한 바닐라 라떼' }, { header: '핫초코' }]) },
    good: { source: carouselOf([{ header: '바닐라 라떼' }, { header: '핫초코' }]) },
  },
)
