import { isSendCode, type SendCode, sendCodes } from '../contract/friend-talk/responses.ts'
import { limits } from '../contract/friend-talk/limits.ts'
import type { Language } from './language.ts'

/** What a failure means and what a person does about it. */
interface FailureWording {
  readonly meaning: string
  readonly toDo: string
}

/** Sends that came to the same. */
export interface FailureKind {
  readonly state: 'rejected' | 'deferred' | 'unknown'
  /** Absent where the service gave none. */
  readonly code?: string
}

/** Returns what a code of the service means. */
export function meaningOf(language: Language, code: SendCode): string {
  return failureWords[language].meanings[code]
}

/** Words the code of the service for sends in a state: the same code may mean one thing or another by it. */
export function failureIn(language: Language, { state, code }: FailureKind): FailureWording {
  const words = failureWords[language]
  const known = isSendCode(code) ? code : undefined
  // The one refusal of a whole request that says nothing of its messages.
  if (state === 'deferred' && known === 'C400_2') return { ...words.authentication, toDo: words.authentication.toDo }
  const otherCode = state === 'unknown' ? words.unclearCode : words.otherCode
  const meaning = known ? words.meanings[known] : code === undefined ? words.noCode[state] : otherCode
  if (state === 'unknown') return { meaning, toDo: words.unknown }
  const toDo: StepsByCode = words.toDo
  const own = known && toDo[known]
  if (state === 'deferred') return { meaning, toDo: own !== undefined && isDeferring(known) ? own : words.deferred }
  return { meaning, toDo: own ?? words.readDescription }
}

function isDeferring(code: SendCode | undefined): boolean {
  return code !== undefined && sendCodes[code].outcome === 'deferred'
}

/** What to do about some codes; the others have no step of their own. */
type StepsByCode = { readonly [C in SendCode]?: string }

const maxEchoBytes = limits.echoToWebhook.max

const en = {
  meanings: {
    C100: 'the service took it',
    C400_1: 'a value has the wrong type',
    C400_2: 'a value is not valid',
    C400_3: 'a required value is missing',
    C404_1: 'something that the message names does not exist',
    C500_1: 'an error inside the service; it may have been sent all the same',
    G110: 'api_unique_id of the fallback message is not accepted',
    G140: 'the sender number is not accepted',
    G141: 'the recipient number is not accepted',
    G142: `echo_to_webhook has more than ${maxEchoBytes} bytes or is no text`,
    G150: 'the account has no credit left',
    G160: 'too many messages in one session',
  } satisfies Record<SendCode, string>,
  toDo: {
    C404_1:
      "Check the sender profile and its sender_key in the service's console, then retry what was rejected: images from files are uploaded again. An image that the message names by a URL has to be one that the service gave.",
    G110: 'Correct api_unique_id in failback_data and send the message to these recipients as a new release.',
    G140: "Register the number in the service's console, or correct sender_number in the configuration, then retry what was rejected.",
    G141: 'Correct the number in the list, or leave the person out.',
    G142: 'Shorten echo_to_webhook, or the values in it, for these recipients.',
    G150: 'Charge the account, then deploy again.',
    G160: 'Wait a while, then deploy again.',
  } satisfies StepsByCode,
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
  unknown: "Look these up in the service's console, then settle them with reconcile.",
  deferred: 'Deploy again: that sends them.',
  /** For what only the service's own sentence explains. */
  readDescription:
    'Read what the service said: a wrong value of a recipient is corrected and retried, a changed message is a new release for these recipients.',
}

const ko: typeof en = {
  meanings: {
    C100: '서비스가 접수했습니다',
    C400_1: '값의 형식이 잘못되었습니다',
    C400_2: '값이 올바르지 않습니다',
    C400_3: '필수 값이 빠졌습니다',
    C404_1: '메시지에 지정한 대상을 찾을 수 없습니다',
    C500_1: '서비스 내부 오류이며, 그래도 발송되었을 수 있습니다',
    G110: '대체 발송의 api_unique_id가 올바르지 않습니다',
    G140: '발신 번호를 사용할 수 없습니다',
    G141: '수신 번호가 올바르지 않습니다',
    G142: `echo_to_webhook이 ${maxEchoBytes}바이트를 넘거나 텍스트가 아닙니다`,
    G150: '잔액이 부족합니다',
    G160: '한 번에 보낼 수 있는 건수를 넘었습니다',
  },
  toDo: {
    C404_1:
      '서비스 콘솔에서 발신 프로필과 sender_key를 확인한 뒤 거절된 메시지를 다시 보내세요. 파일에 있는 이미지는 다시 올립니다. 메시지에 URL로 쓴 이미지는 서비스에서 받은 URL이어야 합니다.',
    G110: 'failback_data의 api_unique_id를 고치고, 이 수신자들에게 새 릴리스로 보내세요.',
    G140: '서비스 콘솔에 발신 번호를 등록하거나 설정의 sender_number를 고친 뒤 거절된 메시지를 다시 보내세요.',
    G141: '수신자 목록의 번호를 고치거나 해당 수신자를 빼세요.',
    G142: '이 수신자들의 echo_to_webhook이나 거기에 들어가는 값을 줄이세요.',
    G150: '충전한 뒤 다시 배포하세요.',
    G160: '잠시 기다린 뒤 다시 배포하세요.',
  },
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
  unknown: '서비스 콘솔에서 발송 여부를 확인한 뒤 reconcile로 정리하세요.',
  deferred: '다시 배포하면 발송됩니다.',
  readDescription:
    '서비스의 설명을 확인하세요. 수신자의 값이 잘못되었다면 고쳐서 다시 보내고, 메시지를 고쳤다면 이 수신자들에게 새 릴리스로 보내세요.',
}

const failureWords: { readonly [L in Language]: typeof en } = { en, ko }
