import type { Text } from '../words/language.ts'
import { fileSize } from '../words/phrases.ts'
import { maxBodyBytes } from './body.ts'

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
} as const satisfies { readonly [reason: string]: Text }
