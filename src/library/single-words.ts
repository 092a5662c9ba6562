import { koreanTime } from '../contract/korean-time.ts'
import { times } from '../contract/limits.ts'
import { deployRunWords } from '../deploy/run-words.ts'
import type { RunEnd } from '../deploy/run.ts'
import type { Hold } from '../ledger/hold.ts'
import { ledgerProblemIn } from '../ledger/ledger-error-words.ts'
import type { Language } from '../words/language.ts'

/** What a program is told of single messages. */
const en = {
  nothingLeft: 'Nothing was sent.',
  closed: 'The sender was closed before the message was sent.',
  window: (opensAt: string) =>
    `Sending is restricted from ${times.restrictedFrom} to ${times.restrictedUntil} in Korea. It may be sent from ${opensAt}.`,
  paused: 'Sending is paused: somebody has to look first.',
  clock: (ahead: number) =>
    `Sending is paused: the clock of the service is ${Math.abs(ahead)} seconds ${ahead > 0 ? 'ahead of' : 'behind'} this machine's, so nobody can tell the hour. Set the clock.`,
  unknownOutcomes: (requests: number) =>
    `Sending is paused: the outcome of ${requests} requests in a row is unknown. Look at the service first.`,
  claimsExpired: 'The ledger took too long to record the message. Look at the disk or the database.',
  notReachable: (reason: string) => `The service cannot be reached (${reason}).`,
  resume: 'sender.resume() goes on.',
  unrecorded: 'The message may have been sent, and the ledger could not record what came of it.',
  excluded: (list: string) => `The number is on the list ${list}.`,
  capped: 'The person has received as many advertising messages as the frequency cap of the target allows.',
  messageUnknown: (id: string, known: readonly string[]) =>
    `There is no message "${id}". There are: ${known.join(', ') || 'none'}.`,
  messageBroken: (id: string, path: string) => `The message "${id}" has errors; friendtalk lint ${path} shows them.`,
  valueUnknown: (name: string, id: string, known: readonly string[]) =>
    `The message "${id}" has no variable "${name}". It has: ${known.join(', ') || 'none'}.`,
  releaseWrong: 'A release name has 1 to 64 letters, digits, ".", "_" and "-", and begins with a letter or digit.',
}

const ko: typeof en = {
  nothingLeft: '아무것도 보내지 않았습니다.',
  closed: '메시지를 보내기 전에 sender를 닫았습니다.',
  window: (opensAt) =>
    `한국 시각 ${times.restrictedFrom}부터 ${times.restrictedUntil}까지는 발송이 제한됩니다. ${opensAt}부터 보낼 수 있습니다.`,
  paused: '발송을 멈췄습니다. 먼저 확인이 필요합니다.',
  clock: (ahead) =>
    `발송을 멈췄습니다. 서비스의 시계가 이 컴퓨터보다 ${Math.abs(ahead)}초 ${ahead > 0 ? '빨라' : '느려'} 발송 가능 시간을 알 수 없습니다. 시계를 맞추세요.`,
  unknownOutcomes: (requests) =>
    `발송을 멈췄습니다. 요청 ${requests}번의 결과를 잇달아 알 수 없습니다. 서비스 상태를 먼저 확인하세요.`,
  claimsExpired: '메시지를 기록하는 데 너무 오래 걸렸습니다. 디스크나 데이터베이스 상태를 확인하세요.',
  notReachable: (reason) => `서비스에 연결할 수 없습니다(${reason}).`,
  resume: 'sender.resume()을 부르면 이어서 보냅니다.',
  unrecorded: '메시지가 나갔을 수 있지만 결과를 발송 기록에 남기지 못했습니다.',
  excluded: (list) => `수신 번호가 ${list} 목록에 있습니다.`,
  capped: '이 수신자는 대상의 frequencyCap이 허용하는 만큼 광고 메시지를 받았습니다.',
  messageUnknown: (id, known) => `"${id}" 메시지가 없습니다. 있는 메시지: ${known.join(', ') || '없음'}`,
  messageBroken: (id, path) => `"${id}" 메시지에 오류가 있습니다. friendtalk lint ${path}로 확인하세요.`,
  valueUnknown: (name, id, known) =>
    `"${id}" 메시지에는 "${name}" 변수가 없습니다. 있는 변수: ${known.join(', ') || '없음'}`,
  releaseWrong: '릴리스 이름은 문자, 숫자, ".", "_", "-"로 1자에서 64자까지 쓸 수 있고 문자나 숫자로 시작해야 합니다.',
}

export const singleWords: { readonly [L in Language]: typeof en } = { en, ko }

/** Says why nothing of a message left, in one text. */
export function keptIn(lang: Language, end: RunEnd): string {
  const words = singleWords[lang]
  const run = deployRunWords[lang]
  switch (end.type) {
    case 'done':
    case 'limit':
      return words.nothingLeft
    case 'interrupted':
      return words.closed
    case 'window':
      return words.window(koreanTime(end.opensAtMs))
    case 'pause':
      return [words.paused, ...end.reasons.map((reason) => run.pauses[reason]), words.resume].join(' ')
    case 'clock':
      return `${words.clock(Math.round(end.aheadMs / 1_000))} ${words.resume}`
    case 'unknown-outcomes':
      return `${words.unknownOutcomes(end.requests)} ${words.resume}`
    case 'claims-expired':
      return words.claimsExpired
    case 'not-reachable':
      return words.notReachable(end.errorCode ?? end.reason)
    case 'images':
      return [
        run.imagesFailed(end.problems),
        ...end.problems.map(({ image, problem }) => `${image.path}: ${run.imageProblem(problem)}`),
      ].join(' ')
    case 'ledger':
      return [...ledgerProblemIn(lang, end.problem), ...(end.problem.type === 'paused' ? [words.resume] : [])].join(' ')
  }
}

/** Says why nothing is sent to a person. */
export function heldIn(lang: Language, hold: Hold): string {
  const words = singleWords[lang]
  return hold.type === 'excluded' ? words.excluded(hold.list) : words.capped
}

/** Says that what became of a message could not be written down. */
export function unrecordedIn(lang: Language, end: RunEnd): string {
  return `${singleWords[lang].unrecorded} ${keptIn(lang, end)}`
}
