import type { Kind } from '../../contract/friend-talk/kinds.ts'
import { defineRule } from '../rule.ts'

const kindsOnlyForAds: ReadonlySet<Kind> = new Set(['ft-wide-item-list', 'ft-carousel-feed'])

export const adFlagNeeded = defineRule<{ kind: Kind }>()({
  id: 'ad-flag-needed',
  tier: 'platform',
  severity: 'warning',
  check({ message: { kind, adFlag } }, report) {
    if (adFlag.value === 'N' && kindsOnlyForAds.has(kind)) {
      report({ span: adFlag.span, pointer: '/ad_flag', args: { kind } })
    }
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
