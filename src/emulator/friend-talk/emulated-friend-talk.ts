import { isObject } from '../../web/read.ts'
import { sendCodes } from '../../contract/friend-talk/codes.ts'
import { deliveryCode, deliveryCodes } from '../../contract/friend-talk/delivery.ts'
import { friendTalk } from '../../contract/friend-talk/friend-talk.ts'
import { kinds } from '../../contract/friend-talk/kinds.ts'
import { uploads } from '../../contract/friend-talk/limits.ts'
import { fileUploadCodes, multiUploadCodes, singleUploadCodes } from '../../contract/friend-talk/responses.ts'
import { clockInKorea } from '../../text/korean-time.ts'
import type { EmulatedContract, Route } from '../exchange.ts'
import type { ReceivedMessage } from '../received.ts'
import type { Reported } from '../webhook.ts'
import { answerSend } from './send.ts'
import { answerUpload } from './upload.ts'

/** Friend talk as the emulator serves it. */
export const emulatedFriendTalk: EmulatedContract = {
  contract: friendTalk,
  uploadCodes: [
    ...new Set([singleUploadCodes, multiUploadCodes, fileUploadCodes].flatMap((codes) => Object.keys(codes))),
  ],
  paths: /^\/(?:ft-|file\/)/,
  delivery: {
    codes: Object.keys(deliveryCodes),
    delivered: '0',
    failures: ['A', 'B', '9'],
    maxResults: 10,
    resultOf: webhookResult,
    request: (results, { token }) => ({
      body: { results },
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    }),
  },
  refusal: (status, description) =>
    status === 404
      ? { code: 'C404_1', name: sendCodes.C404_1.title, description }
      : { code: 'C400_2', name: 'Refused by the emulator', description },
  routes: [
    ...kinds.map((kind): Route => ({
      path: `/${kind}/v2/send`,
      operation: { type: 'send', kind },
      work: (exchange, c) => answerSend(exchange, kind, c),
    })),
    ...uploads.map((upload): Route => ({
      path: `/file/v1/${upload}/image/:userId`,
      operation: { type: 'upload', upload },
      work: (exchange, c) => answerUpload(exchange, upload, c),
    })),
  ],
}

/** Returns an entry of the webhook's `results` (platform notes: "The provider's webhook"). */
function webhookResult(message: Reported) {
  const { deliveryCode: code, doneAt } = message
  const doneDate = koreanTimestamp(doneAt)
  const { echo_to_webhook: echo, failback_data: data } = message.record
  return {
    code,
    desc: deliveryCode(code).meaning.en,
    request_date: koreanTimestamp(message.receivedAt),
    done_date: doneDate,
    msg_key: message.msgKey,
    echo_to_webhook: typeof echo === 'string' ? echo : null,
    ...(code !== '0' && isObject(data) && { failback: failbackOf(message, data, doneDate) }),
  }
}

/** Returns the result of a fallback. The emulator has no fallback service: it says that it was delivered. */
function failbackOf(message: ReceivedMessage, data: Readonly<Record<string, unknown>>, doneDate: string) {
  const id = data['api_unique_id'] ?? message.record['api_unique_id']
  const apiUniqueId = typeof id === 'string' ? id : ''
  return {
    code: '0',
    desc: 'delivered',
    dest: typeof data['receiver_number'] === 'string' ? data['receiver_number'] : message.receiverNumber,
    done_date: doneDate,
    api_unique_id: apiUniqueId,
    message_type: apiUniqueId.split('-')[0] ?? '',
  }
}

/** Returns a time as `yyyy-MM-dd HH:mm:ss.SSS` in Korea, as the provider's webhook writes times. */
function koreanTimestamp(time: number): string {
  return clockInKorea(time).toISOString().slice(0, 23).replace('T', ' ')
}
