import type { Account, Contract } from '../contract.ts'
import { type JsonObject, objectOf } from '../../text/json-text.ts'
import type { Text } from '../../words/language.ts'

/** Returns the path of an operation below the address of the service. */
export function pathOf({ appKey = '' }: Account, operation: string): string {
  return `/brand-message/v1.0/appkeys/${encodeURIComponent(appKey)}/${operation}`
}

export function signed({ secretKey = '' }: Account): { readonly 'x-secret-key': string } {
  return { 'x-secret-key': secretKey }
}

interface Recipient extends JsonObject {
  readonly targeting?: unknown
  readonly resendParameter?: JsonObject
}

/** Returns the one recipient that a payload has, and what is the same for all. */
function partsOf(payload: object): { readonly recipient: Recipient; readonly body: object } {
  const { recipientList, ...body } = payload as { readonly recipientList?: readonly Recipient[] }
  return { recipient: recipientList?.[0] ?? {}, body }
}

/** Returns whether a text message is sent where the message is not delivered. */
export function fallsBack(payload: object): boolean {
  return partsOf(payload).recipient.resendParameter?.['isResend'] === true
}

/** A record is the body of a request for one person. */
export const record: Contract['record'] = (
  payload,
  { sender_key, sender_number, receiver_number, msg_key, release },
) => {
  const { recipient, body } = partsOf(payload)
  const resend = fallsBack(payload) ? { ...recipient.resendParameter, resendSendNo: sender_number } : undefined
  const own = { ...recipient, ...(resend && { resendParameter: resend }) }
  return {
    receiver_number,
    msg_key,
    body: {
      senderKey: sender_key,
      ...body,
      recipientList: [{ recipientNo: receiver_number, ...own, recipientGroupingKey: msg_key }],
      senderGroupingKey: release,
    },
  }
}

/** The bodies of records that go into one request differ in their recipients alone. */
export const request: Contract['request'] = ({ records, account, attempt }) => {
  const bodies = records.map(({ body }) => objectOf(body) ?? {})
  return {
    path: pathOf(account, 'freestyle-messages'),
    headers: {
      ...signed(account),
      'content-type': 'application/json;charset=UTF-8',
      'x-nc-api-idempotency-key': attempt,
    },
    body: { ...bodies[0], recipientList: bodies.flatMap(({ recipientList }) => recipientList) },
  }
}

export const upload: Contract['upload'] = (operation, account) => ({
  path: pathOf(account, 'images'),
  headers: signed(account),
  field: 'image',
  fields: { imageType: operation },
})

/** Messages to people who are no friends need an approval (interface: "What the service does", 4). */
export function approvalNeeded(payload: object): Text | undefined {
  const { targeting } = partsOf(payload).recipient
  if (targeting !== 'M' && targeting !== 'N') return undefined
  return {
    en: `targeting ${targeting} needs an approval of the service for the channel, and an 080 number on the sender profile`,
    ko: `타기팅 ${targeting}은(는) 서비스에서 채널 승인을 받고 발신 프로필에 080 번호를 등록해야 쓸 수 있습니다`,
  }
}
