import type { Kind } from '../../contract/kinds.ts'
import { defineRule } from '../rule.ts'

const itemKinds: ReadonlySet<Kind> = new Set(['ft-wide-item-list', 'ft-carousel-feed'])
const key = 'failback_data'

export const fallbackInItemKind = defineRule<{ kind: Kind }>({
  id: 'fallback-in-item-kind',
  tier: 'platform',
  severity: 'warning',
  source: 'fallback for list and carousel',
  summary: {
    en: 'A list or a carousel has a fallback, which some services refuse.',
    ko: '리스트형이나 캐러셀형에 일부 서비스에서 받지 않는 대체 문자가 있습니다.',
  },
  why: {
    en: 'At least one sibling service refuses these two kinds with a fallback. Ask your provider; where it takes them, turn this rule off.',
    ko: '대체 문자가 있으면 이 두 종류를 받지 않는 서비스가 있습니다. 이용하는 서비스에 확인하고, 받는다면 이 규칙을 끄세요.',
  },
  bad: { source: carouselWith('\nfailback_data:\n  api_unique_id: lms-standard\n  msg: 겨울 신메뉴를 만나 보세요.') },
  good: { source: carouselWith('') },
  check({ document: { source }, message: { kind, failback } }, report) {
    if (failback === undefined || !itemKinds.has(kind)) return
    const start = source.lastIndexOf(key, failback.span.start)
    const span = start < 0 ? failback.span : { start, end: start + key.length }
    report({ span, pointer: `/${key}`, args: { kind } })
  },
  words: {
    en: ({ kind }) => ({
      message: `Some services may refuse ${kind} with a fallback. Remove "${key}", or ask your provider.`,
    }),
    ko: ({ kind }) => ({
      message: `대체 문자가 있는 ${kind} 메시지를 받지 않는 서비스가 있습니다. "${key}" 항목을 빼거나 이용하는 서비스에 확인하세요.`,
    }),
  },
})

function carouselWith(setting: string): string {
  return `---
kind: ft-carousel-feed${setting}
---
겨울 신메뉴를 소개합니다.

## 라떼
![라떼](latte.png)
부드러운 우유

## 핫초코
![핫초코](choco.png)
진한 초콜릿
`
}
