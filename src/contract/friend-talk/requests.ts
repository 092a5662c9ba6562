import type { Kind, Upload } from './kinds.ts'
import type { Payload, PayloadOf, SendFields } from './payload.ts'

/** A message record as the send operation takes it. */
export type MessageRecord<P extends Payload = Payload> = P & SendFields

/** What signs a request of the send operation. */
export interface Account {
  readonly userId: string
  readonly secretKey: string
}

/**
 * Returns the record of one message: its payload and what a send adds. A message that falls back takes the numbers, and
 * the secret key of the fallback service's sub-account, into `failback_data` too.
 */
export function messageRecord(
  payload: Payload,
  { sender_key, receiver_number, sender_number, msg_key }: SendFields,
  failbackSecretKey: string | undefined,
): MessageRecord {
  const { failback_data: failback } = payload
  const secret = failbackSecretKey === undefined ? {} : { secret_key: failbackSecretKey }
  return {
    sender_key,
    ...payload,
    receiver_number,
    sender_number,
    msg_key,
    ...(failback && { failback_data: { ...failback, sender_number, receiver_number, ...secret } }),
  }
}

/** Returns the header `Authorization` of an account. */
export function authorizationOf({ userId, secretKey }: Account): string {
  return `${userId};${secretKey}`
}

/** Returns a request of the send operation, below the base address; signed by `Authorization`. */
export function sendRequest<K extends Kind>(
  kind: K,
  messages: readonly MessageRecord<PayloadOf[K]>[],
): { readonly path: string; readonly contentType: string; readonly body: object } {
  return {
    path: `/${kind}/v2/send`,
    contentType: 'application/json;charset=utf-8',
    body: { msg_data: messages },
  }
}

/** Returns the path of an upload, below the upload address. */
export function uploadPath(upload: Upload, userId: string): string {
  return `/file/v1/${upload}/image/${encodeURIComponent(userId)}`
}

/** The name of the form field that holds an image. */
export const uploadField = 'image'
