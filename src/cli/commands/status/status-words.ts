import type { SendState } from '../../../ledger/ledger.ts'
import type { Language } from '../../../words/language.ts'
import { counted, grouped } from '../../../words/printable.ts'
import type { ReportedDecision, ReleaseState } from '../../../deploy/report.ts'

const sends = (count: number): string => counted(count, 'send')
const inKorean = (count: number): string => `${grouped(count)}건`

const en = {
  states: {
    pending: 'pending',
    inflight: 'in flight',
    accepted: 'accepted',
    rejected: 'rejected',
    deferred: 'deferred',
    unknown: 'unknown',
    cancelled: 'cancelled',
  } satisfies Record<SendState, string>,
  releaseStates: {
    running: 'running',
    paused: 'paused',
    unsettled: 'unsettled',
    done: 'done',
    cancelled: 'cancelled',
  } satisfies Record<ReleaseState, string>,
  test: 'test',
  noReleases: 'The ledger holds no release yet.',
  oneRelease: (command: string) => `All about one of them: ${command}`,
  count: grouped,
  sends,
  running: (by: string) => `A deploy is running${by}.`,
  workers: (count: number) => ` (${counted(count, 'worker')})`,
  process: (pid: number, host: string) => ` (process ${pid} on ${host})`,
  cutOff: (count: number) =>
    `A deploy was cut off with ${sends(count)} in flight: they may have been sent or not, and become unknown.`,
  accepted: 'Accepted means that the service took them. Whether they were delivered comes by its webhook.',
  deliveries: 'Of the accepted ones',
  conflicts: (count: number) => `Results for ${sends(count)} say different things; the latest one counts.`,
  reportWritten: (file: string) => `Report written to ${file}; open it in a browser.`,
  failures: 'Failures',
  said: (description: string) => `The service said: ${description}`,
  decisions: 'Decisions',
  decided: ({
    time,
    who,
    verdict,
    sends: count,
    reason,
    isBehind,
  }: ReportedDecision & { readonly time: string; readonly isBehind: boolean }) =>
    verdict === 'result'
      ? `${time}  Delivery results settled ${sends(count)} as accepted: the ledger had ${count === 1 ? 'it' : 'them'} as ${reason}.${isBehind ? ' It was behind what was sent; nothing of this is sent again.' : ''}`
      : verdict === 'cancelled'
        ? `${time}  ${who} called the release off, with ${sends(count)} not sent: ${reason}`
        : verdict === 'recovered'
          ? `${time}  ${who} accepted the ledger, which made ${sends(count)} unknown: ${reason}`
          : `${time}  ${who} settled ${sends(count)} as ${verdict === 'sent' ? 'sent' : 'not sent'}: ${reason}`,
  next: 'Next',
  csvWritten: (count: number, file: string) => `${sends(count)} written to ${file}.`,
  nothingUnknown: (release: string) => `Nothing of the release "${release}" is unknown: there is nothing to settle.`,
  nothingUnknownAnywhere: 'Nothing is unknown: there is nothing to settle.',
  unknownIn: (count: number, release: string, target: string) =>
    `Release "${release}" of the target "${target}": it is not known whether ${sends(count)} left.`,
  allKeys: 'The list of them, for a spreadsheet:',
  askFirst: 'Ask the service first; what it lists is settled:',
  lookUp: "Look them up in the service's console, then say which it was; --id and --key choose some of them:",
  settles: (verdict: 'sent' | 'not-sent', release: string, target: string) =>
    `Settles as ${verdict === 'sent' ? 'sent' : 'not sent'}, in the release "${release}" of the target "${target}":`,
  more: (count: number) => `and ${grouped(count)} more`,
  consequence: {
    sent: 'They become accepted and are never sent again.',
    'not-sent': 'They become deferred: THE NEXT DEPLOY SENDS THEM. A person who has one already gets it twice.',
  } satisfies Record<'sent' | 'not-sent', string>,
  ask: (count: number) => `Settle ${sends(count)}?`,
  unchanged: 'Nothing was changed.',
  tooRecent: (seconds: number) =>
    `Nothing was changed: some became unknown so recently that a worker may still send them or record their outcome. Wait ${grouped(seconds)} s, or run it with --wait.`,
  waitingToSettle: (seconds: number) => `Waiting ${grouped(seconds)} s, until no late outcome can come any more.`,
  settled: (verdict: 'sent' | 'not-sent', count: number) =>
    `${sends(count)} settled as ${verdict === 'sent' ? 'sent' : 'not sent'}.`,
  nextDeploySends: (count: number) => `The next deploy of this release sends ${count === 1 ? 'it' : 'them'}:`,
  stillUnknown: (count: number) => `${sends(count)} still unknown:`,
}

