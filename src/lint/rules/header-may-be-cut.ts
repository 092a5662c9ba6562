import { measure, overflowSpan, worstOf } from '../measure.ts'
import { defineRule, type Measure } from '../rule.ts'

/** What sibling services say of a header that the interface counts in bytes. */
const maxCharacters = 20

export const headerMayBeCut = defineRule<Measure & { varies: boolean }>({
  id: 'header-may-be-cut',
  tier: 'platform',
  severity: 'warning',
  source: 'header',
  summary: {
    en: 'A header is longer than some services show.',
    ko: '헤더가 일부 서비스에서 보여 주는 길이보다 깁니다.',
  },
  why: {
    en: 'The interface counts bytes, where a header of Latin letters and digits may pass that is wider than its line; sibling services take 20 characters. Variables count with their "max".',
    ko: '인터페이스의 한도는 바이트라서 영문과 숫자 위주의 헤더는 한 줄보다 길어도 통과합니다. 다른 서비스의 한도는 20자입니다. 변수는 "max" 길이로 셉니다.',
  },
  bad: { source: listWith('2026 S/S NEW 신상품 BEST 10') },
  good: { source: listWith('S/S 신상품 BEST 10') },
  check({ message, draft, readings }, report) {
    for (const entry of draft.texts) {
      const { pointer, text } = entry
      if (pointer !== '/header') continue
      const measuring = {
        unit: 'characters',
        readings,
        ofVariable: worstOf(message.variables, 'characters', readings),
      } as const
      const actual = measure(text.pieces, measuring)
      if (actual <= maxCharacters) continue
      const found = { actual, limit: maxCharacters, unit: 'characters' } as const
      const varies = entry.hasVariable
      report({
        span: overflowSpan(entry, maxCharacters, measuring),
        pointer,
        measure: found,
        args: { varies, ...found },
      })
    }
  },
  words: {
    en: ({ actual, limit, varies }) => ({
      message: `The header has ${varies ? 'up to ' : ''}${actual} characters; some services may cut it after ${limit}. Shorten it by ${actual - limit}.`,
    }),
    ko: ({ actual, limit, varies }) => ({
      message: `${varies ? '변수 값이 가장 길면 ' : ''}헤더가 ${actual}자입니다. 일부 서비스에서는 ${limit}자 뒤가 잘릴 수 있으니 ${actual - limit}자를 줄이세요.`,
    }),
  },
})

function listWith(header: string): string {
  return `---
kind: ft-wide-item-list
---
# ${header}

이번 주 추천 상품입니다.

## 린넨 셔츠
[![셔츠](shirt.png)](https://example.com/1)

## 데님 팬츠
[![팬츠](pants.png)](https://example.com/2)

## 캔버스 백
[![가방](bag.png)](https://example.com/3)
`
}
