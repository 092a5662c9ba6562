import type { CodeFacts, MessageOutcome, PauseReason } from '../contract.ts'
import { byCode, codeOf, type Meanings, remedies } from '../codes.ts'

type Group = Pick<CodeFacts, 'outcome' | 'pause' | 'mayMissImages' | 'toDo'> & { readonly meanings: Meanings }

function rejected(en: string, ko: string, meanings: Meanings): Group {
  return { outcome: 'rejected', toDo: { en, ko }, meanings }
}

/** The account or the profile sends nothing before a person has put something right. */
function paused(pause: PauseReason, en: string, ko: string, meanings: Meanings): Group {
  return { outcome: 'deferred', pause, toDo: { en, ko }, meanings }
}

/** The codes of requests, of recipients and of uploads. */
export const codes: { readonly [code: string]: CodeFacts } = byCode<Omit<Group, 'meanings'>>([
  { outcome: 'accepted', meanings: { '0': ['the service took it', '서비스가 접수했습니다'] } },
  paused(
    'authentication',
    'Check the app key and the secret key in the environment, then deploy again.',
    '환경 변수의 앱키와 시크릿 키를 확인한 뒤 다시 배포하세요.',
    {
      '-1000': ['the app key is wrong', '앱키가 올바르지 않습니다'],
      '-1001': ['the secret key is wrong', '시크릿 키가 올바르지 않습니다'],
      '-4004': ['the app key is not known', '등록되지 않은 앱키입니다'],
      '-4005': ['the app key is disabled', '사용이 중지된 앱키입니다'],
    },
  ),
  paused(
    'account',
    "Check the sender profile in the service's console and its sender_key in the configuration, then deploy again.",
    '서비스 콘솔의 발신 프로필과 설정의 sender_key를 확인한 뒤 다시 배포하세요.',
    {
      '-1006': ['the sender profile has no sender key', '발신 프로필에 발신 키가 없습니다'],
      '-1014': ['the sender profile is not active', '활성 상태가 아닌 발신 프로필입니다'],
      '-1024': ['the key of a group of profiles cannot send', '발신 프로필 그룹의 키로는 보낼 수 없습니다'],
      '-1027': ['the sender profile is blocked', '차단된 발신 프로필입니다'],
      '-2017': ['the sender profile is not known', '등록되지 않은 발신 프로필입니다'],
    },
  ),
  paused(
    'account',
    "Put it right in the service's console, or ask the provider, then deploy again.",
    '서비스 콘솔에서 설정을 바로잡거나 제공사에게 문의한 뒤 다시 배포하세요.',
    {
      '-1002': ['the app key of the SMS service is wrong', 'SMS 서비스의 앱키가 올바르지 않습니다'],
      '-1003': ['the sender number of the SMS service is wrong', 'SMS 발신 번호가 올바르지 않습니다'],
      '-1019': ['the 080 number of the fallback is wrong', '대체 발송의 080 번호가 올바르지 않습니다'],
      '-1030': ['the self-verification is missing', '본인 인증을 하지 않았습니다'],
      '-2502': ['the fallback is not set up', '대체 발송이 설정되어 있지 않습니다'],
      '-3300': ['the opt-out number is not registered', '등록되지 않은 무료 수신거부 번호입니다'],
      '-4029': ['the profile may not send with targeting M or N', '타기팅 M, N을 쓸 수 없는 프로필입니다'],
      '-8005': ['the project has no channel', '프로젝트에 채널이 없습니다'],
      '-8007': ['the storage of the project is not set up', '프로젝트의 저장소가 설정되어 있지 않습니다'],
      '-9998': ['the address has no such operation', '이 주소에 없는 API입니다'],
    },
  ),
  {
    outcome: 'unknown',
    meanings: {
      '-1005': ['the same request came within 10 minutes', '10분 안에 같은 요청이 있었습니다'],
      '-7000': ['an error behind the service', '서비스가 이용하는 시스템의 오류입니다'],
      '-9997': ['the service calls it an error of the request', '서비스가 요청의 오류라고 답했습니다'],
      '-9999': ['an error inside the service', '서비스 내부 오류입니다'],
    },
  },
  {
    ...rejected(
      'Retry what was rejected: images from files are uploaded again. An image that the message names by a URL has to be one that the service gave for this kind.',
      '거절된 메시지를 다시 보내세요. 파일에 있는 이미지는 다시 올립니다. 메시지에 URL로 쓴 이미지는 서비스가 이 종류에 쓰도록 준 URL이어야 합니다.',
      {
        '-8002': [
          'an image is not there, or is of another kind',
          '없는 이미지이거나 다른 종류의 이미지입니다',
          '/image',
        ],
      },
    ),
    mayMissImages: true,
  },
  {
    outcome: 'rejected',
    toDo: remedies.correctNumber,
    meanings: { '-4019 -5000': ['the number of the recipient is not valid', '수신 번호가 올바르지 않습니다'] },
  },
  rejected(
    'Leave the person out of the list: no advertisement may be sent to them.',
    '수신자 목록에서 빼세요. 광고를 보내면 안 되는 사람입니다.',
    { '-3301': ['the recipient has opted out', '수신을 거부한 사람입니다'] },
  ),
  rejected('Read what the service said of each recipient.', '서비스가 수신자마다 답한 내용을 확인하세요.', {
    '-1031': ['every recipient was refused', '모든 수신자가 거절되었습니다'],
  }),
  {
    outcome: 'rejected',
    toDo: remedies.correctMessage,
    meanings: {
      '4': ['the service found a wrong value', '서비스가 잘못된 값을 찾았습니다'],
      '-2000': ['a value is too long', '값이 너무 깁니다'],
      '-2001 -2002': ['a value is empty', '값이 비어 있습니다'],
      '-2003': ['a value is too small', '값이 너무 작습니다'],
      '-2004': ['the length of a value is not allowed', '값의 길이가 허용 범위를 벗어났습니다'],
      '-2005': ['a value is too large', '값이 너무 큽니다'],
      '-2018': ['a button is not valid', '버튼이 올바르지 않습니다', '/buttons'],
      '-2030': ['the text has more than 76 characters', '내용이 76자를 넘습니다', '/content'],
      '-2031': ['there are more than two buttons', '버튼이 두 개를 넘습니다', '/buttons'],
      '-3000': ['a web link has no linkMo', '웹 링크에 linkMo가 없습니다', '/buttons'],
      '-3006 -3310': [
        'a link does not begin with http:// or https://',
        '링크가 http://나 https://로 시작하지 않습니다',
      ],
      '-3007 -3309': ['an app link has fewer than two addresses', '앱 링크의 주소가 두 개보다 적습니다', '/buttons'],
      '-3008': ['a variable stands in the name of a button', '버튼 이름에 변수가 있습니다', '/buttons'],
      '-3009': ['a button has no name', '버튼에 이름이 없습니다', '/buttons'],
      '-3026 -3348': [
        'the button that adds the channel has another name',
        '채널 추가 버튼의 이름이 다릅니다',
        '/buttons',
      ],
      '-3041 -3326': [
        'the address of an image is no web address',
        '이미지 주소가 웹 주소가 아닙니다',
        '/image/imageUrl',
      ],
      '-3044': ['the business form is not the first button', '비즈니스 폼 버튼이 맨 위에 없습니다', '/buttons'],
      '-3045': [
        'the name or key of the business form is wrong',
        '비즈니스 폼의 이름이나 키가 잘못되었습니다',
        '/buttons',
      ],
      '-3298': ['targeting is missing or wrong', 'targeting이 없거나 잘못되었습니다', '/recipientList/0/targeting'],
      '-3299': ['the prices do not go together', '함께 쓸 수 없는 가격들입니다', '/commerce'],
      '-3303': ['a required value is missing', '필수 값이 빠졌습니다'],
      '-3304': ['a value is out of its range', '값이 허용 범위를 벗어났습니다'],
      '-3305': ['the kind has no such part', '이 종류에 쓸 수 없는 항목이 있습니다'],
      '-3306': ['a product needs a button', '상품에는 버튼이 필요합니다', '/buttons'],
      '-3307': ['a button lacks a value that its type needs', '버튼 유형에 필요한 값이 하나 없습니다', '/buttons'],
      '-3308': ['a button lacks values that its type needs', '버튼 유형에 필요한 값이 여럿 없습니다', '/buttons'],
      '-3311': ['the button that adds the channel is not first', '채널 추가 버튼이 처음에 없습니다', '/buttons'],
      '-3312': ['the button that adds the channel is not last', '채널 추가 버튼이 마지막에 없습니다', '/buttons'],
      '-3313': ['the link of the coupon is missing or wrong', '쿠폰의 링크가 없거나 잘못되었습니다', '/coupon'],
      '-3314': ['a part of the coupon is missing', '쿠폰에 빠진 값이 있습니다', '/coupon'],
      '-3315': ['the title of the coupon has none of the forms', '쿠폰 제목이 정해진 형식이 아닙니다', '/coupon/title'],
      '-3316': ['a part of the product is missing', '상품에 빠진 값이 있습니다', '/commerce'],
      '-3319': ['the image is missing', '이미지가 없습니다', '/image'],
      '-3320': ['the number of cards is not allowed', '카드 수가 맞지 않습니다', '/carousel/list'],
      '-3321': ['a link of the head needs linkMo', '헤드의 링크에는 linkMo가 필요합니다', '/carousel/head'],
      '-3322': ['a part of the head is missing', '헤드에 빠진 값이 있습니다', '/carousel/head'],
      '-3323': ['the tail has no linkMo', '더보기 링크에 linkMo가 없습니다', '/carousel/tail'],
      '-3325': ['a part of an item is missing', '아이템에 빠진 값이 있습니다', '/item'],
      '-3327': ['the link of an image is no web address', '이미지의 링크가 웹 주소가 아닙니다', '/image/imageLink'],
      '-3328': ['a button type is not allowed here', '여기에 쓸 수 없는 버튼 유형입니다', '/buttons'],
      '-3330': ['the business form has to be the first button', '비즈니스 폼은 첫 버튼이어야 합니다', '/buttons'],
      '-3331': ['the name of a button is not allowed', '쓸 수 없는 버튼 이름입니다', '/buttons'],
      '-3332 -3334': ['a part of a card is missing', '카드에 빠진 값이 있습니다', '/carousel/list'],
      '-3333 -3335': ['a card has a part of another kind', '카드에 다른 종류의 항목이 있습니다', '/carousel/list'],
      '-3336': ['the business form has to be the second button', '비즈니스 폼은 두 번째 버튼이어야 합니다', '/buttons'],
      '-3337': ['the business form has to be on the right', '비즈니스 폼은 오른쪽 버튼이어야 합니다', '/buttons'],
      '-3338': ['the business form has to be on the left', '비즈니스 폼은 왼쪽 버튼이어야 합니다', '/buttons'],
      '-3340': ['the opt-out number has another form', '무료 수신거부 번호의 형식이 다릅니다', '/unsubscribeNo'],
      '-3341': ['the opt-out code has another form', '수신거부 인증 번호의 형식이 다릅니다', '/unsubscribeAuthNo'],
      '-3349': ['a second button adds the channel', '채널 추가 버튼이 두 개입니다', '/carousel/list'],
      '-4200': [
        'the fallback message is not valid',
        '대체 발송 메시지가 올바르지 않습니다',
        '/recipientList/0/resendParameter',
      ],
      '-8008': ['a word is not allowed', '쓸 수 없는 단어가 있습니다'],
    },
  },
  rejected('Report it as a defect of friendtalk.', 'friendtalk의 결함으로 알려 주세요.', {
    '-1016 -4016': ['there is no such message', '해당하는 메시지가 없습니다'],
    '-1020': ['an identifier has another form', '식별자의 형식이 다릅니다'],
    '-2025': ['the time of the reservation is past', '예약 시각이 지났습니다'],
    '-2026': ['the time of the reservation is too far ahead', '예약 시각이 너무 멉니다'],
    '-2027': ['the time of the reservation has another form', '예약 시각의 형식이 다릅니다'],
    '-2028 -4104': ['the ID of the request is wrong', '요청 ID가 올바르지 않습니다'],
    '-2029': ['there is nothing to cancel', '취소할 메시지가 없습니다'],
    '-2501': ['there is nothing to cancel any more', '더는 취소할 수 없습니다'],
    '-3002': ['the body cannot be read', '요청 본문을 읽을 수 없습니다'],
    '-4000': ['a parameter is wrong', '매개변수가 올바르지 않습니다'],
    '-4003': ['the dates are more than 31 days apart', '조회 기간이 31일을 넘습니다'],
    '-4011': ['there are no recipients', '수신자가 없습니다'],
    '-4017': ['the dates are more than 90 days ago', '조회 기간이 90일보다 오래되었습니다'],
    '-4103': ['the ID of the request or the dates are wrong', '요청 ID나 조회 기간이 올바르지 않습니다'],
    '-8004': ['the name of the user is too long', '사용자 이름이 너무 깁니다'],
    '-9992': ['friend talk has ended at the service', '서비스에서 끝난 친구톡의 API입니다'],
    '-9993': ['a part of the request is missing', '요청에 빠진 항목이 있습니다'],
    '-9994': ['a value has the wrong type', '값의 형식이 잘못되었습니다'],
    '-9996': ['the Content-Type is wrong', 'Content-Type이 올바르지 않습니다'],
  }),
  rejected('Save the image as jpg or png with at most 5 MB.', '이미지를 5MB 이하의 jpg나 png로 저장하세요.', {
    '-8001': ['the image is damaged', '손상된 이미지입니다', '/image'],
    '-4007': ['the file is too large', '파일이 너무 큽니다'],
    '-4009': ['the format of the file is not supported', '지원하지 않는 파일 형식입니다'],
    '-4020': ['the file cannot be read', '파일을 읽을 수 없습니다'],
  }),
  rejected(
    'Deploy again: images are uploaded again freely. If it stays, ask the provider.',
    '다시 배포하세요. 이미지는 여러 번 올려도 됩니다. 계속되면 제공사에게 문의하세요.',
    {
      '-4010': ['the file was not found', '파일을 찾을 수 없습니다'],
      '-4018 -8010': ['the upload failed', '업로드에 실패했습니다'],
      '-8000': ['the number of the image is missing', '이미지 번호가 없습니다'],
      '-8003': ['the image could not be deleted', '이미지를 삭제하지 못했습니다'],
      '-8011': ['the type of the image is not known', '알 수 없는 이미지 유형입니다'],
    },
  ),
])

/** Returns the outcome of a recipient that is answered with a code. One that is not listed leaves it open. */
export function outcomeOf(code: string | undefined): MessageOutcome {
  return codeOf({ codes }, code)?.outcome ?? 'unknown'
}
