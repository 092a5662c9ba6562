import type { Text } from '../words/language.ts'
import { fileSize } from '../words/phrases.ts'
import { maxBodyBytes } from './body.ts'
import { secretPrefix } from './credentials.ts'

/** Why a request is refused as a whole: in English on the wire, in the reader's language on the page. */
export const refusals = {
  /** Quotes nothing: the value may be real. */
  credentials: {
    en: `This is the friendtalk emulator. It takes only its own credentials, whose secret starts with "${secretPrefix}", and has kept nothing of what was sent. Never give it a real secret.`,
    ko: '실제 서비스가 아닌 friendtalk 에뮬레이터입니다. 자신의 인증 정보만 받으며, 보낸 내용은 남기지 않았습니다.',
    status: 401,
  },
  fault: { en: 'a fault of the emulator', ko: '에뮬레이터에서 일으킨 장애입니다.' },
  tooManyRequests: {
    en: 'too many requests in a second',
    ko: '1초에 받을 수 있는 요청 수를 넘었습니다.',
    status: 429,
  },
  contentType: {
    en: 'Content-Type must be application/json.',
    ko: 'Content-Type은 application/json이어야 합니다.',
  },
  noJson: { en: 'The body is no JSON.', ko: '본문이 JSON이 아닙니다.' },
  tooLarge: {
    en: `The body has more than ${fileSize(maxBodyBytes)}.`,
    ko: `본문이 ${fileSize(maxBodyBytes)}보다 큽니다.`,
    status: 413,
  },
} as const satisfies { readonly [reason: string]: Text & { readonly status?: number } }

/** Returns a reason that is known in English alone, as requests get it. */
export function inEnglish(reason: string): Text {
  return { en: reason, ko: reason }
}
