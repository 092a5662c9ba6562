import type { Kind } from '../../contract/friend-talk/kinds.ts'
import { defineRule } from '../rule.ts'

const itemKinds: ReadonlySet<Kind> = new Set(['ft-wide-item-list', 'ft-carousel-feed'])
const key = 'failback_data'

export const fallbackInItemKind = defineRule<{ kind: Kind }>()({
  id: 'fallback-in-item-kind',
  tier: 'platform',
  severity: 'warning',
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
