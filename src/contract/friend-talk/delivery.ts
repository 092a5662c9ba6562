import type { Text } from '../../words/language.ts'
import type { Contract, DeliveryCodeFacts } from '../contract.ts'

const nothing: Text = { en: 'Nothing to do.', ko: '할 일이 없습니다.' }
const correctMessage: Text = {
  en: 'Correct the message and send it to these recipients as a new release.',
  ko: '메시지를 고쳐 이 수신자들에게 새 릴리스로 보내세요.',
}
const checkProfile: Text = {
  en: "Check the sender profile and its sender_key in the service's console.",
  ko: '서비스 콘솔에서 발신 프로필과 sender_key를 확인하세요.',
}
const leaveOut: Text = {
  en: 'Reach them by another way, or leave them out of the list.',
  ko: '다른 방법으로 알리거나 수신자 목록에서 빼세요.',
}
const correctNumber: Text = {
  en: 'Correct the number in the list, or leave the person out.',
  ko: '수신자 목록의 번호를 고치거나 해당 수신자를 빼세요.',
}
const askProvider: Text = {
  en: "Look the message up in the service's console, or ask the provider.",
  ko: '서비스 콘솔에서 메시지를 확인하거나 제공사에게 문의하세요.',
}
const checkDuplicate: Text = {
  en: 'Look up the message that went out before: these recipients may have it.',
  ko: '먼저 나간 메시지를 확인하세요. 수신자가 이미 받았을 수 있습니다.',
}

function failed(en: string, ko: string, toDo: Text): DeliveryCodeFacts {
  return { delivery: 'failed', meaning: { en, ko }, toDo }
}

function uncertain(en: string, ko: string): DeliveryCodeFacts {
  return { delivery: 'uncertain', meaning: { en, ko }, toDo: askProvider }
}

/**
 * The codes of delivery results.
 *
 * An assumption: the interface says nothing of them. They are those of the provider's public page about its webhook.
 */
export const deliveryCodes = {
  '0': {
    delivery: 'delivered',
    meaning: { en: 'delivered', ko: '전달되었습니다' },
    toDo: nothing,
  },
  t: failed('the message is empty', '메시지가 비어 있습니다', correctMessage),
  k: failed('the message is missing', '메시지가 없습니다', correctMessage),
  L: failed('the message is too long', '메시지가 너무 깁니다', correctMessage),
  f: failed('the format of the message is wrong', '메시지 형식이 잘못되었습니다', correctMessage),
  F: failed('something else is wrong with the message', '메시지에 다른 문제가 있습니다', correctMessage),
  '1': failed('the sender profile is not accepted (1)', '발신 프로필을 사용할 수 없습니다(1)', checkProfile),
  V: failed(
    'the sender profile or its template is not accepted (V)',
    '발신 프로필이나 템플릿을 사용할 수 없습니다(V)',
    checkProfile,
  ),
  M: failed(
    'the sender profile or its template is not accepted (M)',
    '발신 프로필이나 템플릿을 사용할 수 없습니다(M)',
    checkProfile,
  ),
  U: failed(
    'the sender profile or its template is not accepted (U)',
    '발신 프로필이나 템플릿을 사용할 수 없습니다(U)',
    checkProfile,
  ),
  A: failed('the recipient does not use KakaoTalk', '카카오톡을 쓰지 않는 수신자입니다', leaveOut),
  '9': failed('the recipient has not used KakaoTalk recently', '최근에 카카오톡을 쓰지 않은 수신자입니다', leaveOut),
  E: failed(
    "the recipient's KakaoTalk cannot show the message",
    '수신자의 카카오톡에서 메시지를 볼 수 없습니다',
    leaveOut,
  ),
  '2': failed('the recipient is not connected', '수신자와 연결되지 않았습니다', leaveOut),
  B: failed('the recipient has blocked the channel', '수신자가 채널을 차단했습니다', leaveOut),
  I: failed('the number of the recipient is not valid', '수신 번호가 올바르지 않습니다', correctNumber),
  J: failed('050 numbers receive no messages', '050 번호로는 보낼 수 없습니다', correctNumber),
  '8': failed('the recipient cannot be reached', '수신자에게 전달할 수 없습니다', leaveOut),
  '5': uncertain('the service cannot say whether it was delivered', '전달 여부를 서비스가 알 수 없습니다'),
  '6': uncertain('the service has no result', '서비스에 전달 결과가 없습니다'),
  H: uncertain('an error inside the messaging network', '메시지 전송망의 시스템 오류입니다'),
  C: failed('the serial number was used before', '일련번호가 이미 쓰였습니다', checkDuplicate),
  D: failed('the same message went out within 5 seconds', '같은 메시지가 5초 안에 다시 요청되었습니다', checkDuplicate),
} as const satisfies Readonly<Record<string, DeliveryCodeFacts>>

/** The code of a fallback message that was delivered; each service of fallback messages has codes of its own for failures. */
const fallbackDelivered = '0'

const unlisted: DeliveryCodeFacts = {
  delivery: 'uncertain',
  meaning: { en: 'a code that is not known', ko: '알려지지 않은 코드입니다' },
  toDo: askProvider,
}

/** Returns what a code of a result says. A code that is not listed leaves open whether the message arrived. */
export function deliveryCode(code: string): DeliveryCodeFacts {
  return Object.hasOwn(deliveryCodes, code) ? deliveryCodes[code as keyof typeof deliveryCodes] : unlisted
}

/**
 * Returns what a result says of the delivery.
 *
 * @param fallback code of the fallback message; absent or empty where none was sent
 */
export const deliveryOf: Contract['deliveryOf'] = (code, fallback = '') => {
  const { delivery } = deliveryCode(code)
  if (delivery === 'delivered' || fallback === '') return delivery
  return fallback === fallbackDelivered ? 'fallback-delivered' : 'fallback-failed'
}
