import { listOf } from '../example-source.ts'
import { limits } from '../../contract/limits.ts'
import { tooFewRule } from '../count-limit.ts'
import { countedItems } from '../counted-lists.ts'

export const tooFewItems = tooFewRule(countedItems, limits.items.min, {
  id: 'too-few-items',
  summary: { en: 'A wide item list has too few items.', ko: '와이드 아이템 리스트에 아이템이 모자랍니다.' },
  why: {
    en: 'The service takes lists of a fixed range of entries and rejects others.',
    ko: '서비스는 정해진 개수 범위의 리스트만 받습니다.',
  },
  bad: { source: listOf(['비타민 세럼', '수분 크림']) },
  good: { source: listOf(['비타민 세럼', '수분 크림', '클렌징 폼']) },
})
