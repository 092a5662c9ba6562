import { listOf } from '../example-source.ts'
import { textLimitRule } from '../text-limit.ts'

export const headerTooLong = textLimitRule(
  ['header'],
  { en: 'The header', ko: '헤더가' },
  {
    id: 'header-too-long',
    summary: {
      en: 'The header of a wide item list is too long.',
      ko: '와이드 아이템 리스트의 헤더가 너무 깁니다.',
    },
    why: {
      en: 'The limit counts bytes: a Hangul syllable takes three in UTF-8.',
      ko: '한도는 바이트로 셉니다. 한글 한 글자는 UTF-8로 3바이트입니다.',
    },
    bad: { source: listOf(['비타민 세럼', '수분 크림', '클렌징 폼'], '새로 나온 스킨케어 베스트 모음') },
    good: { source: listOf(['비타민 세럼', '수분 크림', '클렌징 폼']) },
  },
)
