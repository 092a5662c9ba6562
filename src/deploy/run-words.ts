import { maxImageUrlCharacters } from '../text/urls.ts'
import { restrictedHours } from '../contract/contracts.ts'
import type { ImageProblem, RunEnd } from './run-end.ts'
import type { LostReason, NotWrittenReason } from '../service/exchange.ts'
import type { UploadOutcome } from '../service/upload.ts'
import type { Language, Text } from '../words/language.ts'
import { counted, grouped } from '../words/printable.ts'

type Images = Extract<RunEnd, { type: 'images' }>['problems']
type Pause = Extract<RunEnd, { type: 'pause' }>['reasons'][number]

/** A code of the service with its own words, if any, and what the code means where the interface says so. */
function uploadRefusal({ code, message, meaning }: Extract<UploadOutcome, { type: 'refused' }>): Text {
  const said = message === undefined || message === '' ? code : `${code} ${message}`
  return meaning === undefined
    ? { en: said, ko: said }
    : { en: `${said} (${meaning.en})`, ko: `${said} (${meaning.ko})` }
}

type UrlViolation = Extract<ImageProblem['problem'], { reason: 'unusable-url' }>['urlViolation']

const urlViolations: { readonly [L in Language]: { readonly [F in UrlViolation]: string } } = {
  en: {
    'not-web': 'is not an http or https URL',
    'too-long': `has more than ${grouped(maxImageUrlCharacters)} characters`,
    'hidden-characters': 'holds white space or invisible characters',
    variable: 'holds "#{", which starts a variable',
    credentials: 'holds a user or a password',
    secret: 'holds one of your secrets',
  },
  ko: {
    'not-web': 'http나 https 주소가 아닙니다',
    'too-long': `${grouped(maxImageUrlCharacters)}자를 넘습니다`,
    'hidden-characters': '공백이나 보이지 않는 문자가 있습니다',
    variable: '변수를 시작하는 "#{"가 있습니다',
    credentials: '사용자 이름이나 비밀번호가 들어 있습니다',
    secret: '비밀 값이 들어 있습니다',
  },
}

type Reason = NotWrittenReason | LostReason | 'status' | 'not-json' | 'not-understood'

/** Why a request never left; images may also fail later, or be refused with a code of the service. */
const reasons: { readonly [L in Language]: { readonly [R in Reason]: string } } = {
  en: {
    refused: 'connection refused',
    'name-not-found': 'its name is not known',
    unreachable: 'no way to its network',
    'connect-timeout': 'no connection in time',
    tls: 'no encrypted connection',
    proxy: 'the proxy opens no way to it',
    'connect-failed': 'the connection ended at once',
    closed: 'the connection was closed',
    reset: 'the connection was reset',
    ended: 'the connection ended',
    timeout: 'no answer in time',
    'too-large': 'its answer is too large',
    'not-http': 'its answer is no HTTP',
    status: 'its answer is an error',
    'not-json': 'its answer is no JSON',
    'not-understood': 'its answer is not understood',
  },
  ko: {
    refused: '연결 거부',
    'name-not-found': '주소를 찾을 수 없음',
    unreachable: '네트워크에 닿지 않음',
    'connect-timeout': '연결 시간 초과',
    tls: '암호화 연결 실패',
    proxy: '프록시가 연결하지 못함',
    'connect-failed': '연결이 바로 끊김',
    closed: '연결이 닫힘',
    reset: '연결이 끊김',
    ended: '연결이 끝남',
    timeout: '응답 시간 초과',
    'too-large': '응답이 너무 큼',
    'not-http': 'HTTP 응답이 아님',
    status: '오류 응답',
    'not-json': 'JSON 응답이 아님',
    'not-understood': '이해할 수 없는 응답',
  },
}

