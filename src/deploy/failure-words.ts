import { codeOf, contractOf, type Kind } from '../contract/contracts.ts'
import type { Language } from '../words/language.ts'

/** What a failure means and what a person does about it. */
interface FailureWording {
  readonly meaning: string
  readonly toDo: string
}

/** Sends that came to the same. */
export interface FailureKind {
  readonly kind: Kind
  readonly state: 'rejected' | 'deferred' | 'unknown'
  /** Absent where the service gave none. */
  readonly code?: string
}

/** Words the code of the service for sends in a state: the same code may mean one thing or another by it. */
export function failureIn(language: Language, { kind, state, code }: FailureKind): FailureWording {
  const words = failureWords[language]
  const contract = contractOf(kind)
  const facts = codeOf(contract, code)
  // The one refusal of a whole request that says nothing of its messages.
  if (state === 'deferred' && facts?.pause === 'authentication' && facts.outcome !== 'deferred')
    return words.authentication
  const otherCode = state === 'unknown' ? words.unclearCode : words.otherCode
  const meaning = facts ? facts.meaning[language] : code === undefined ? words.noCode[state] : otherCode
  if (state === 'unknown') return { meaning, toDo: contract.query ? words.unknownAsked : words.unknown }
  const own = facts?.toDo?.[language]
  if (state === 'deferred')
    return { meaning, toDo: facts?.outcome === 'deferred' ? (own ?? words.deferred) : words.deferred }
  return { meaning, toDo: own ?? words.readDescription }
}

const en = {
  noCode: {
    rejected: 'the service gave no code',
    deferred: 'not sent',
    unknown: 'no answer that can be believed; it may have been sent or not',
  } satisfies Record<FailureKind['state'], string>,
  otherCode: 'a code that the interface does not list',
  /** A code that says nothing of whether a message was taken. */
  unclearCode: 'not exactly a code of the interface; it may have been sent or not',
  authentication: {
    meaning: 'the service refused the user ID or the secret key',
    toDo: 'Check the environment variables of the target, then deploy again.',
  },
  unknownAsked:
    'Ask the service with results fetch. What it does not list, look up in its console and settle with reconcile.',
  unknown: "Look these up in the service's console, then settle them with reconcile.",
  deferred: 'Deploy again: that sends them.',
  /** For what only the service's own sentence explains. */
  readDescription:
    'Read what the service said: a wrong value of a recipient is corrected and retried, a changed message is a new release for these recipients.',
}

const ko: typeof en = {
  noCode: {
    rejected: '서비스가 코드를 주지 않았습니다',
    deferred: '발송하지 않았습니다',
    unknown: '믿을 수 있는 응답이 없어 발송 여부를 알 수 없습니다',
  },
  otherCode: '인터페이스에 없는 코드입니다',
  unclearCode: '인터페이스의 코드와 정확히 같지 않아 발송 여부를 알 수 없습니다',
  authentication: {
    meaning: '서비스가 사용자 ID나 비밀 키를 거부했습니다',
    toDo: '발송 대상의 환경 변수를 확인한 뒤 다시 배포하세요.',
  },
  unknownAsked: 'results fetch로 서비스에 조회하세요. 목록에 없는 발송은 콘솔에서 확인한 뒤 reconcile로 정리하세요.',
  unknown: '서비스 콘솔에서 발송 여부를 확인한 뒤 reconcile로 정리하세요.',
  deferred: '다시 배포하면 발송됩니다.',
  readDescription:
    '서비스의 설명을 확인하세요. 수신자의 값이 잘못되었다면 고쳐서 다시 보내고, 메시지를 고쳤다면 이 수신자들에게 새 릴리스로 보내세요.',
}

const failureWords: { readonly [L in Language]: typeof en } = { en, ko }
