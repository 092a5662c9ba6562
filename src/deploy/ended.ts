import type { PauseReason } from '../contract/contract.ts'
import { restrictedHours } from '../contract/contracts.ts'
import { koreanTime } from '../text/korean-time.ts'
import { LedgerError } from '../ledger/ledger-error.ts'
import type { LedgerStore } from '../ledger/ledger.ts'
import type { Language, Text } from '../words/language.ts'
import { counted, grouped } from '../words/printable.ts'
import type { DeployResult } from './deploy.ts'
import { isOver, placeAt, type ReleaseReport, releasesIn, templatesOf } from './report.ts'
import type { ImageProblem, RunEnd } from './run.ts'
import { reasonText } from './reasons.ts'

/** A deploy that is over. */
export type EndedDeploy = Pick<Extract<DeployResult, { type: 'ended' }>, 'release' | 'end' | 'rest'>

/**
 * Reads what a ledger says of a release whose deploy is over; undefined where it has none. A ledger that failed while
 * sending may not be readable any more: what sending came to is said all the same.
 */
export async function endedReport(
  store: LedgerStore,
  { release, end, rest }: EndedDeploy,
): Promise<ReleaseReport | undefined | 'unreadable'> {
  try {
    const report = (await releasesIn(store, release))[0]
    return report && rest ? { ...report, rest } : report
  } catch (error) {
    if (end.type === 'ledger' && error instanceof LedgerError) return 'unreadable'
    throw error
  }
}

const maxShownKeys = 10

/** Says why a deploy ended, in lines; none where it is done. */
export async function endLines(end: RunEnd, report: ReleaseReport, lang: Language): Promise<readonly string[]> {
  return end.type === 'ledger'
    ? ledgerEndLines(end, lang)
    : [await endTexts(end, report)].flat().map((text) => text[lang])
}

async function endTexts(end: Exclude<RunEnd, { type: 'ledger' }>, report: ReleaseReport): Promise<Text | Text[]> {
  switch (end.type) {
    case 'done': {
      const { pending } = report.counts
      // A machine that stood still may put what it had claimed back when the others have ended.
      if (pending === 0) return []
      return {
        en: `Another machine has put ${counted(pending, 'message')} back that it had claimed. Run the same command again where ${pending === 1 ? 'it stays' : 'they stay'} pending.`,
        ko: `다른 컴퓨터가 가져갔던 메시지 ${grouped(pending)}건을 되돌려 놓았습니다. 계속 대기 중이면 같은 명령을 다시 실행하세요.`,
      }
    }
    case 'limit':
      if (isOver(report)) return []
      return {
        en: 'Stopped at --limit. The same command without it sends the rest.',
        ko: '--limit 수만큼 보내고 멈췄습니다. 이 옵션 없이 같은 명령을 실행하면 나머지를 보냅니다.',
      }
    case 'interrupted':
      return {
        en: 'Stopped. The same command goes on from here.',
        ko: '멈췄습니다. 같은 명령을 실행하면 이어서 보냅니다.',
      }
    case 'window': {
      const { from, until } = restrictedHours
      const opens = koreanTime(end.opensAtMs)
      return [
        {
          en: `Stopped: sending is restricted now, by the service (${from} to ${until} in Korea) or by the target's own hours.`,
          ko: `멈췄습니다. 지금은 서비스의 발송 제한 시간(한국 시각 ${from}~${until})이거나 대상에 정한 시간이 아닙니다.`,
        },
        {
          en: `It may go on at ${opens}: the same command goes on from here, and --wait waits for it.`,
          ko: `${opens}부터 이어 갈 수 있습니다. 그때 같은 명령을 실행하거나 --wait로 기다리세요.`,
        },
      ]
    }
    case 'pause':
      return [
        {
          en: 'Stopped: a person has to look before more is sent.',
          ko: '멈췄습니다. 더 보내기 전에 확인이 필요합니다.',
        },
        ...end.reasons.map((reason) => pauses[reason]),
        ...foreignKeyTexts(end.foreignKeys),
      ]
    case 'clock': {
      const seconds = Math.round(Math.abs(end.aheadMs) / 1000)
      const isAhead = end.aheadMs > 0
      return {
        en: `Stopped: the service's clock is ${seconds} s ${isAhead ? 'ahead of' : 'behind'} this machine's, so the permitted hours cannot be told. Set the clock, then run the same command again.`,
        ko: `멈췄습니다. 서비스의 시계가 이 컴퓨터보다 ${seconds}초 ${isAhead ? '빨라' : '느려'} 발송 가능 시간을 알 수 없습니다. 시계를 맞춘 뒤 같은 명령을 실행하세요.`,
      }
    }
    case 'unknown-outcomes':
      return {
        en: `Stopped: the outcome of ${end.requests} requests in a row is not known. Look at the service before more is sent.`,
        ko: `멈췄습니다. 요청 ${end.requests}번의 결과를 잇달아 알 수 없습니다. 서비스 상태를 먼저 확인하세요.`,
      }
    case 'cancelled':
      return {
        en: 'Stopped: the release was called off. What was under way ended as usual.',
        ko: '멈췄습니다. 이 릴리스의 발송이 취소되었습니다. 진행 중이던 요청은 끝까지 처리했습니다.',
      }
    case 'not-reachable': {
      const reason = reasonText(end.reason)
      const code = end.errorCode === undefined ? '' : `, ${end.errorCode}`
      return {
        en: `Stopped: the service cannot be reached (${reason.en}${code}). Nothing of those requests left. Check the target's addresses and the network, then run the same command again.`,
        ko: `멈췄습니다. 서비스에 연결할 수 없습니다(${reason.ko}${code}). 이 요청들은 나가지 않았습니다. 대상의 주소와 네트워크를 확인한 뒤 같은 명령을 실행하세요.`,
      }
    }
    case 'images': {
      const templates = await templatesOf(report.store, report.release)
      return [
        {
          en: `${counted(end.problems.length, 'image')} could not be uploaded. Nothing was sent.`,
          ko: `이미지 ${end.problems.length}개를 올리지 못했습니다. 메시지는 보내지 않았습니다.`,
        },
        ...end.problems.flatMap(({ image, problem }) => {
          const { en, ko } = imageProblem(problem)
          const places = image.usedBy.map(({ id, source, pointer }) => {
            const { place } = placeAt(templates.find((template) => template.id === id) ?? { source, map: {} }, pointer)
            return { en: `    ${place}`, ko: `    ${place}` }
          })
          return [{ en: `  ${image.path}: ${en}`, ko: `  ${image.path}: ${ko}` }, ...places]
        }),
      ]
    }
  }
}

