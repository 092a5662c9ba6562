import { listOf } from '../example-source.ts'
import { limits } from '../../contract/limits.ts'
import { tooManyRule } from '../count-limit.ts'
import { countedItems } from '../counted-lists.ts'

export const tooManyItems = tooManyRule(countedItems, limits.items.max, {
  id: 'too-many-items',
  summary: { en: 'A wide item list has too many items.', ko: '와이드 아이템 리스트에 아이템이 너무 많습니다.' },
  why: {
    en: 'The service takes lists of a fixed range of entries, and its upload takes no more images either.',
    ko: '서비스는 정해진 개수 범위의 리스트만 받고, 이미지 업로드 개수에도 같은 한도가 있습니다.',
  },
  bad: { source: listOf(['비타민 세럼', '수분 크림', '클렌징 폼', '선크림', '립밤']) },
  good: { source: listOf(['비타민 세럼', '수분 크림', '클렌징 폼', '선크림']) },
})
