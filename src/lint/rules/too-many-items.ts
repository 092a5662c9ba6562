import { limits } from '../../contract/limits.ts'
import { tooManyRule } from '../count-limit.ts'

export const tooManyItems = tooManyRule(
  {
    list: ({ message }) =>
      message.kind === 'ft-wide-item-list'
        ? [{ pointer: '/attachment/item/list', spans: message.items.map(({ span }) => span) }]
        : [],
    name: { one: 'item', many: 'items', ko: '아이템이 {}개' },
    unit: 'items',
    source: limits.items.source,
  },
  limits.items.max,
  {
    id: 'too-many-items',
    summary: { en: 'A wide item list has too many items.', ko: '와이드 아이템 리스트에 아이템이 너무 많습니다.' },
    why: {
      en: 'The service takes lists of a fixed range of entries, and its upload takes no more images either.',
      ko: '서비스는 정해진 개수 범위의 리스트만 받고, 이미지 업로드 개수에도 같은 한도가 있습니다.',
    },
    bad: {
      source: `---
kind: ft-wide-item-list
---
# 스킨케어 베스트

이번 주 추천 상품입니다.

## 비타민 세럼
[![비타민 세럼](item1.png)](https://example.com/1)

## 수분 크림
[![수분 크림](item2.png)](https://example.com/2)

## 클렌징 폼
[![클렌징 폼](item3.png)](https://example.com/3)

## 선크림
[![선크림](item4.png)](https://example.com/4)

## 립밤
[![립밤](item5.png)](https://example.com/5)
`,
    },
    good: {
      source: `---
kind: ft-wide-item-list
---
# 스킨케어 베스트

이번 주 추천 상품입니다.

## 비타민 세럼
[![비타민 세럼](item1.png)](https://example.com/1)

## 수분 크림
[![수분 크림](item2.png)](https://example.com/2)

## 클렌징 폼
[![클렌징 폼](item3.png)](https://example.com/3)

## 선크림
[![선크림](item4.png)](https://example.com/4)
`,
    },
  },
)
