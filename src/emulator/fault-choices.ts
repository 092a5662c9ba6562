import type { FaultChoice, InboxNews } from '../web/inbox/page-data.ts'
import type { Language } from '../words/language.ts'
import { type ActiveFault, defaultRefusalMs, type Fault, type FaultRule } from './faults.ts'

const en = {
  refuse: 'Connection refused',
  'reset-before-reading': 'Connection reset before the request is read',
  'reset-after-reading': 'Connection reset after the request is read',
  drop: 'Connection ended without an answer',
  delay: 'Late answer',
  drip: 'Answer in small pieces',
  status: 'Status instead of an answer',
  html: 'HTML instead of JSON',
  'cut-off': 'Answer cut off halfway',
  'results-missing': 'A result is missing',
  'results-doubled': 'A result comes twice',
  'results-reordered': 'Results in reverse order',
  'results-foreign-key': 'A result with a foreign key',
  reject: 'Messages rejected',
  'request-error': 'Whole request refused',
  'upload-error': 'Upload fails',
  'expire-image': 'Image expires',
  'skew-date': 'Date is off',
} satisfies { readonly [T in Fault['type']]: string }

const ko: typeof en = {
  refuse: '연결 거절',
  'reset-before-reading': '요청을 읽기 전에 연결 끊김',
  'reset-after-reading': '요청을 읽은 뒤 연결 끊김',
  drop: '응답 없이 연결 종료',
  delay: '늦은 응답',
  drip: '조금씩 오는 응답',
  status: '응답 대신 오류 상태',
  html: 'JSON 대신 HTML',
  'cut-off': '중간에 끊긴 응답',
  'results-missing': '결과 하나 빠짐',
  'results-doubled': '결과 하나 중복',
  'results-reordered': '결과 순서 뒤바뀜',
  'results-foreign-key': '보내지 않은 키의 결과',
  reject: '메시지 거절',
  'request-error': '요청 전체 거절',
  'upload-error': '업로드 실패',
  'expire-image': '이미지 만료',
  'skew-date': '어긋난 시각',
}

const names: { readonly [L in Language]: typeof en } = { en, ko }

/** What is ordered with one click: each strikes the next request that it concerns, once. */
const offered: readonly Pick<FaultRule, 'fault' | 'on'>[] = [
  { fault: { type: 'refuse', forMs: 3000 } },
  { fault: { type: 'reset-before-reading' } },
  { fault: { type: 'reset-after-reading' } },
  { fault: { type: 'drop' } },
  { fault: { type: 'delay', ms: 5000 } },
  { fault: { type: 'drip' } },
  { fault: { type: 'status', status: 500 } },
  { fault: { type: 'status', status: 429, retryAfterSeconds: 3 } },
  { fault: { type: 'html' } },
  { fault: { type: 'cut-off' } },
  { fault: { type: 'results-missing' }, on: 'send' },
  { fault: { type: 'results-doubled' }, on: 'send' },
  { fault: { type: 'results-reordered' }, on: 'send' },
  { fault: { type: 'results-foreign-key' }, on: 'send' },
  { fault: { type: 'reject', code: 'G150' }, on: 'send' },
  { fault: { type: 'request-error', code: 'C500_1' }, on: 'send' },
  { fault: { type: 'upload-error', code: 'E600' }, on: 'upload' },
  { fault: { type: 'expire-image' }, on: 'send' },
  { fault: { type: 'skew-date', seconds: 3600 } },
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
  if (fault.type === 'skew-date') return seconds[lang](fault.seconds)
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
