import type { FaultChoice, InboxNews } from '../web/inbox/page-data.ts'
import type { Language } from '../words/language.ts'
import { type ActiveFault, defaultRefusalMs, type Fault, type FaultRule } from './faults.ts'
import { emulatedContracts } from './services.ts'

const en = {
  refuse: 'Connection refused',
  'reset-after-reading': 'Connection reset after the request is read',
  drop: 'Connection ended without an answer',
  delay: 'Late answer',
  status: 'Status instead of an answer',
  reject: 'Messages rejected',
  'request-error': 'Whole request refused',
  'upload-error': 'Upload fails',
} satisfies { readonly [T in Fault['type']]: string }

const ko: typeof en = {
  refuse: '연결 거절',
  'reset-after-reading': '요청을 읽은 뒤 연결 끊김',
  drop: '응답 없이 연결 종료',
  delay: '늦은 응답',
  status: '응답 대신 오류 상태',
  reject: '메시지 거절',
  'request-error': '요청 전체 거절',
  'upload-error': '업로드 실패',
}

const names: { readonly [L in Language]: typeof en } = { en, ko }

/** What is ordered with one click: each strikes the next request that it concerns, once. */
const offered: readonly Pick<FaultRule, 'fault' | 'on'>[] = [
  { fault: { type: 'refuse', forMs: 3000 } },
  { fault: { type: 'reset-after-reading' } },
  { fault: { type: 'drop' } },
  { fault: { type: 'delay', ms: 5000 } },
  { fault: { type: 'status', status: 500 } },
  { fault: { type: 'status', status: 429, retryAfterSeconds: 3 } },
  ...emulatedContracts.flatMap(({ offeredFaults }) => offeredFaults),
]

const seconds: { readonly [L in Language]: (count: number) => string } = {
  en: (count) => `${count.toLocaleString('en-US')} s`,
  ko: (count) => `${count.toLocaleString('ko-KR')}초`,
}

/** Returns what a fault is called, with the number or code that it goes by. */
function nameOf(fault: Fault, lang: Language): string {
  return `${names[lang][fault.type]} ${detailOf(fault, lang)}`.trim()
}

function detailOf(fault: Fault, lang: Language): string {
  if (fault.type === 'status') return String(fault.status)
  if (fault.type === 'delay') return seconds[lang](fault.ms / 1000)
  if (fault.type === 'refuse') return seconds[lang]((fault.forMs ?? defaultRefusalMs) / 1000)
  return 'code' in fault ? fault.code : ''
}

/** The faults that the inbox offers as buttons. */
export function faultChoices(lang: Language): readonly FaultChoice[] {
  return offered.map((rule) => ({ name: nameOf(rule.fault, lang), rule: { ...rule, times: 1 } }))
}

/** The faults that may still strike, as the inbox lists them. */
export function pendingFaults(faults: readonly ActiveFault[], lang: Language): InboxNews['faults'] {
  return faults
    .filter(({ struck, times }) => times === undefined || struck < times)
    .map(({ id, fault }) => ({ id, name: nameOf(fault, lang) }))
}
