import type { Language } from '../../../words/language.ts'
import { counted, grouped } from '../../../words/printable.ts'

type Column = 'message' | 'kind' | 'new' | 'waiting' | 'sent' | 'notRetried' | 'requests' | 'images'

function durationIn(ms: number, units: readonly [string, string, string]): string {
  const seconds = Math.ceil(ms / 1000)
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  if (h > 0) return `${h}${units[0]} ${m}${units[1]}`
  return m > 0 ? `${m}${units[1]} ${s}${units[2]}` : `${s}${units[2]}`
}

const en = {
  next: (command: string) => `Next: ${command}`,
  title: (release: string, target: string) => `Release ${release} to ${target}`,
  address: (url: string | undefined, account: string) =>
    url === undefined ? 'an emulator on this machine, started for the run' : `${url}, account ${account}`,
  columns: {
    message: 'message',
    kind: 'kind',
    new: 'new',
    waiting: 'waiting',
    sent: 'sent before',
    notRetried: 'not retried',
    requests: 'requests',
    images: 'images',
  } satisfies Record<Column, string>,
  images: (upload: number, ready: number) =>
    [...(upload > 0 ? [`${upload} to upload`] : []), ...(ready > 0 ? [`${ready} uploaded`] : [])].join(', '),
  sums: ({ messages, requests, rate }: { messages: number; requests: number; rate: number }) =>
    `${counted(messages, 'message')} will be sent in ${counted(requests, 'request')}, at most ${grouped(rate)} a second`,
  test: 'A test: variables have their examples as values.',
  nothing: 'Nothing is left to send.',
  duration: (ms: number) => durationIn(ms, [' h', ' min', ' s']),
  windowAll: (ends: string, starts: string | undefined) =>
    `${starts === undefined ? 'Sent now' : `Sent from ${starts}`}, all of it leaves inside the permitted hours, by ${ends} in Korea.`,
  windowOff: 'Sent at any hour: no real person receives it.',
  startsAt: (time: string) => `Sending begins at ${time} in Korea.`,
  windowSplit: ({
    before,
    closes,
    after,
    opens,
    ends,
    starts,
  }: {
    before: number
    closes: string
    after: number
    opens: string
    ends: string
    starts: string | undefined
  }) =>
    before === 0
      ? `Sending is restricted ${starts === undefined ? 'now' : `at ${starts}`}: ${counted(after, 'message')} ${after === 1 ? 'leaves' : 'leave'} from ${opens} in Korea${ends === opens ? '' : `, by ${ends}`}.`
      : `${starts === undefined ? 'Sent now' : `Sent from ${starts}`}, ${grouped(before)} leave before sending is restricted (${closes} in Korea); ${grouped(after)} wait until ${opens} and end by ${ends}.`,
  evening: 'It is after 20:00 in Korea: some providers stop sending advertisements then.',
  ledger: (path: string, lineage: string) => `Ledger ${path} (${lineage})`,
  noLedger: (path: string, target: string, isAskedFor: boolean) => [
    `This machine has no record of what was sent to ${target} (${path} is not there). If something was sent from elsewhere, it would be sent again.`,
    `Set "ledger" to the place that the others use: a file that is brought here, or PostgreSQL for several machines. If nothing was ever sent, ${isAskedFor ? 'this deploy begins the record' : 'deploy begins the record with --new-ledger'}.`,
  ],
  warnings: (rules: readonly (readonly [string, number])[]) =>
    `Warnings: ${rules.map(([rule, count]) => (count === 1 ? rule : `${rule} (${count})`)).join(', ')}`,
  fallback: ({ title, variable, without, of }: { title: string; variable: string; without: number; of: number }) =>
    `${title}: ${grouped(without)} of ${counted(of, 'recipient')} ${without === 1 ? 'gets' : 'get'} the fallback of ${variable}.`,
  example: 'With the examples of its variables:',
  unchanged: 'The same as in the last release with it.',
  digest: 'Digest',
  resuming: ({ release, waiting, accepted }: { release: string; waiting: number; accepted: number }) =>
    `Release ${release} goes on from the ledger: ${counted(waiting, 'message')} left, ${grouped(accepted)} accepted before. Files are not read again.`,
  joining: (others: number) => `Joining ${counted(others, 'other worker')}.`,
  confirm: ({ messages, target }: { messages: number; target: string }) =>
    `Send ${counted(messages, 'message')} to ${target}?`,
  confirmRepeated: 'Send it all the same?',
  declined: 'Nothing was sent.',
  stopped: 'Stopped before anything was sent. The same command goes on from here.',
  recovered: (count: number) =>
    `${counted(count, 'message')} of an earlier deploy ended without an answer being recorded: it is not known whether ${count === 1 ? 'it was' : 'they were'} sent, so ${count === 1 ? 'it is' : 'they are'} unknown now.`,
  settledByResults: (count: number) =>
    `Delivery results came for ${grouped(count)} unknown ${count === 1 ? 'send' : 'sends'}: the service took ${count === 1 ? 'it, so it is' : 'them, so they are'} accepted now.`,
  provenByResults: (count: number) =>
    `Delivery results came for ${grouped(count)} ${count === 1 ? 'send' : 'sends'} that the ledger held to be unsent or rejected: it is behind what was sent. ${count === 1 ? 'It is' : 'They are'} accepted now and not sent again. Check whether an older copy of the ledger was put back.`,
  unmarked: (folder: string, code: string) =>
    `${folder} cannot be written (${code}): this machine cannot remember how far the ledger is, and would not notice an older copy of it.`,
  notGiven: (count: number) =>
    `${counted(count, 'recipient')} of this release in the ledger ${count === 1 ? 'is' : 'are'} not in the file any more; what waits of theirs is sent too.`,
  plannedAgain: (release: string) =>
    `Nothing of release ${release} was sent yet, so it is planned again with what has changed:`,
  held: (lists: readonly (readonly [path: string, count: number])[]) =>
    `Not sent to: ${lists.map(([path, count]) => `${grouped(count)} on ${path}`).join(', ')}.`,
  others: (messages: number) =>
    `${counted(messages, 'message')} of another service ${messages === 1 ? 'is' : 'are'} left out: the target does not take ${messages === 1 ? 'it' : 'them'}.`,
  mayBeUnknown: (lost: number, crash: number) =>
    `Not known where an answer is lost: at most ${counted(lost, 'recipient')}; after a crash: at most ${grouped(crash)}.`,
  skipped: (rows: number, path: string) =>
    `${counted(rows, 'row')} ${rows === 1 ? 'is' : 'are'} wrong and left out: ${path} says why.`,
}

