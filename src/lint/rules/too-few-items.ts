import { limits } from '../../contract/limits.ts'
import { tooFewRule } from '../count-limit.ts'

export const tooFewItems = tooFewRule(
  {
    list: ({ message }) =>
      message.kind === 'ft-wide-item-list'
        ? [{ pointer: '/attachment/item/list', spans: message.items.map(({ span }) => span) }]
        : [],
    name: { one: 'item', many: 'items', ko: '아이템이 {}개' },
    unit: 'items',
    source: limits.items.source,
  },
  limits.items.min,
  {
    id: 'too-few-items',
    summary: { en: 'A wide item list has too few items.', ko: '와이드 아이템 리스트에 아이템이 모자랍니다.' },
    why: {
      en: 'The service takes lists of a fixed range of entries and rejects others.',
      ko: '서비스는 정해진 개수 범위의 리스트만 받습니다.',
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
`,
    },
  },
)
