import { isRecord } from './check-fields.ts'
import type { ReceivedMessage } from './inbox.ts'
import { koreanTimestamp } from './korean-time.ts'
import type { WebhookSettings } from './settings.ts'

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

/** Meanings of the webhook's codes (platform notes). */
export const webhookCodes: Readonly<Record<string, string>> = {
  '0': 'delivered',
  t: 'message empty',
  k: 'message missing',
  L: 'message too long',
  f: 'message format',
  F: 'message: other',
  '1': 'profile or template',
  V: 'profile or template',
  M: 'profile or template',
  U: 'profile or template',
  A: 'not a user',
  '9': 'not recent',
  E: 'client',
  '2': 'not connected',
  B: 'blocked',
  I: 'number',
  J: '050 number',
  '8': 'unable',
  '5': 'uncertain',
  '6': 'no result',
  H: 'system',
  C: 'duplicate serial number',
  D: 'duplicate within 5 seconds',
}

/** What became of an accepted message. */
export function webhookResult(message: ReceivedMessage, settings: WebhookSettings, doneAt: number): WebhookResult {
  const code = settings.codes[message.receiverNumber] ?? settings.code
  const doneDate = koreanTimestamp(doneAt)
  const { echo_to_webhook: echo, failback_data: data } = message.record
  return {
    code,
    desc: webhookCodes[code] ?? 'a code that the emulator does not know',
    request_date: koreanTimestamp(message.receivedAt),
    done_date: doneDate,
    msg_key: message.msgKey,
    echo_to_webhook: typeof echo === 'string' ? echo : null,
    ...(code !== '0' && isRecord(data) && { failback: failbackOf(message, data, doneDate) }),
  }
}

/** The emulator has no fallback service: it says that the fallback was delivered. */
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
