import type { Account, Contract } from '../contract.ts'
import { imageLimits, type Upload } from './limits.ts'

/**
 * Returns the record of one message: its payload and what a send adds. A message that falls back takes the numbers, and
 * the secret key of the fallback service's sub-account, into `failback_data` too.
 */
export const messageRecord: Contract['record'] = (payload, send, fallbackSecretKey) => {
  const { sender_key, receiver_number, sender_number, msg_key } = send
  const { failback_data: failback } = payload as { readonly failback_data?: object }
  const secret = fallbackSecretKey === undefined ? {} : { secret_key: fallbackSecretKey }
  return {
    sender_key,
    ...payload,
    receiver_number,
    sender_number,
    msg_key,
    ...(failback && { failback_data: { ...failback, sender_number, receiver_number, ...secret } }),
  }
}

function authorizationOf({ userId = '', secretKey = '' }: Account): { readonly authorization: string } {
  return { authorization: `${userId};${secretKey}` }
}

export const sendRequest: Contract['request'] = ({ kind, records, account }) => ({
  path: `/${kind}/v2/send`,
  headers: { ...authorizationOf(account), 'content-type': 'application/json;charset=utf-8' },
  body: { msg_data: records },
})

/** Returns a request of an upload operation; the interface does not show how it is authenticated. */
export const uploadRequest: Contract['upload'] = (operation, account) => ({
  path: `/file/v1/${operation}/image/${encodeURIComponent(account['userId'] ?? '')}`,
  headers: authorizationOf(account),
  field: 'image',
  ...(imageLimits[operation as Upload].images === 'one' && { charset: 'utf-8' }),
})
