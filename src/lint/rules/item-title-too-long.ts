import { listOf } from '../example-source.ts'
import { textLimitRule } from '../text-limit.ts'

export const itemTitleTooLong = textLimitRule(
  ['firstItemTitle', 'itemTitle'],
  { en: 'The item title', ko: '아이템 제목이' },
  {
    id: 'item-title-too-long',
    summary: {
      en: 'The title of an item is too long.',
      ko: '아이템 제목이 너무 깁니다.',
    },
    why: {
      en: 'The first item is shown large and has a smaller maximum than the others.',
      ko: '첫 아이템은 크게 보이므로 한도가 나머지보다 작습니다.',
    },
    bad: { source: listOf(['피부를 환하게 밝혀 주는 고농축 비타민 세럼 대용량', '수분 크림', '클렌징 폼']) },
    good: { source: listOf(['비타민 세럼', '수분 크림', '클렌징 폼']) },
  },
)
