import type { LostReason, NotWrittenReason } from '../service/exchange.ts'
import type { Text } from '../words/language.ts'

/** Why the service was not reached. */
const unreached: { readonly [R in NotWrittenReason]: Text } = {
  refused: { en: 'connection refused', ko: '연결 거부' },
  'name-not-found': { en: 'its name is not known', ko: '주소를 찾을 수 없음' },
  unreachable: { en: 'no way to its network', ko: '네트워크에 닿지 않음' },
  'connect-timeout': { en: 'no connection in time', ko: '연결 시간 초과' },
  tls: { en: 'no encrypted connection', ko: '암호화 연결 실패' },
  proxy: { en: 'the proxy opens no way to it', ko: '프록시가 연결하지 못함' },
  'connect-failed': { en: 'the connection ended at once', ko: '연결이 바로 끊김' },
  closed: { en: 'the connection was closed', ko: '연결이 닫힘' },
}

type AnswerReason = Exclude<LostReason, 'closed'> | 'status' | 'not-json' | 'not-understood'

/** Why no usable answer came. */
const unanswered: { readonly [R in AnswerReason]: Text } = {
  reset: { en: 'the connection was reset', ko: '연결이 끊김' },
  ended: { en: 'the connection ended', ko: '연결이 끝남' },
  timeout: { en: 'no answer in time', ko: '응답 시간 초과' },
  'too-large': { en: 'its answer is too large', ko: '응답이 너무 큼' },
  'not-http': { en: 'its answer is no HTTP', ko: 'HTTP 응답이 아님' },
  status: { en: 'its answer is an error', ko: '오류 응답' },
  'not-json': { en: 'its answer is no JSON', ko: 'JSON 응답이 아님' },
  'not-understood': { en: 'its answer is not understood', ko: '이해할 수 없는 응답' },
}

const texts: ReadonlyMap<string, Text> = new Map(Object.entries({ ...unreached, ...unanswered }))

/** Words why a request failed; a code of the service stays as it is. */
export function reasonText(reason: string): Text {
  return texts.get(reason) ?? { en: reason, ko: reason }
}

/** Returns whether the service was not reached at all. */
export function isUnreached(reason: string): boolean {
  return Object.hasOwn(unreached, reason)
}
