import { carouselOf } from '../example-source.ts'
import { textLimitRule } from '../text-limit.ts'

export const cardMessageTooLong = textLimitRule(
  ['cardMessage'],
  { en: 'The text of the card', ko: '카드 본문이' },
  {
    id: 'card-message-too-long',
    summary: {
      en: 'The text of a card is too long.',
      ko: '카드 본문이 너무 깁니다.',
    },
    why: {
      en: 'The limit counts bytes: a Hangul syllable takes three in UTF-8.',
      ko: '한도는 바이트로 셉니다. 한글 한 글자는 UTF-8로 3바이트입니다.',
    },
    bad: {
      source: carouselOf([
        { header: '라떼', message: Array(4).fill('부드러운 우유와 향긋한 바닐라가 만났습니다.').join(' ') },
        { header: '핫초코' },
      ]),
    },
    good: {
      source: carouselOf([
        { header: '라떼', message: '부드러운 우유와 향긋한 바닐라가 만났습니다.' },
        { header: '핫초코' },
      ]),
    },
  },
)
