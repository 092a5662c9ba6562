import { friendTalk } from '../../contract/friend-talk/friend-talk.ts'
import type { Text } from '../../words/language.ts'
import { fileSize } from '../../words/phrases.ts'
import { maxBodyBytes } from '../body.ts'
import { foreignSecret } from '../credentials.ts'

const { hours, batch } = friendTalk

/** Why a request is refused as a whole: in English on the wire, in the reader's language on the page. */
export const refusals = {
  fault: { en: 'a fault of the emulator', ko: '에뮬레이터에서 일으킨 장애입니다.' },
  tooManyRequests: { en: 'too many requests in a second', ko: '1초에 받을 수 있는 요청 수를 넘었습니다.' },
  contentType: {
    en: 'Content-Type must be application/json.',
    ko: 'Content-Type은 application/json이어야 합니다.',
  },
  noJson: { en: 'The body is no JSON.', ko: '본문이 JSON이 아닙니다.' },
  tooLarge: {
    en: `The body has more than ${fileSize(maxBodyBytes)}.`,
    ko: `본문이 ${fileSize(maxBodyBytes)}보다 큽니다.`,
  },
  noObject: { en: 'The body must be a JSON object.', ko: '본문은 JSON 객체여야 합니다.' },
  noMessages: { en: 'msg_data is missing.', ko: 'msg_data가 없습니다.' },
  noArray: { en: 'msg_data must be an array.', ko: 'msg_data는 배열이어야 합니다.' },
  empty: { en: 'msg_data is empty.', ko: 'msg_data가 비어 있습니다.' },
  missing: {
    en: 'The header Authorization must be <USER_ID>;<SECRET_KEY>. The page of the emulator shows what it takes.',
    ko: 'Authorization 헤더는 <USER_ID>;<SECRET_KEY>여야 합니다. 받는 값은 에뮬레이터 페이지에 있습니다.',
  },
  foreign: {
    en: foreignSecret,
    ko: '실제 서비스가 아닌 friendtalk 에뮬레이터입니다. 자신의 사용자 ID와 비밀 키만 받으며, 보낸 내용은 남기지 않았습니다.',
  },
} as const satisfies Record<string, Text>

export function tooManyMessages(count: number): Text {
  return {
    en: `msg_data has ${count} messages; ${batch.max} are allowed.`,
    ko: `msg_data에 메시지가 ${count}건 있습니다. ${batch.max}건까지 보낼 수 있습니다.`,
  }
}

export const restricted = `Sending is restricted between ${hours.restrictedFrom} and ${hours.restrictedUntil} in Korea.`
