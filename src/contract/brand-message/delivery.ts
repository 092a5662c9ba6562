import { deliveryCodesOf, failed, remedies } from '../codes.ts'

/** The states of a fallback message that are final; those before say nothing yet. */
export const fallbackStates: ReadonlyMap<string, 'fallback-delivered' | 'fallback-failed'> = new Map([
  ['RSC04', 'fallback-delivered'],
  ['RSC05', 'fallback-failed'],
])

const { correctMessage, correctNumber, leaveOut } = remedies
const askProvider = {
  en: 'Run results fetch again later. If it stays, look the message up in the console, or ask the provider.',
  ko: '나중에 results fetch를 다시 실행하세요. 그대로면 콘솔에서 메시지를 확인하거나 제공사에게 문의하세요.',
}

const checkChannel = {
  en: "Check the channel and the sender profile in the service's console.",
  ko: '서비스 콘솔에서 채널과 발신 프로필을 확인하세요.',
}
const sendInHours = {
  en: 'Send it to these recipients as a new release, between 08:00 and 20:50 in Korea.',
  ko: '한국 시각 08:00~20:50에 이 수신자들에게 새 릴리스로 보내세요.',
}
const askThenSend = {
  en: 'Ask the provider; then send it to these recipients as a new release.',
  ko: '제공사에게 문의한 뒤 이 수신자들에게 새 릴리스로 보내세요.',
}
const uncertain = {
  '2001 3000 9998 9999': ['an error inside the messaging network', '메시지 전송망의 시스템 오류입니다'],
  '3005': [
    'sent, but no receipt; it may arrive within 3 days',
    '보냈지만 수신 확인이 없습니다. 3일 안에 도착할 수 있습니다',
  ],
  '3006 3010': ['an unexpected error', '예상하지 못한 오류입니다'],
  '4000': ['the result was not found', '결과를 찾을 수 없습니다'],
  '4001': ['the state is not known', '상태를 알 수 없습니다'],
  '4122': ['the result could not be asked for', '결과를 조회하지 못했습니다'],
  '4131': ['the same request was made before', '같은 요청이 먼저 있었습니다'],
  '4161': ['it is still being processed', '아직 처리 중입니다'],
} as const

