import type { ReleaseState } from '../../../deploy/report.ts'
import type { SendState } from '../../../ledger/ledger.ts'
import type { Text } from '../../../words/language.ts'
import { counted, grouped } from '../../../words/printable.ts'

export const stateNames: { readonly [S in SendState]: Text } = {
  pending: { en: 'pending', ko: '대기' },
  inflight: { en: 'in flight', ko: '요청 중' },
  accepted: { en: 'accepted', ko: '접수' },
  rejected: { en: 'rejected', ko: '거절' },
  deferred: { en: 'deferred', ko: '보류' },
  unknown: { en: 'unknown', ko: '확인 필요' },
  cancelled: { en: 'cancelled', ko: '취소' },
}

export const releaseStateNames: { readonly [S in ReleaseState]: Text } = {
  running: { en: 'running', ko: '진행 중' },
  paused: { en: 'paused', ko: '멈춤' },
  unsettled: { en: 'unsettled', ko: '확인 필요' },
  done: { en: 'done', ko: '완료' },
  cancelled: { en: 'cancelled', ko: '취소됨' },
}

export const sendsText = (count: number): Text => ({ en: counted(count, 'send'), ko: `${grouped(count)}건` })

export const verdictNames: { readonly [V in 'sent' | 'not-sent']: Text } = {
  sent: { en: 'sent', ko: '발송됨' },
  'not-sent': { en: 'not sent', ko: '발송 안 됨' },
}
