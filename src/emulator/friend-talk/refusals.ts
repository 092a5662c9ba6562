import { friendTalk } from '../../contract/friend-talk/friend-talk.ts'
import type { Text } from '../../words/language.ts'
import { foreignSecret } from '../credentials.ts'

const { hours, batch } = friendTalk

/** Why a send is refused as a whole. */
export const sendRefusals = {
  noObject: { en: 'The body must be a JSON object.', ko: '본문은 JSON 객체여야 합니다.' },
  noMessages: { en: 'msg_data is missing.', ko: 'msg_data가 없습니다.' },
  noArray: { en: 'msg_data must be an array.', ko: 'msg_data는 배열이어야 합니다.' },
  empty: { en: 'msg_data is empty.', ko: 'msg_data가 비어 있습니다.' },
  missing: {
    en: 'The header Authorization must be <USER_ID>;<SECRET_KEY>. The page of the emulator shows what it takes.',
    ko: 'Authorization 헤더는 <USER_ID>;<SECRET_KEY>여야 합니다. 받는 값은 에뮬레이터 페이지에 있습니다.',
  },
  foreign: foreignSecret,
} as const satisfies Record<string, Text>

export function tooManyMessages(count: number): Text {
  return {
    en: `msg_data has ${count} messages; ${batch.max} are allowed.`,
    ko: `msg_data에 메시지가 ${count}건 있습니다. ${batch.max}건까지 보낼 수 있습니다.`,
  }
}

export const restricted = `Sending is restricted between ${hours.restrictedFrom} and ${hours.restrictedUntil} in Korea.`