export const { deliveryCodes, deliveryCode, deliveryOf } = deliveryCodesOf(
  '1000',
  { toDo: askProvider, meanings: uncertain },
  [
    failed(correctMessage, {
      '1028': ['the targeting cannot be used', '쓸 수 없는 타기팅입니다'],
      '2005': ['KakaoTalk could not read the image', '카카오톡이 이미지를 읽지 못했습니다'],
      '3013': ['the message is empty', '메시지가 비어 있습니다'],
      '3014': ['the text is too long', '내용이 너무 깁니다'],
      '3024': ['an image or its link is wrong', '이미지나 이미지의 링크가 올바르지 않습니다'],
      '3026': ['chatExtra or chatEvent is too long', 'chatExtra나 chatEvent가 너무 깁니다'],
      '3041': ['the number of items is not allowed', '아이템 수가 맞지 않습니다'],
      '3046': ['the additional text is too long', '부가 정보가 너무 깁니다'],
      '3047': ['the title of the product is too long', '상품 제목이 너무 깁니다'],
      '3050': ['targeting N is not supported', '타기팅 N을 지원하지 않습니다'],
      '3051': ['the number of cards is not allowed', '카드 수가 맞지 않습니다'],
      '3052': ['the text of a card is too long', '카드의 내용이 너무 깁니다'],
      '3056': ['the title of an item is too long', '아이템 제목이 너무 깁니다'],
      '3058': ['the header of a card is too long', '카드의 헤더가 너무 깁니다'],
      '4144': ['the message has more than 30 KB', '메시지가 30KB를 넘습니다'],
    }),
    failed(checkChannel, {
      '1002 4103': ['the partner is not accepted', '사용할 수 없는 파트너입니다'],
      '1003 4104': ['the sender profile is not known', '등록되지 않은 발신 프로필입니다'],
      '1006': ['the sender profile is deleted', '삭제된 발신 프로필입니다'],
      '1007': ['the sender profile is blocked', '차단된 발신 프로필입니다'],
      '1011': ['there is no contract', '계약 정보가 없습니다'],
      '1013': ['the app is not linked', '앱이 연결되어 있지 않습니다'],
      '1014': ['the business number is not valid', '사업자 번호가 올바르지 않습니다'],
      '1016': ['the business number is that of another', '사업자 번호가 일치하지 않습니다'],
      '1021': ['the channel is blocked', '차단된 채널입니다'],
      '1022': ['the channel is closed', '닫힌 채널입니다'],
      '1023': ['the channel is deleted', '삭제된 채널입니다'],
      '1024': ['the channel is about to be deleted', '삭제 대기 중인 채널입니다'],
      '1025': ['the channel is sanctioned', '제재된 채널입니다'],
      '1027': ['messages of the channel are sanctioned', '메시지 발송이 제재된 채널입니다'],
      '2003': ['the channel was not added on the test server', '테스트 서버에서 채널을 추가하지 않았습니다'],
      '4138': ['the most brand messages are sent', '브랜드 메시지 발송 한도를 넘었습니다'],
      '4156': ['the most messages are sent', '발송 한도를 넘었습니다'],
    }),
    failed(leaveOut, {
      '1012': ['the user key is not valid', '사용자 키가 올바르지 않습니다'],
      '1015': ['the user of the app is not valid', '앱 사용자가 올바르지 않습니다'],
      '3012': ['no contact with KakaoTalk', '카카오톡과 연결되지 않았습니다'],
      '3018': ['the recipient cannot be reached', '수신자에게 전달할 수 없습니다'],
      '3019': ['the recipient does not use KakaoTalk', '카카오톡을 쓰지 않는 수신자입니다'],
      '3020': ['the recipient has blocked the channel', '수신자가 채널을 차단했습니다'],
      '3021': ["the recipient's KakaoTalk is too old", '수신자의 카카오톡이 오래된 버전입니다'],
    }),
    failed(correctNumber, {
      '1020': ['the number or the user is not valid', '수신 번호나 사용자가 올바르지 않습니다'],
      '3008': ['the number of the recipient is not valid', '수신 번호가 올바르지 않습니다'],
      '4121': ['the recipient is not valid', '수신 대상이 올바르지 않습니다'],
    }),
    failed(sendInHours, { '3022': ['it came outside the permitted hours', '발송할 수 없는 시간이었습니다'] }),
    failed(askThenSend, {
      '1001 1004 3023 4120': ['the request could not be read', '요청을 읽을 수 없습니다'],
      '1030': ['a parameter is wrong', '매개변수가 올바르지 않습니다'],
      '3011': ['the message is missing', '메시지가 없습니다'],
      '3048': ['the tag of a group is wrong', '그룹 태그가 올바르지 않습니다'],
      '4100 4130': ['the ID of the request is wrong', '요청 ID가 올바르지 않습니다'],
      '4101': ['the time of the request is wrong', '요청 시각이 올바르지 않습니다'],
      '4110': ['the kind of the message is wrong', '메시지 종류가 올바르지 않습니다'],
      '4137 4139 4140 4141 4142': ['the request failed', '요청을 처리하지 못했습니다'],
      '4143': ['the request is too old', '요청의 유효 기간이 지났습니다'],
      '1033 3015 3016 3025 3027 3028 3029 3030 3031 3032 3033 3034 3035 3036 3037 3038 3039 3040 3042 3043 3044 3045 3053 3054 3055 3057 4102 4132 4133 4134':
        ['an error of messages that have a template', '템플릿이 있는 메시지의 오류입니다'],
    }),
  ],
  (state) => fallbackStates.get(state),
)
