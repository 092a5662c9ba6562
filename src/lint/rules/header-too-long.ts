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
    bad: {
      source: `---
kind: ft-wide-item-list
---
# 새로 나온 스킨케어 베스트 모음

이번 주 추천 상품입니다.

## 비타민 세럼
[![세럼](serum.png)](https://example.com/1)

## 수분 크림
[![크림](cream.png)](https://example.com/2)

## 클렌징 폼
[![폼](foam.png)](https://example.com/3)
`,
    },
    good: {
      source: `---
kind: ft-wide-item-list
---
# 스킨케어 베스트

이번 주 추천 상품입니다.

## 비타민 세럼
[![세럼](serum.png)](https://example.com/1)

## 수분 크림
[![크림](cream.png)](https://example.com/2)

## 클렌징 폼
[![폼](foam.png)](https://example.com/3)
`,
    },
  },
)
