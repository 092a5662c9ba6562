import { contractCheck } from '../../contract.ts'
import { repeatedIn } from '../kinds.ts'
import { isAdvertising } from '../advertising.ts'

export const adFlagNeeded = contractCheck<{ kind: string }>({
  id: 'ad-flag-needed',
  check({ kind, content }, report) {
    if (repeatedIn(kind) !== undefined && !isAdvertising(content)) report({ pointer: '/ad_flag', args: { kind } })
  },
  en: ({ kind }) =>
    `Some services may refuse ${kind} with "ad_flag: N". Write Y, or choose another kind for information.`,
  ko: ({ kind }) =>
    `"ad_flag: N"인 ${kind} 메시지는 일부 서비스에서 거절될 수 있습니다. Y로 바꾸거나, 정보만 알린다면 다른 종류를 쓰세요.`,
})
