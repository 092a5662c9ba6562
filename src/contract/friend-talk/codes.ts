import type { Text } from '../../words/language.ts'
import { remedies } from '../codes.ts'
import type { CodeFacts, Contract, MessageOutcome } from '../contract.ts'

export interface SendCodeFacts extends CodeFacts {
  /** The service's name of it. */
  readonly title: string
  /** True if a refusal of a whole request with it says that nothing was taken. */
  readonly refusesAll?: true
}

function factsOf(title: string, meaning: Text, facts: Omit<SendCodeFacts, 'title' | 'meaning'>): SendCodeFacts {
  return { title, meaning, ...facts }
}

const refused = { outcome: 'rejected', refusesAll: true } as const
const checkProfile = {
  en: "Check the sender profile and its sender_key in the service's console, then retry what was rejected: images from files are uploaded again. An image that the message names by a URL has to be one that the service gave.",
  ko: '서비스 콘솔에서 발신 프로필과 sender_key를 확인한 뒤 거절된 메시지를 다시 보내세요. 파일에 있는 이미지는 다시 올립니다. 메시지에 URL로 쓴 이미지는 서비스에서 받은 URL이어야 합니다.',
}
const correctFallback = {
  en: 'Correct api_unique_id in failback_data and send the message to these recipients as a new release.',
  ko: 'failback_data의 api_unique_id를 고치고, 이 수신자들에게 새 릴리스로 보내세요.',
}
const registerNumber = {
  en: "Register the number in the service's console, or correct sender_number in the configuration, then retry what was rejected.",
  ko: '서비스 콘솔에 발신 번호를 등록하거나 설정의 sender_number를 고친 뒤 거절된 메시지를 다시 보내세요.',
}
const shortenEcho = {
  en: 'Shorten echo_to_webhook, or the values in it, for these recipients.',
  ko: '이 수신자들의 echo_to_webhook이나 거기에 들어가는 값을 줄이세요.',
}
const charge = { en: 'Charge the account, then deploy again.', ko: '충전한 뒤 다시 배포하세요.' }
const wait = { en: 'Wait a while, then deploy again.', ko: '잠시 기다린 뒤 다시 배포하세요.' }

/** Codes of the send operation, of a message or of a whole request (interface: "Send operation response codes"). */
export const sendCodes = {
  C100: factsOf('Success', { en: 'the service took it', ko: '서비스가 접수했습니다' }, { outcome: 'accepted' }),
  C400_1: factsOf('Invalid data type', { en: 'a value has the wrong type', ko: '값의 형식이 잘못되었습니다' }, refused),
  C400_2: factsOf(
    'Invalid request parameter',
    { en: 'a value is not valid', ko: '값이 올바르지 않습니다' },
    { ...refused, pause: 'authentication' },
  ),
  C400_3: factsOf(
    'Missing required parameters',
    { en: 'a required value is missing', ko: '필수 값이 빠졌습니다' },
    refused,
  ),
  C404_1: factsOf(
    'Unable to find the data',
    { en: 'something that the message names does not exist', ko: '메시지에 지정한 대상을 찾을 수 없습니다' },
    { ...refused, mayMissImages: true, toDo: checkProfile },
  ),
  C500_1: factsOf(
    'Internal server error',
    {
      en: 'an error inside the service; it may have been sent all the same',
      ko: '서비스 내부 오류이며, 그래도 발송되었을 수 있습니다',
    },
    { outcome: 'unknown' },
  ),
  G110: factsOf(
    'API UNIQUE ID exception',
    {
      en: 'api_unique_id of the fallback message is not accepted',
      ko: '대체 발송의 api_unique_id가 올바르지 않습니다',
    },
    { ...refused, field: '/failback_data/api_unique_id', toDo: correctFallback },
  ),
  G140: factsOf(
    'Sender number exception',
    { en: 'the sender number is not accepted', ko: '발신 번호를 사용할 수 없습니다' },
    { outcome: 'rejected', toDo: registerNumber },
  ),
  G141: factsOf(
    'Recipient number exception',
    { en: 'the recipient number is not accepted', ko: '수신 번호가 올바르지 않습니다' },
    { outcome: 'rejected', toDo: remedies.correctNumber },
  ),
  G142: factsOf(
    'Invalid echo_to_webhook value',
    {
      en: 'echo_to_webhook has more than 256 bytes or is no text',
      ko: 'echo_to_webhook이 256바이트를 넘거나 텍스트가 아닙니다',
    },
    { outcome: 'rejected', field: '/echo_to_webhook', toDo: shortenEcho },
  ),
  G150: factsOf(
    'Insufficient credit',
    { en: 'the account has no credit left', ko: '잔액이 부족합니다' },
    { outcome: 'deferred', pause: 'credit', toDo: charge },
  ),
  G160: factsOf(
    'Exceeded the maximum number of transmissions per session',
    { en: 'too many messages in one session', ko: '한 번에 보낼 수 있는 건수를 넘었습니다' },
    { outcome: 'deferred', pause: 'session', toDo: wait },
  ),
} as const

/** A code of the send operation. */
export type SendCode = keyof typeof sendCodes

export function isSendCode(code: unknown): code is SendCode {
  return typeof code === 'string' && Object.hasOwn(sendCodes, code)
}

/**
 * The outcome of a message whose entry in `results` has this code. A code that the interface does not list says that
 * the message was not taken, unless it looks like one that says otherwise: a service that answers `c100 ` may have taken it.
 *
 * @param code undefined for an entry whose code is no text
 */
export function sendOutcome(code: string | undefined): MessageOutcome {
  if (code === undefined) return 'unknown'
  if (isSendCode(code)) return sendCodes[code].outcome
  const looks = looksOf(code)
  return looks === '' || maybeTaken.has(looks) ? 'unknown' : 'rejected'
}

/** Returns a code without letter case, width, white space and invisible marks. */
function looksOf(code: string): string {
  return code
    .normalize('NFKC')
    .replace(/[\p{White_Space}\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replace(/^[\u0441\u03f2]/, 'c')
}

/** Codes of messages that the service may have taken. */
const maybeTaken: ReadonlySet<string> = new Set(
  Object.entries(sendCodes).flatMap(([code, { outcome }]) =>
    outcome === 'accepted' || outcome === 'unknown' ? [looksOf(code)] : [],
  ),
)

/**
 * Assumption: how a failed authentication is told from another wrong parameter. The interface reports both with the
 * request-level code `C400_2` and does not show the description of either. The statuses of HTTP decide where they are
 * used; then a description that speaks of the credentials, or none at all. A wrong guess is harmless: either way the
 * service took nothing, and `deferred` is sent again only by a person.
 */
export const refusal: Contract['refusal'] = ({ code, name = '', description = '' }, status) => {
  const isUnsaid = description.trim() === ''
  const speaksOfAccount = status === 401 || status === 403 || isUnsaid || credentialWords.test(`${name} ${description}`)
  if (code === 'C400_2' && speaksOfAccount) return { outcome: 'deferred', pause: 'authentication' }
  const facts = isSendCode(code) ? sendCodes[code] : undefined
  return facts?.refusesAll ? { outcome: 'rejected' } : { outcome: 'unknown', pause: facts?.pause }
}

const credentialWords = /auth|credential|secret|user.?id|permission|forbidden|인증|권한|사용자|시크릿/i