/** With these the service was not reached; with all others, or a code of its own, it was. */
const unreached: { readonly [R in NotWrittenReason]: true } = {
  refused: true,
  'name-not-found': true,
  unreachable: true,
  'connect-timeout': true,
  tls: true,
  proxy: true,
  'connect-failed': true,
  closed: true,
}

/** A code of the service stands as it is. */
export function reasonIn(language: Language, reason: string): string {
  const known: { readonly [reason: string]: string } = reasons[language]
  return Object.hasOwn(known, reason) ? (known[reason] ?? reason) : reason
}

const seconds = (ms: number): number => Math.round(Math.abs(ms) / 1000)

/** What `deploy` says while it sends and when it ends. */
const en = {
  inbox: (url: string) => `Inbox: ${url}`,
  inboxStays: 'The inbox stays open. Press Ctrl-C to close it.',
  inboxEnds: 'The inbox closes when this command ends; on a terminal it stays open.',
  uploaded: (path: string) => `Uploaded ${path}`,
  waiting: (until: string) =>
    `Sending is restricted now; waiting until ${until}. Ctrl-C stops, the same command goes on.`,
  startLater: (at: string) => `Waiting until ${at}. Ctrl-C ends waiting; then nothing is sent.`,
  slowed: (rate: number, wait: number) =>
    `The service says that there are too many requests (429); going on in ${grouped(wait)} s with ${grouped(rate)} messages a second at most.`,
  retrying: (reason: string, wait: number) =>
    `${Object.hasOwn(unreached, reason) ? 'The service cannot be reached' : 'An image could not be uploaded'} (${reasonIn('en', reason)}); trying again in ${wait} s.`,
  stopping: 'Stopping: no new request starts; those under way are waited for. Press Ctrl-C again to leave at once.',
  left: 'Left at once: what was under way is unknown now.',
  end: (end: Exclude<RunEnd, { type: 'done' | 'images' | 'ledger' }>) => {
    switch (end.type) {
      case 'limit':
        return 'Stopped at --limit. The same command without it sends the rest.'
      case 'interrupted':
        return 'Stopped. The same command goes on from here.'
      case 'window':
        return `Stopped: sending is restricted now, by the service (${restrictedHours.from} to ${restrictedHours.until} in Korea) or by the target's own hours.`
      case 'pause':
        return 'Stopped: a person has to look before more is sent.'
      case 'clock':
        return `Stopped: the service's clock is ${seconds(end.aheadMs)} s ${end.aheadMs > 0 ? 'ahead of' : 'behind'} this machine's, so the permitted hours cannot be told. Set the clock, then run the same command again.`
      case 'unknown-outcomes':
        return `Stopped: the outcome of ${end.requests} requests in a row is not known. Look at the service before more is sent.`
      case 'cancelled':
        return 'Stopped: the release was called off. What was under way ended as usual.'
      case 'not-reachable':
        return `Stopped: the service cannot be reached (${reasonIn('en', end.reason)}${end.errorCode === undefined ? '' : `, ${end.errorCode}`}). Nothing of those requests left. Check the target's addresses and the network, then run the same command again.`
    }
  },
  opensAt: (time: string) => `It may go on at ${time}: the same command goes on from here, and --wait waits for it.`,
  pauses: {
    authentication: 'The service does not accept the account or its secret key. Check both in the environment.',
    account:
      'The service takes nothing from this account or sender profile until something is put right there. The code of the deferred sends says what.',
    credit: 'The credit is used up. Charge the account.',
    session: 'The most transmissions of one session are reached. Wait, or ask the provider for more.',
    'too-many-requests': 'The service says that there are too many requests (429). Set a lower rate for the target.',
    'foreign-key': 'The service answered for messages that were not in the request. Ask the provider what happened.',
  } satisfies Record<Pause, string>,
  foreignKeys: (keys: readonly string[], more: number) =>
    `Keys in its answer that were not sent: ${keys.join(', ')}${more > 0 ? ` and ${grouped(more)} more` : ''}`,
  imagesFailed: (problems: Images) => `${counted(problems.length, 'image')} could not be uploaded. Nothing was sent.`,
  imageProblem: (problem: ImageProblem['problem']) => {
    switch (problem.type) {
      case 'refused':
        return `the service refuses it: ${uploadRefusal(problem).en}`
      case 'failed':
        if (problem.reason === 'unusable-url') {
          return `the URL that the service gave for it ${urlViolations.en[problem.urlViolation]}, so it is not sent; ask the provider`
        }
        return `no answer says that it is there (${problem.status === undefined ? reasonIn('en', problem.reason) : `status ${problem.status}`}${problem.errorCode === undefined ? '' : `, ${problem.errorCode}`})`
      case 'file-missing':
        return 'the file is not there any more'
      case 'file-changed':
        return 'the file holds another picture than the plan; put the planned one back, or deploy a new release'
    }
  },
  unrecorded: (count: number) =>
    `The outcome of ${counted(count, 'message')} could not be recorded: the next deploy makes it unknown.`,
  tooLate: (count: number) =>
    `The outcome of ${counted(count, 'message')} was known only after a person had settled ${count === 1 ? 'it' : 'them'}: the decision stands. Compare ${count === 1 ? 'it' : 'them'} with the service's console before you deploy again: what was settled as not sent is sent once more then.`,
  cameBack: (count: number) =>
    `Another machine has put ${counted(count, 'message')} back that it had claimed. Run the same command again where ${count === 1 ? 'it stays' : 'they stay'} pending.`,
}