const ko: StatusWords = {
  states: {
    pending: '대기',
    inflight: '요청 중',
    accepted: '접수',
    rejected: '거절',
    deferred: '보류',
    unknown: '확인 필요',
    cancelled: '취소',
  },
  releaseStates: { running: '진행 중', paused: '멈춤', unsettled: '확인 필요', done: '완료', cancelled: '취소됨' },
  test: '시험 발송',
  noReleases: '발송 기록에 아직 릴리스가 없습니다.',
  oneRelease: (command) => `릴리스 하나를 자세히 보기: ${command}`,
  count: grouped,
  sends: inKorean,
  running: (by) => `배포가 진행 중입니다${by}.`,
  workers: (count) => `(작업자 ${grouped(count)}명)`,
  process: (pid, host) => `(${host}의 프로세스 ${pid})`,
  cutOff: (count) =>
    `배포가 갑자기 끊겨 ${inKorean(count)}의 발송 여부를 알 수 없습니다. 곧 확인이 필요한 상태로 바뀝니다.`,
  accepted: '접수는 서비스가 메시지를 받았다는 뜻입니다. 수신자에게 도착했는지는 웹훅으로 알 수 있습니다.',
  deliveries: '접수된 메시지의 전달 결과',
  conflicts: (count) => `${inKorean(count)}은 결과가 서로 다릅니다. 가장 나중 결과를 따릅니다.`,
  reportWritten: (file) => `리포트를 ${file} 파일에 썼습니다. 브라우저에서 여세요.`,
  failures: '실패',
  said: (description) => `서비스의 설명: ${description}`,
  decisions: '정리한 내역',
  decided: ({ time, who, verdict, sends: count, reason, isBehind }) =>
    verdict === 'result'
      ? `${time}  전달 결과가 도착해 ${inKorean(count)}을 접수로 정리. 이전 상태는 ${reason}.${isBehind ? ' 발송 기록이 실제보다 뒤처져 있었으며 다시 보내지 않습니다.' : ''}`
      : verdict === 'cancelled'
        ? `${time}  ${who}: 릴리스를 취소해 ${inKorean(count)}을 보내지 않음. ${reason}`
        : verdict === 'recovered'
          ? `${time}  ${who}: 발송 기록을 받아들여 ${inKorean(count)}이 확인 필요 상태가 됨. ${reason}`
          : `${time}  ${who}: ${inKorean(count)}을 ${verdict === 'sent' ? '발송됨' : '발송 안 됨'}으로 정리. ${reason}`,
  next: '다음 할 일',
  csvWritten: (count, file) => `${inKorean(count)}을 ${file} 파일에 썼습니다.`,
  nothingUnknown: (release) => `"${release}" 릴리스에는 확인이 필요한 발송이 없습니다.`,
  nothingUnknownAnywhere: '확인이 필요한 발송이 없습니다.',
  unknownIn: (count, release, target) =>
    `"${target}" 대상의 "${release}" 릴리스에 발송 여부를 알 수 없는 메시지가 ${inKorean(count)} 있습니다.`,
  allKeys: '전체 목록을 스프레드시트로 저장합니다.',
  askFirst: '먼저 서비스에 조회하세요. 서비스 목록에 있으면 접수로 바뀝니다.',
  lookUp: '서비스 콘솔에서 확인한 뒤 맞는 쪽을 실행하세요. 일부만 고르려면 --id나 --key를 붙이세요.',
  settles: (verdict, release, target) =>
    `"${target}" 대상의 "${release}" 릴리스에서 다음을 ${verdict === 'sent' ? '발송됨' : '발송 안 됨'}으로 정리합니다.`,
  more: (count) => `외 ${inKorean(count)}`,
  consequence: {
    sent: '접수로 바뀌며 다시 발송하지 않습니다.',
    'not-sent': '보류로 바뀌며 다음 배포에서 발송됩니다. 이미 받은 수신자는 두 번 받게 되니 주의하세요.',
  },
  ask: (count) => `${inKorean(count)}을 정리할까요?`,
  unchanged: '아무것도 바꾸지 않았습니다.',
  tooRecent: (seconds) =>
    `바꾼 것이 없습니다. 방금 확인 필요 상태가 된 메시지가 있어 작업자가 아직 보내거나 결과를 기록할 수 있습니다. ${grouped(seconds)}초 기다리거나 --wait를 붙여 실행하세요.`,
  waitingToSettle: (seconds) => `늦은 결과가 올 수 없을 때까지 ${grouped(seconds)}초 기다립니다.`,
  settled: (verdict, count) => `${inKorean(count)}을 ${verdict === 'sent' ? '발송됨' : '발송 안 됨'}으로 정리했습니다.`,
  nextDeploySends: () => '이 릴리스를 다시 배포하면 발송됩니다.',
  stillUnknown: (count) => `아직 확인이 필요한 발송이 ${inKorean(count)} 있습니다.`,
}

export type StatusWords = typeof en

export const statusWords: { readonly [L in Language]: StatusWords } = { en, ko }
