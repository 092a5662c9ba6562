import type { Kind } from '../../contract/kinds.ts'
import { defineRule } from '../rule.ts'

const kindsOnlyForAds: ReadonlySet<Kind> = new Set(['ft-wide-item-list', 'ft-carousel-feed'])

export const adFlagNeeded = defineRule<{ kind: Kind }>({
  id: 'ad-flag-needed',
  tier: 'platform',
  severity: 'warning',
  source: 'advertising',
  summary: {
    en: 'A list or a carousel is not marked as advertising.',
    ko: '리스트형이나 캐러셀형이 광고 메시지로 표시되지 않았습니다.',
  },
  why: {
    en: 'Sibling services send these two kinds only as advertising, with "ad_flag: Y". It is the default.',
    ko: '다른 서비스에서는 이 두 종류를 광고 메시지("ad_flag: Y")로만 보낼 수 있습니다. 기본값도 "Y"입니다.',
  },
  bad: { source: carouselWith('\nad_flag: N') },
  good: { source: carouselWith('') },
  check({ message: { kind, adFlag } }, report) {
    if (adFlag.value === 'Y' || !kindsOnlyForAds.has(kind)) return
    // Readers then see the label that the platform adds.
    const fix = { safe: false, edits: [{ ...adFlag.span, text: 'Y' }] }
    report({ span: adFlag.span, pointer: '/ad_flag', args: { kind }, fix })
  },
  words: {
    en: ({ kind }) => ({
      message: `Some services may refuse ${kind} with "ad_flag: N". Write Y, or choose another kind for information.`,
    }),
    ko: ({ kind }) => ({
      message: `"ad_flag: N"인 ${kind} 메시지는 일부 서비스에서 거절될 수 있습니다. Y로 바꾸거나, 정보만 알린다면 다른 종류를 쓰세요.`,
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
