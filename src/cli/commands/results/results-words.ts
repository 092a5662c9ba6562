import type { DeliveryCounts } from '../../../ledger/results.ts'
import type { ImportedResults } from '../../../results/import-results.ts'
import type { ReceiverCounts } from '../../../results/metrics.ts'
import type { Language } from '../../../words/language.ts'
import { deliveries, deliveryNames, type ResultFault } from '../../../contract/contract.ts'
import { counted, grouped } from '../../../words/printable.ts'

const results = (count: number): string => counted(count, 'result')

/** The counts that are not zero: `97 delivered, 2 failed`. */
export function deliveriesText(counts: DeliveryCounts, lang: Language): string {
  return deliveries
    .filter((delivery) => delivery !== 'none' && counts[delivery] > 0)
    .concat(counts.none > 0 ? ['none'] : [])
    .map((delivery) => `${deliveryNames[lang][delivery]} ${grouped(counts[delivery])}`)
    .join(', ')
}

const en = {
  listening: (url: string, target: string) => `Receiving delivery results of "${target}" at ${url}`,
  withToken:
    'The token of the configuration is needed: as "Authorization: Bearer …", or as the last part of the address.',
  withSignature: 'What does not have the webhookSignature of the target is refused.',
  withoutToken:
    'No token is configured, so every program on this machine can report results. Set results.token before anything forwards requests to it.',
  noLedgerYet: (path: string) =>
    `There is no ledger at ${path} yet. Results are refused until the first deploy has made it.`,
  failing: 'Results cannot be recorded and are answered with 503, so that the provider sends them again:',
  failed: (problem: string) => problem,
  recordingAgain: 'Results are recorded again.',
  stopped: ({ received, repeated, foreign, malformed }: ReceiverCounts) =>
    `Stopped. ${results(received)} received, of which ${grouped(repeated)} repeated and ${grouped(foreign)} foreign; ${grouped(malformed)} malformed.`,
  imported: ({ recorded, repeated, foreign, malformed }: Omit<ImportedResults, 'proven'>) =>
    `${results(recorded)} recorded, ${grouped(repeated)} known before, ${grouped(foreign)} of messages that the ledger does not have, ${grouped(malformed)} malformed.`,
  malformedLine: (place: string, fault: ResultFault, fields: readonly string[]) =>
    `${place}: ${faultWords.en(fault, fields)}`,
  next: (command: string) => `Next: ${command}`,
}

const ko: typeof en = {
  listening: (url, target) => `${url}에서 "${target}" 대상의 전달 결과를 받고 있습니다.`,
  withToken: '설정의 토큰이 필요합니다. "Authorization: Bearer …" 헤더나 주소의 마지막 부분으로 보내야 합니다.',
  withSignature: '발송 대상의 webhookSignature가 없는 요청은 거절합니다.',
  withoutToken:
    '토큰을 설정하지 않아 이 컴퓨터의 모든 프로그램이 결과를 보낼 수 있습니다. 외부 요청을 전달하기 전에 results.token을 설정하세요.',
  noLedgerYet: (path) => `${path}에 아직 발송 기록이 없습니다. 첫 배포로 발송 기록이 생길 때까지 결과를 거절합니다.`,
  failing: '결과를 기록할 수 없어 503으로 응답합니다. 제공사가 나중에 다시 보냅니다.',
  failed: (problem) => problem,
  recordingAgain: '결과를 다시 기록하고 있습니다.',
  stopped: ({ received, repeated, foreign, malformed }) =>
    `멈췄습니다. 결과 ${grouped(received)}건 수신(중복 ${grouped(repeated)}건, 발송 기록에 없는 메시지 ${grouped(foreign)}건), 형식 오류 ${grouped(malformed)}건.`,
  imported: ({ recorded, repeated, foreign, malformed }) =>
    `결과 ${grouped(recorded)}건을 기록했습니다. 이미 있던 결과 ${grouped(repeated)}건, 발송 기록에 없는 메시지 ${grouped(foreign)}건, 형식 오류 ${grouped(malformed)}건.`,
  malformedLine: (place, fault, fields) => `${place}: ${faultWords.ko(fault, fields)}`,
  next: (command) => `다음 명령: ${command}`,
}

export const resultsWords: { readonly [L in Language]: typeof en } = { en, ko }

const faultWords: { readonly [L in Language]: (fault: ResultFault, fields: readonly string[]) => string } = {
  en: (fault, fields) => {
    switch (fault.type) {
      case 'not-utf8':
        return 'is not UTF-8; save the file as UTF-8'
      case 'workbook':
        return 'is a workbook of a spreadsheet program; export the sheet as CSV'
      case 'web-page':
        return 'is a web page (HTML); export the results as CSV'
      case 'not-json':
        return 'is not JSON'
      case 'not-an-object':
        return `is not an object with ${fields.slice(0, -1).join(', ')} and ${fields.at(-1)}`
      case 'no-results':
        return 'has no list "results"'
      case 'results-not-list':
        return '"results" must be an array'
      case 'too-large':
        return 'is too long to be a result; a large export is read as NDJSON or CSV'
      case 'quote-wrong':
        return 'has a quote that is not closed or stands in the wrong place'
      case 'not-commas':
        return 'has columns that do not stand apart by commas; save the file with commas'
      case 'key-repeated':
        return `has "${fault.field}" twice`
      case 'missing':
        return `has no ${fault.field}`
      case 'not-text':
        return `${fault.field} is not a text`
      case 'too-long':
        return `${fault.field} is too long`
      case 'not-a-date':
        return `${fault.field} is not a date like 2026-06-12 14:03:05.000`
    }
  },
  ko: (fault, fields) => {
    switch (fault.type) {
      case 'not-utf8':
        return 'UTF-8이 아닙니다. 파일을 UTF-8로 저장하세요'
      case 'workbook':
        return '스프레드시트 통합 문서입니다. 시트를 CSV로 내보내세요'
      case 'web-page':
        return '웹 페이지(HTML)입니다. 결과를 CSV로 내보내세요'
      case 'not-json':
        return 'JSON이 아닙니다'
      case 'not-an-object':
        return `${fields.join(', ')}가 있는 객체가 아닙니다`
      case 'no-results':
        return '"results" 목록이 없습니다'
      case 'results-not-list':
        return '"results" 값은 배열이어야 합니다'
      case 'too-large':
        return '결과라고 보기에는 너무 깁니다. 큰 파일은 NDJSON이나 CSV로 내려받으세요'
      case 'quote-wrong':
        return '닫히지 않았거나 잘못된 자리에 있는 따옴표가 있습니다'
      case 'not-commas':
        return '열이 쉼표로 나뉘어 있지 않습니다. 쉼표로 나누어 저장하세요'
      case 'key-repeated':
        return `"${fault.field}"가 두 번 있습니다`
      case 'missing':
        return `${fault.field} 값이 없습니다`
      case 'not-text':
        return `${fault.field} 값이 텍스트가 아닙니다`
      case 'too-long':
        return `${fault.field} 값이 너무 깁니다`
      case 'not-a-date':
        return `${fault.field} 값이 2026-06-12 14:03:05.000 같은 날짜가 아닙니다`
    }
  },
}