const ko: typeof en = {
  inbox: (url) => `수신함: ${url}`,
  inboxStays: '수신함을 열어 둡니다. 닫으려면 Ctrl-C를 누르세요.',
  inboxEnds: '이 명령이 끝나면 수신함도 닫힙니다. 터미널에서 실행하면 계속 열려 있습니다.',
  uploaded: (path) => `${path} 업로드`,
  waiting: (until) =>
    `지금은 발송이 제한된 시간입니다. ${until}까지 기다립니다. Ctrl-C로 멈추고 같은 명령으로 이어 갈 수 있습니다.`,
  startLater: (at) => `${at}까지 기다립니다. Ctrl-C를 누르면 아무것도 보내지 않고 끝납니다.`,
  slowed: (rate, wait) =>
    `요청이 너무 많다는 응답(429)을 받았습니다. ${grouped(wait)}초 뒤에 초당 최대 ${grouped(rate)}건으로 이어 갑니다.`,
  retrying: (reason, wait) =>
    `${Object.hasOwn(unreached, reason) ? '서비스에 연결할 수 없습니다' : '이미지를 올리지 못했습니다'}(${reasonIn('ko', reason)}). ${wait}초 뒤에 다시 시도합니다.`,
  stopping:
    '멈추는 중입니다. 새 요청은 보내지 않고 진행 중인 요청만 기다립니다. 바로 나가려면 Ctrl-C를 한 번 더 누르세요.',
  left: '바로 나갔습니다. 진행 중이던 메시지는 이제 발송 여부를 알 수 없습니다.',
  end: (end) => {
    switch (end.type) {
      case 'limit':
        return '--limit 수만큼 보내고 멈췄습니다. 이 옵션 없이 같은 명령을 실행하면 나머지를 보냅니다.'
      case 'interrupted':
        return '멈췄습니다. 같은 명령을 실행하면 이어서 보냅니다.'
      case 'window':
        return `멈췄습니다. 지금은 서비스의 발송 제한 시간(한국 시각 ${restrictedHours.from}~${restrictedHours.until})이거나 대상에 정한 시간이 아닙니다.`
      case 'pause':
        return '멈췄습니다. 더 보내기 전에 확인이 필요합니다.'
      case 'clock':
        return `멈췄습니다. 서비스의 시계가 이 컴퓨터보다 ${seconds(end.aheadMs)}초 ${end.aheadMs > 0 ? '빨라' : '느려'} 발송 가능 시간을 알 수 없습니다. 시계를 맞춘 뒤 같은 명령을 실행하세요.`
      case 'unknown-outcomes':
        return `멈췄습니다. 요청 ${end.requests}번의 결과를 잇달아 알 수 없습니다. 서비스 상태를 먼저 확인하세요.`
      case 'cancelled':
        return '멈췄습니다. 이 릴리스의 발송이 취소되었습니다. 진행 중이던 요청은 끝까지 처리했습니다.'
      case 'not-reachable':
        return `멈췄습니다. 서비스에 연결할 수 없습니다(${reasonIn('ko', end.reason)}${end.errorCode === undefined ? '' : `, ${end.errorCode}`}). 이 요청들은 나가지 않았습니다. 대상의 주소와 네트워크를 확인한 뒤 같은 명령을 실행하세요.`
    }
  },
  opensAt: (time) => `${time}부터 이어 갈 수 있습니다. 그때 같은 명령을 실행하거나 --wait로 기다리세요.`,
  pauses: {
    authentication: '서비스가 계정이나 비밀 키를 받아들이지 않습니다. 환경 변수의 값을 확인하세요.',
    account: '이 계정이나 발신 프로필에 바로잡을 것이 있어 서비스가 받지 않습니다. 보류된 발송의 코드를 확인하세요.',
    credit: '잔액이 부족합니다. 충전한 뒤 이어 가세요.',
    session: '한 세션에서 보낼 수 있는 건수를 넘었습니다. 잠시 기다리거나 제공사에게 문의하세요.',
    'too-many-requests': '요청이 너무 많다는 응답(429)을 받았습니다. 대상의 rate 값을 낮추세요.',
    'foreign-key': '요청에 없던 메시지의 결과가 응답에 있습니다. 제공사에게 확인하세요.',
  },
  foreignKeys: (keys, more) => `보내지 않은 키: ${keys.join(', ')}${more > 0 ? ` 외 ${grouped(more)}개` : ''}`,
  imagesFailed: (problems) => `이미지 ${problems.length}개를 올리지 못했습니다. 메시지는 보내지 않았습니다.`,
  imageProblem: (problem) => {
    switch (problem.type) {
      case 'refused':
        return `서비스가 거절했습니다: ${uploadRefusal(problem).ko}`
      case 'failed':
        if (problem.reason === 'unusable-url') {
          return `서비스가 알려 준 이미지 주소를 쓸 수 없습니다. ${urlViolations.ko[problem.urlViolation]}. 제공사에게 문의하세요`
        }
        return `올라갔다는 응답이 없습니다(${problem.status === undefined ? reasonIn('ko', problem.reason) : `상태 ${problem.status}`}${problem.errorCode === undefined ? '' : `, ${problem.errorCode}`})`
      case 'file-missing':
        return '파일이 없어졌습니다'
      case 'file-changed':
        return '계획과 다른 그림입니다. 계획한 파일을 되돌리거나 새 릴리스로 배포하세요'
    }
  },
  unrecorded: (count) =>
    `메시지 ${grouped(count)}건의 결과를 발송 기록에 적지 못했습니다. 다시 배포하면 확인 필요 상태가 됩니다.`,
  tooLate: (count) =>
    `메시지 ${grouped(count)}건의 결과가 사람이 정리한 뒤에 도착했습니다. 정리한 대로 두었습니다. 다시 배포하기 전에 서비스 콘솔과 비교하세요. 보내지 않은 것으로 정리한 메시지는 그때 한 번 더 나갑니다.`,
  cameBack: (count) =>
    `다른 컴퓨터가 가져갔던 메시지 ${grouped(count)}건을 되돌려 놓았습니다. 계속 대기 중이면 같은 명령을 다시 실행하세요.`,
}

export const deployRunWords: { readonly [L in Language]: typeof en } = { en, ko }