const pauses: { readonly [R in PauseReason]: Text } = {
  authentication: {
    en: 'The service does not accept the account or its secret key. Check both in the environment.',
    ko: '서비스가 계정이나 비밀 키를 받아들이지 않습니다. 환경 변수의 값을 확인하세요.',
  },
  account: {
    en: 'The service takes nothing from this account or sender profile until something is put right there. The code of the deferred sends says what.',
    ko: '이 계정이나 발신 프로필에 바로잡을 것이 있어 서비스가 받지 않습니다. 보류된 발송의 코드를 확인하세요.',
  },
  credit: { en: 'The credit is used up. Charge the account.', ko: '잔액이 부족합니다. 충전한 뒤 이어 가세요.' },
  session: {
    en: 'The most transmissions of one session are reached. Wait, or ask the provider for more.',
    ko: '한 세션에서 보낼 수 있는 건수를 넘었습니다. 잠시 기다리거나 제공사에게 문의하세요.',
  },
  'too-many-requests': {
    en: 'The service says that there are too many requests (429). Set a lower rate for the target.',
    ko: '요청이 너무 많다는 응답(429)을 받았습니다. 대상의 rate 값을 낮추세요.',
  },
  'foreign-key': {
    en: 'The service answered for messages that were not in the request. Ask the provider what happened.',
    ko: '요청에 없던 메시지의 결과가 응답에 있습니다. 제공사에게 확인하세요.',
  },
}

function foreignKeyTexts(all: readonly string[]): Text[] {
  if (all.length === 0) return []
  const keys = all.slice(0, maxShownKeys).join(', ')
  const more = all.length - maxShownKeys
  return [
    {
      en: `Keys in its answer that were not sent: ${keys}${more > 0 ? ` and ${grouped(more)} more` : ''}`,
      ko: `보내지 않은 키: ${keys}${more > 0 ? ` 외 ${grouped(more)}개` : ''}`,
    },
  ]
}

function imageProblem(problem: ImageProblem['problem']): Text {
  switch (problem.type) {
    case 'refused': {
      const { code, message, meaning } = problem
      const said = message ? `${code} ${message}` : code
      return {
        en: `the service refuses it: ${said}${meaning ? ` (${meaning.en})` : ''}`,
        ko: `서비스가 거절했습니다: ${said}${meaning ? ` (${meaning.ko})` : ''}`,
      }
    }
    case 'failed': {
      if (problem.reason === 'unusable-url') {
        const { url } = problem
        return {
          en: `the URL that the service gave for it must not go into a message; ask the provider: ${url}`,
          ko: `서비스가 알려 준 이미지 주소는 메시지에 넣을 수 없습니다. 제공사에게 문의하세요: ${url}`,
        }
      }
      const { reason, status, errorCode } = problem
      const why = status === undefined ? reasonText(reason) : { en: `status ${status}`, ko: `상태 ${status}` }
      const code = errorCode === undefined ? '' : `, ${errorCode}`
      return {
        en: `no answer says that it is there (${why.en}${code})`,
        ko: `올라갔다는 응답이 없습니다(${why.ko}${code})`,
      }
    }
    case 'file-missing':
      return { en: 'the file is not there any more', ko: '파일이 없어졌습니다' }
    case 'file-changed':
      return {
        en: 'the file holds another picture than the plan; put the planned one back, or deploy a new release',
        ko: '계획과 다른 그림입니다. 계획한 파일을 되돌리거나 새 릴리스로 배포하세요',
      }
  }
}

/** Says why the ledger ended a deploy. */
export function ledgerEndLines(
  { text, unrecorded }: Extract<RunEnd, { type: 'ledger' }>,
  lang: Language,
): readonly string[] {
  if (unrecorded === 0) return text[lang]
  const lost = {
    en: `The outcome of ${counted(unrecorded, 'message')} could not be recorded: the next deploy makes it unknown.`,
    ko: `메시지 ${grouped(unrecorded)}건의 결과를 발송 기록에 적지 못했습니다. 다시 배포하면 확인 필요 상태가 됩니다.`,
  }
  return [...text[lang], lost[lang]]
}
