import { deliveryCode } from '../../contract/friend-talk/delivery.ts'
import { clockInKorea } from '../../text/korean-time.ts'
import type { ReceivedMessage } from '../received.ts'
import { isRecord } from '../record.ts'
import type { Reported } from '../webhook.ts'

/** One entry of the webhook's `results` (platform notes: "The provider's webhook"). */
export interface WebhookResult {
  readonly code: string
  readonly desc: string
  /** `yyyy-MM-dd HH:mm:ss.SSS` in Korea. */
  readonly request_date: string
  readonly done_date: string
  readonly msg_key: string
  readonly echo_to_webhook: string | null
  readonly failback?: {
    readonly code: string
    readonly desc: string
    readonly dest: string
    readonly done_date: string
    readonly api_unique_id: string
    readonly message_type: string
  }
}

/** Returns the result of an accepted message. */
export function webhookResult(message: Reported): WebhookResult {
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
    ...(code !== '0' && isRecord(data) && { failback: failbackOf(message, data, doneDate) }),
  }
}

/** Returns the result of a fallback. The emulator has no fallback service: it says that it was delivered. */
function failbackOf(
  message: ReceivedMessage,
  data: Readonly<Record<string, unknown>>,
  doneDate: string,
): NonNullable<WebhookResult['failback']> {
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

/** `yyyy-MM-dd HH:mm:ss.SSS` in Korea, as the provider's webhook writes times. */
function koreanTimestamp(time: number): string {
  return clockInKorea(time).toISOString().slice(0, 23).replace('T', ' ')
}
