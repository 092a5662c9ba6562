import { contractCheck } from '../../contract.ts'
import { repeatedIn } from '../kinds.ts'

const key = 'failback_data'

export const fallbackInItemKind = contractCheck<{ kind: string }>({
  id: 'fallback-in-item-kind',
  check({ kind, content }, report) {
    if (content.settings[key] === undefined || repeatedIn(kind) === undefined) return
    report({ pointer: `/${key}`, args: { kind } })
  },
  en: ({ kind }) => `Some services may refuse ${kind} with a fallback. Remove "${key}", or ask your provider.`,
  ko: ({ kind }) =>
    `대체 문자가 있는 ${kind} 메시지를 받지 않는 서비스가 있습니다. "${key}" 항목을 빼거나 이용하는 서비스에 확인하세요.`,
})
