import { deliveryCodesOf, failed, remedies } from '../codes.ts'

const { correctMessage, correctNumber, leaveOut } = remedies
const checkProfile = {
  en: "Check the sender profile and its sender_key in the service's console.",
  ko: '서비스 콘솔에서 발신 프로필과 sender_key를 확인하세요.',
}
const askProvider = {
  en: "Look the message up in the service's console, or ask the provider.",
  ko: '서비스 콘솔에서 메시지를 확인하거나 제공사에게 문의하세요.',
}
const checkDuplicate = {
  en: 'Look up the message that went out before: these recipients may have it.',
  ko: '먼저 나간 메시지를 확인하세요. 수신자가 이미 받았을 수 있습니다.',
}
const ofTemplate = {
  en: 'the sender profile or its template is not accepted',
  ko: '발신 프로필이나 템플릿을 사용할 수 없습니다',
}
const uncertain = {
  '5': ['the service cannot say whether it was delivered', '전달 여부를 서비스가 알 수 없습니다'],
  '6': ['the service has no result', '서비스에 전달 결과가 없습니다'],
  H: ['an error inside the messaging network', '메시지 전송망의 시스템 오류입니다'],
} as const

/**
 * The codes of delivery results.
 *
 * Assumption: these are the codes of the provider's public page about its webhook, because the interface names none.
 */
export const { deliveryCodes, deliveryCode, deliveryOf } = deliveryCodesOf(
  '0',
  { toDo: askProvider, meanings: uncertain },
  [
    failed(correctMessage, {
      t: ['the message is empty', '메시지가 비어 있습니다'],
      k: ['the message is missing', '메시지가 없습니다'],
      L: ['the message is too long', '메시지가 너무 깁니다'],
      f: ['the format of the message is wrong', '메시지 형식이 잘못되었습니다'],
      F: ['something else is wrong with the message', '메시지에 다른 문제가 있습니다'],
    }),
    failed(checkProfile, {
      '1': ['the sender profile is not accepted (1)', '발신 프로필을 사용할 수 없습니다(1)'],
      V: [`${ofTemplate.en} (V)`, `${ofTemplate.ko}(V)`],
      M: [`${ofTemplate.en} (M)`, `${ofTemplate.ko}(M)`],
      U: [`${ofTemplate.en} (U)`, `${ofTemplate.ko}(U)`],
    }),
    failed(leaveOut, {
      A: ['the recipient does not use KakaoTalk', '카카오톡을 쓰지 않는 수신자입니다'],
      '9': ['the recipient has not used KakaoTalk recently', '최근에 카카오톡을 쓰지 않은 수신자입니다'],
      E: ["the recipient's KakaoTalk cannot show the message", '수신자의 카카오톡에서 메시지를 볼 수 없습니다'],
      '2': ['the recipient is not connected', '수신자와 연결되지 않았습니다'],
      B: ['the recipient has blocked the channel', '수신자가 채널을 차단했습니다'],
      '8': ['the recipient cannot be reached', '수신자에게 전달할 수 없습니다'],
    }),
    failed(correctNumber, {
      I: ['the number of the recipient is not valid', '수신 번호가 올바르지 않습니다'],
      J: ['050 numbers receive no messages', '050 번호로는 보낼 수 없습니다'],
    }),
    failed(checkDuplicate, {
      C: ['the serial number was used before', '일련번호가 이미 쓰였습니다'],
      D: ['the same message went out within 5 seconds', '같은 메시지가 5초 안에 다시 요청되었습니다'],
    }),
  ],
  // Every service of fallback messages has codes of its own for failures.
  (code) => (code === '0' ? 'fallback-delivered' : code === '' ? undefined : 'fallback-failed'),
)