const ko: typeof en = {
  next: (command) => `다음 명령: ${command}`,
  title: (release, target) => `릴리스 ${release}, 대상 ${target}`,
  address: (url, account) => (url === undefined ? '이 컴퓨터에서 실행하는 에뮬레이터' : `${url}, 계정 ${account}`),
  columns: {
    message: '메시지',
    kind: '종류',
    new: '신규',
    waiting: '대기',
    sent: '이미 발송',
    notRetried: '다시 안 보냄',
    requests: '요청',
    images: '이미지',
  },
  images: (upload, ready) =>
    [...(upload > 0 ? [`업로드 ${upload}개`] : []), ...(ready > 0 ? [`올려 둠 ${ready}개`] : [])].join(', '),
  sums: ({ messages, requests, rate }) =>
    `메시지 ${grouped(messages)}건을 요청 ${grouped(requests)}번에 나누어 초당 ${grouped(rate)}건까지 보냅니다`,
  test: '시험 발송: 변수에는 예시를 넣습니다.',
  nothing: '보낼 것이 남아 있지 않습니다.',
  duration: (ms) => durationIn(ms, ['시간', '분', '초']),
  windowAll: (ends, starts) =>
    `${starts === undefined ? '지금 보내면' : `${starts}부터 보내면`} 한국 시각 ${ends}까지 모두 발송 가능 시간 안에 나갑니다.`,
  windowOff: '실제 수신자가 없으므로 시간 제한 없이 보냅니다.',
  startsAt: (time) => `한국 시각 ${time}에 시작합니다.`,
  windowSplit: ({ before, closes, after, opens, ends, starts }) =>
    before === 0
      ? `${starts === undefined ? '지금은' : `${starts}에는`} 발송할 수 없는 시간이라 ${grouped(after)}건은 한국 시각 ${opens}부터${ends === opens ? '' : ` ${ends}까지`} 나갑니다.`
      : `${starts === undefined ? '지금 보내면' : `${starts}부터 보내면`} ${grouped(before)}건은 발송 제한(한국 시각 ${closes}) 전에 나가고, ${grouped(after)}건은 ${opens}부터 ${ends}까지 나갑니다.`,
  evening: '한국 시각으로 20시가 지났습니다. 이 시각부터 광고 발송을 멈추는 제공사가 있습니다.',
  ledger: (path, lineage) => `발송 기록 ${path} (${lineage})`,
  noLedger: (path, target, isAskedFor) => [
    `이 컴퓨터에는 ${target} 대상에 무엇을 보냈는지 기록이 없습니다(${path} 없음). 다른 곳에서 보낸 것이 있으면 다시 보내게 됩니다.`,
    `다른 곳에서 쓰는 발송 기록을 "ledger"에 지정하세요. 파일이라면 여기로 가져오고, 여러 컴퓨터라면 PostgreSQL을 씁니다. 아무것도 보낸 적이 없다면 ${isAskedFor ? '이번 배포에서 기록을 시작합니다' : '배포할 때 --new-ledger를 붙이면 기록을 시작합니다'}.`,
  ],
  warnings: (rules) => `경고: ${rules.map(([rule, count]) => (count === 1 ? rule : `${rule} (${count})`)).join(', ')}`,
  fallback: ({ title, variable, without, of }) =>
    `${title}: 수신자 ${grouped(of)}명 중 ${grouped(without)}명이 ${variable} 변수의 대체값을 받습니다.`,
  example: '변수 예시를 넣은 내용:',
  unchanged: '이 메시지를 보낸 지난 릴리스와 같습니다.',
  digest: '다이제스트',
  resuming: ({ release, waiting, accepted }) =>
    `릴리스 ${release} 발송을 발송 기록에서 이어 갑니다. 남은 메시지 ${grouped(waiting)}건, 이미 접수된 메시지 ${grouped(accepted)}건이며 파일은 다시 읽지 않습니다.`,
  joining: (others) => `다른 작업자 ${grouped(others)}명과 함께 발송합니다.`,
  confirm: ({ messages, target }) => `${target} 대상에 메시지 ${grouped(messages)}건을 보낼까요?`,
  confirmRepeated: '그래도 보낼까요?',
  declined: '아무것도 보내지 않았습니다.',
  stopped: '아무것도 보내지 않고 멈췄습니다. 같은 명령을 다시 실행하면 이어서 진행합니다.',
  recovered: (count) =>
    `지난 배포에서 응답을 기록하지 못하고 끝난 메시지가 ${grouped(count)}건 있습니다. 발송 여부를 알 수 없어 확인 필요 상태로 둡니다.`,
  settledByResults: (count) =>
    `확인이 필요했던 메시지 ${grouped(count)}건의 전달 결과가 도착했습니다. 서비스가 받은 것이므로 접수로 바꾸었습니다.`,
  provenByResults: (count) =>
    `발송 기록에는 보내지 않았거나 거절된 것으로 되어 있는 메시지 ${grouped(count)}건의 전달 결과가 도착했습니다. 발송 기록이 실제보다 뒤처져 있습니다. 접수로 바꾸었고 다시 보내지 않습니다. 오래된 발송 기록으로 되돌린 것은 아닌지 확인하세요.`,
  unmarked: (folder, code) =>
    `${folder} 폴더에 쓸 수 없습니다(${code}). 발송 기록이 어디까지 진행되었는지 이 컴퓨터에 남기지 못해, 오래된 사본을 써도 알아차릴 수 없습니다.`,
  notGiven: (count) =>
    `발송 기록에는 있지만 지금 파일에는 없는 이 릴리스의 수신자가 ${grouped(count)}명 있습니다. 대기 중인 발송은 그대로 나갑니다.`,
  plannedAgain: (release) => `${release} 릴리스는 아직 아무것도 보내지 않아, 바뀐 설정으로 다시 계획합니다.`,
  held: (lists) =>
    `보내지 않는 수신자: ${lists.map(([path, count]) => `${path} 목록 ${grouped(count)}명`).join(', ')}.`,
  others: (messages) => `다른 서비스의 메시지 ${grouped(messages)}개는 이 대상으로 보낼 수 없어 뺐습니다.`,
  mayBeUnknown: (lost, crash) =>
    `응답 하나를 잃으면 최대 ${grouped(lost)}명, 프로그램이 중단되면 최대 ${grouped(crash)}명의 결과를 알 수 없게 됩니다.`,
  skipped: (rows, path) => `잘못된 행 ${grouped(rows)}개는 보내지 않습니다. 이유는 ${path} 파일에 있습니다.`,
}

export const deployWords: { readonly [L in Language]: typeof en } = { en, ko }
