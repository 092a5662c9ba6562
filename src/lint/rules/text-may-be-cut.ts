import type { Kind } from '../../contract/kinds.ts'
import { measure, overflowSpan, worstOf } from '../measure.ts'
import { defineRule, type Measure } from '../rule.ts'

/** What sibling services show of the text beside an image. */
const maxCharactersOfKind: { readonly [K in Kind]?: number } = { 'ft-image': 400, 'ft-wide': 76 }

export const textMayBeCut = defineRule<Measure & { kind: Kind; varies: boolean }>({
  id: 'text-may-be-cut',
  tier: 'platform',
  severity: 'warning',
  source: 'text by kind',
  summary: {
    en: 'The text beside an image is longer than some services show.',
    ko: '이미지와 함께 보내는 본문이 일부 서비스에서 보여 주는 길이보다 깁니다.',
  },
  why: {
    en: 'The interface takes 1,000 characters for every kind; sibling services take 400 with an image and 76 with a wide image. Variables count with their "max".',
    ko: '인터페이스는 모든 종류에서 1,000자를 받지만, 다른 서비스의 한도는 이미지형 400자, 와이드 이미지형 76자입니다. 변수는 "max" 길이로 셉니다.',
  },
  bad: {
    source: `---
kind: ft-wide
---
![회원의 날](members.png)
회원의 날을 맞아 오늘 하루 모든 구매에 적립금을 두 배로 드립니다. 온라인 스토어와 전국 매장에서 함께 진행하니 자정이 지나기 전에 꼭 만나 보세요.
`,
    image: { width: 800, height: 600 },
  },
  good: {
    source: `---
kind: ft-wide
---
![회원의 날](members.png)
회원의 날, 오늘 하루 적립금을 두 배로 드립니다.
`,
    image: { width: 800, height: 600 },
  },
  check({ message, draft, readings }, report) {
    const { kind } = message
    const max = maxCharactersOfKind[kind]
    if (max === undefined) return
    for (const entry of draft.texts) {
      const { pointer, text } = entry
      if (pointer !== '/msg') continue
      const measuring = {
        unit: 'characters',
        readings,
        ofVariable: worstOf(message.variables, 'characters', readings),
      } as const
      const actual = measure(text.pieces, measuring)
      if (actual <= max) continue
      const found = { actual, limit: max, unit: 'characters' } as const
      const varies = entry.hasVariable
      report({ span: overflowSpan(entry, max, measuring), pointer, measure: found, args: { kind, varies, ...found } })
    }
  },
  words: {
    en: ({ actual, limit, kind, varies }) => ({
      message: `The text has ${varies ? 'up to ' : ''}${actual} characters; in ${kind} some services may cut it after ${limit}. Shorten it by ${actual - limit}.`,
    }),
    ko: ({ actual, limit, kind, varies }) => ({
      message: `${varies ? '변수 값이 가장 길면 ' : ''}본문이 ${actual}자입니다. 일부 서비스에서는 ${kind} 본문이 ${limit}자 뒤에서 잘릴 수 있으니 ${actual - limit}자를 줄이세요.`,
    }),
  },
})
